#include "core/report/words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <tuple>

#include "core/job/kernel_trace.h"
#include "core/report/shapes.h"

namespace warpwright {
namespace {

std::string fixed(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  return buffer;
}

/// Commas between thousands of the whole part.
std::string grouped(std::string number) {
  const size_t point = std::min(number.find('.'), number.size());
  const size_t first = number.starts_with('-') ? 1 : 0;
  for (size_t at = point; at > first + 3;) number.insert(at -= 3, ",");
  return number;
}

int rank(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::applicable:
      return 0;
    case VerdictKind::unknown:
      return 1;
    case VerdictKind::refused:
      break;
  }
  return 2;
}

}  // namespace

std::string countText(uint64_t count) {
  return grouped(std::to_string(count));
}

std::string countText(uint64_t count, const std::string& one, const std::string& many) {
  return countText(count) + ' ' + (count == 1 ? one : many);
}

std::string significantText(double value, int digits) {
  if (!std::isfinite(value)) return missingValue;
  if (value == 0) return "0";
  // Rounding may carry into one more digit (9.9996 → 10.00), so the exponent is taken from the rounded value.
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
  const int exponent = std::atoi(std::strchr(buffer, 'e') + 1);
  return grouped(fixed(std::strtod(buffer, nullptr), std::max(0, digits - 1 - exponent)));
}

std::string durationText(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return missingValue;
  if (seconds < 0.001) return significantText(seconds * 1e6, 2) + " µs";
  if (seconds < 0.1) return significantText(seconds * 1e3, 2) + " ms";
  if (seconds < 9.95) return significantText(seconds, 2) + " s";
  if (seconds < 119.5) return fixed(seconds, 0) + " s";
  const auto whole = static_cast<uint64_t>(std::llround(seconds));
  return countText(whole / 60) + " min" + (whole % 60 ? ' ' + std::to_string(whole % 60) + " s" : std::string());
}

std::string speedupText(double speedup) {
  return std::isfinite(speedup) ? fixed(speedup, 2) + "×" : missingValue;
}

std::string estimateText(const Estimate& estimate) {
  if (!estimate.known) return missingValue;
  const std::string low = fixed(estimate.speedupLow, 2), high = fixed(estimate.speedupHigh, 2);
  return (low == high ? low : low + "–" + high) + "×";
}

std::string estimateSentence(const KernelTrace& trace) {
  const Estimate estimate = estimateOf(trace);
  if (!estimate.known) return trace.kernel + ": no estimate.";
  return trace.kernel + ": estimated " + estimateText(estimate) + ", bound by " + estimate.bound + "; modelled " +
         trace.original.device + ", a ranking and no time.";
}

std::string memoryText(uint64_t bytes) {
  if (bytes < 10 * 1024) return countText(bytes) + " B";
  const bool mebi = bytes >= uint64_t{1} << 20;
  const double value = static_cast<double>(bytes) / (mebi ? 1 << 20 : 1 << 10);
  const std::string number = value == std::floor(value) ? fixed(value, 0) : fixed(value, 1);
  return grouped(number) + (mebi ? " MiB" : " KiB");
}

std::string trafficText(double bytes) {
  if (bytes >= 1e12) return significantText(bytes / 1e12, 3) + " TB";
  if (bytes >= 1e9) return significantText(bytes / 1e9, 3) + " GB";
  if (bytes >= 1e6) return significantText(bytes / 1e6, 3) + " MB";
  if (bytes >= 1e4) return significantText(bytes / 1e3, 3) + " kB";
  return fixed(bytes, 0) + " B";
}

std::string registersText(const KernelResources& resources) {
  if (!resources.registers) return {};
  const std::string count = countText(*resources.registers, "register", "registers");
  if (!resources.registersLow || !resources.registersHigh) return count + " (" + resources.source + ")";
  return "about " + count + " (" + countText(*resources.registersLow) + "–" + countText(*resources.registersHigh) + ")";
}

std::string shellWord(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                          "_-./=:,+@%") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string shapeText(const std::array<std::optional<uint32_t>, 3>& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i != 0) text += ", ";
    text += shape[i] ? std::to_string(*shape[i]) : missingValue;
  }
  return text + ')';
}

std::string placeText(const SourcePosition& at, bool wholePath) {
  SourcePosition place{wholePath ? at.file : std::filesystem::path(at.file).filename().string(), at.line, 0};
  return toString(place);
}

std::vector<RankedOpportunity> rankedOpportunities(const AnalysisResult& result) {
  std::vector<RankedOpportunity> rows;
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    for (size_t o = 0; o < result.kernels[k].opportunities.size(); ++o) rows.push_back({k, o});
  }
  const auto key = [&](const RankedOpportunity& row) {
    const Opportunity& opportunity = result.kernels[row.kernel].opportunities[row.opportunity];
    const double estimate = opportunity.estimate.known ? opportunity.estimate.speedup : 0;
    return std::tuple(rank(opportunity.verdict), -estimate, opportunity.range.begin);
  };
  std::stable_sort(rows.begin(), rows.end(), [&](auto& a, auto& b) { return key(a) < key(b); });
  return rows;
}

std::vector<RankedRow> rankedRows(const AnalysisResult& result) {
  std::vector<RankedRow> rows;
  std::vector<std::vector<FindingRow>> folded;
  for (const KernelSummary& kernel : result.kernels)
    folded.push_back(foldFindings(kernel.opportunities, result.passes));
  for (const RankedOpportunity& ranked : rankedOpportunities(result)) {
    for (const FindingRow& row : folded[ranked.kernel]) {
      if (row.leading == ranked.opportunity) rows.push_back({ranked.kernel, row});
    }
  }
  return rows;
}

std::vector<Message> otherReasons(const std::vector<Opportunity>& opportunities, const FindingRow& row,
                                      const PassDescriptions& passes) {
  const Opportunity& leading = opportunities[row.leading];
  std::vector<Message> reasons;
  for (const size_t index : row.folded) {
    const Opportunity& other = opportunities[index];
    // A placement farther away is refused because the leading one is nearer: the leading verdict says as much.
    const bool pointsNearer = leading.verdict == VerdictKind::applicable && other.verdict == VerdictKind::refused;
    if (pointsNearer || toText(other.reason) == toText(leading.reason)) continue;
    const std::string& place = describe(passes, other.pass).place;
    reasons.emplace_back("%1: %2. %3", place.empty() ? other.pass : place, toString(other.verdict), other.reason);
  }
  return reasons;
}

VerdictCounts countVerdicts(const AnalysisResult& result) {
  VerdictCounts counts;
  for (const KernelSummary& kernel : result.kernels) {
    for (const FindingRow& row : foldFindings(kernel.opportunities, result.passes)) {
      switch (kernel.opportunities[row.leading].verdict) {
        case VerdictKind::applicable:
          ++counts.applicable;
          break;
        case VerdictKind::refused:
          ++counts.refused;
          break;
        case VerdictKind::unknown:
          ++counts.unknown;
          break;
      }
    }
  }
  return counts;
}

std::string countsText(const VerdictCounts& counts) {
  std::string text;
  const auto add = [&](size_t count, const char* word) {
    if (count != 0) text += (text.empty() ? "" : ", ") + countText(count) + ' ' + word;
  };
  add(counts.applicable, "applicable");
  add(counts.refused, "refused");
  add(counts.unknown, "unknown");
  return text.empty() ? "no findings" : text;
}

}  // namespace warpwright
