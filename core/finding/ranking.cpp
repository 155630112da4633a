#include "core/finding/ranking.h"

#include <algorithm>
#include <tuple>

#include "core/base/number_text.h"

namespace warpwright {
namespace {

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
    reasons.push_back({"%1: %2. %3", place.empty() ? other.pass : place, toString(other.verdict), other.reason});
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
