#include "core/execute/place/agent_words.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/hash.h"

namespace warpwright {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr size_t shortestHash = 16, longestCacheName = 60;

}  // namespace

nlohmann::json toJson(const WorkerEnd& end) {
  const SubprocessEnd& process = end.process;
  return {{"exit", process.exitCode},
          {"signal", process.signal},
          {"timed_out", process.timedOut},
          {"seconds", process.seconds},
          {"cpu_seconds", process.cpuSeconds},
          {"peak_bytes", process.peakBytes},
          {"output", process.output},
          {"error_output", process.errorOutput},
          {"truncated", process.outputTruncated},
          {"last_text", end.lastText}};
}

WorkerEnd workerEndFromJson(const nlohmann::json& json) {
  WorkerEnd end;
  SubprocessEnd& process = end.process;
  process.exitCode = json.at("exit").get<int>();
  process.signal = json.at("signal").get<int>();
  process.timedOut = json.at("timed_out").get<bool>();
  process.seconds = json.at("seconds").get<double>();
  process.cpuSeconds = json.at("cpu_seconds").get<double>();
  process.peakBytes = json.at("peak_bytes").get<uint64_t>();
  process.output = json.at("output").get<std::string>();
  process.errorOutput = json.at("error_output").get<std::string>();
  process.outputTruncated = json.at("truncated").get<bool>();
  end.lastText = json.at("last_text").get<std::string>();
  return end;
}

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

std::string base64Of(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - at);
    uint32_t group = 0;
    for (size_t i = 0; i < 3; ++i) group = group << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    for (size_t i = 0; i < 4; ++i) text += i <= count ? digits[group >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

Result<std::string> fromBase64(std::string_view text) {
  std::array<int, 256> values{};
  values.fill(-1);
  for (size_t i = 0; i < digits.size(); ++i) values[static_cast<unsigned char>(digits[i])] = static_cast<int>(i);
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::string bytes;
  uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const int value = values[static_cast<unsigned char>(c)];
    if (value < 0) return Error{ErrorKind::worker, "Malformed bytes from the other machine.", std::nullopt};
    group = group << 6 | static_cast<uint32_t>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xff);
  }
  return bytes;
}

}  // namespace warpwright
