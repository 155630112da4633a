#include "core/execute/place/agent_words.h"

#include <algorithm>
#include <array>
#include <random>

#include "core/base/hash.h"
#include "core/base/json_fields.h"

namespace warpwright {
namespace {

constexpr size_t shortestHash = 16, longestCacheName = 60;

}  // namespace

void fieldsOf(auto& fields, Of<WorkerEnd> auto& end) {
  fields("exit", end.process.exitCode);
  fields("signal", end.process.signal);
  fields("timed_out", end.process.timedOut);
  fields("seconds", end.process.seconds);
  fields("cpu_seconds", end.process.cpuSeconds);
  fields("peak_bytes", end.process.peakBytes);
  fields("output", end.process.output);
  fields("error_output", end.process.errorOutput);
  fields("truncated", end.process.outputTruncated);
  fields("last_text", end.lastText);
}

WARPWRIGHT_JSON_BY_FIELDS(WorkerEnd)

bool isCacheName(std::string_view name) {
  const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  const size_t dot = std::min(name.find('.'), name.size());
  if (name.size() > longestCacheName || dot < shortestHash ||
      !std::all_of(name.begin(), name.begin() + static_cast<long>(dot), isHex))
    return false;
  const std::string_view ending = name.substr(dot);
  return ending.empty() || (ending.size() > 1 && std::all_of(ending.begin() + 1, ending.end(), isLetter));
}

std::string randomFolderName() {
  std::random_device random;
  const auto word = [&] { return uint64_t{random()} << 32 | random(); };
  const uint64_t first = word();
  return hexText(first) + hexText(word());
}

}  // namespace warpwright
