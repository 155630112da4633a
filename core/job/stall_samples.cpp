#include "core/job/stall_samples.h"

#include <algorithm>
#include <filesystem>

#include "core/base/json_fields.h"
#include "core/base/number_text.h"

namespace warpwright {
namespace {

/// NVIDIA's reasons in words that say what is waited for.
std::string wordsOf(const std::string& reason) {
  static const std::map<std::string, std::string> words = {
      {"barrier", "barrier"},
      {"branch_resolving", "branch"},
      {"dispatch_stall", "dispatch"},
      {"drain", "stores at the end"},
      {"imc_miss", "constant cache"},
      {"lg_throttle", "too many global accesses"},
      {"long_scoreboard", "global or local memory"},
      {"math_pipe_throttle", "arithmetic units"},
      {"membar", "memory fence"},
      {"misc", "other"},
      {"mio_throttle", "too many shared accesses"},
      {"no_instructions", "instruction fetch"},
      {"not_selected", "ready, not chosen"},
      {"selected", "issue"},
      {"short_scoreboard", "shared memory or special functions"},
      {"sleeping", "sleeping"},
      {"tex_throttle", "too many texture accesses"},
      {"wait", "fixed latency"},
      {"warpgroup_arrive", "warp group"},
  };
  const auto found = words.find(reason);
  if (found != words.end()) return found->second;
  std::string plain = reason;
  std::replace(plain.begin(), plain.end(), '_', ' ');
  return plain;
}

double share(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string reasonsText(const StallSamples::Line& line) {
  std::vector<std::pair<uint64_t, std::string>> reasons;
  for (const auto& [reason, samples] : line.reasons) reasons.emplace_back(samples, reason);
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(3, reasons.size()); ++i) {
    text += (i == 0 ? "" : ", ") + wordsOf(reasons[i].second) + ' ' +
            fixedText(share(reasons[i].first, line.samples), 0) + " %";
  }
  return text;
}

}  // namespace

void StallSamples::add(const std::string& file, uint32_t line, const std::string& reason, uint64_t count) {
  auto at =
      std::find_if(lines.begin(), lines.end(), [&](const Line& one) { return one.line == line && one.file == file; });
  if (at == lines.end()) at = lines.insert(at, {file, line, 0, {}});
  at->samples += count;
  at->reasons[reason] += count;
  samples += count;
}

void StallSamples::sort() {
  std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::tie(b.samples, a.file, a.line) < std::tie(a.samples, b.file, b.line);
  });
}

std::vector<StallLine> stallLines(const StallSamples& stalls, size_t most) {
  std::vector<StallLine> lines;
  for (const StallSamples::Line& line : stalls.lines) {
    if (lines.size() == most) break;
    lines.push_back({fixedText(share(line.samples, stalls.samples), 1),
                     line.file.empty()
                         ? "code without line information"
                         : std::filesystem::path(line.file).filename().string() + ":" + std::to_string(line.line),
                     reasonsText(line)});
  }
  return lines;
}

void fieldsOf(auto& fields, Of<StallSamples::Line> auto& line) {
  fields("file", line.file);
  fields("line", line.line);
  fields("samples", line.samples);
  fields("reasons", line.reasons);
}

void fieldsOf(auto& fields, Of<StallSamples> auto& stalls) {
  fields.derived("schema", "warpwright.stalls/1");
  fields("samples", stalls.samples);
  fields("dropped", stalls.dropped);
  fields("launches", stalls.launches);
  fields("lines", stalls.lines);
}

WARPWRIGHT_JSON_BY_FIELDS(StallSamples)

}  // namespace warpwright
