#include "core/finding/finding_marks.h"

#include <algorithm>
#include <tuple>

#include "core/finding/finding_rows.h"

namespace warpwright {

const KeepComment* FindingMarks::keeps(const FindingAt& at) const {
  const auto found = kept.find(at);
  return found == kept.end() ? nullptr : &found->second;
}

std::set<FindingAt> FindingMarks::keptOnes() const {
  std::set<FindingAt> all;
  for (const auto& [at, comment] : kept) all.insert(at);
  return all;
}

std::map<FindingAt, KeepComment> markKept(AnalysisResult& result, KeepComments& comments) {
  std::map<FindingAt, KeepComment> kept;
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    std::vector<Opportunity>& all = result.kernels[k].opportunities;
    for (size_t i = 0; i < all.size(); ++i) {
      const KeepComment* comment = comments.of(result.kernels[k], all[i]);
      if (!comment) continue;
      all[i].kept = comment->reason;
      kept.emplace(FindingAt{k, i}, *comment);
    }
  }
  return kept;
}

size_t countFailing(const AnalysisResult& result, const FindingMarks& marks, const FailRule& rule) {
  const bool isOfApplicable = rule.on == "new" || rule.on == toString(VerdictKind::applicable);
  size_t count = 0;
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    const std::vector<Opportunity>& all = result.kernels[k].opportunities;
    for (size_t i = 0; i < all.size(); ++i) {
      const bool isMeant =
          rule.on == "new" ? marks.isNew({k, i}) : !rule.on.empty() && toString(all[i].verdict) == rule.on;
      const bool isLeftOut = isOfApplicable && !rule.withTrades && isTrade(all[i], result.passes);
      if (isMeant && !isLeftOut && !marks.keeps({k, i})) ++count;
    }
  }
  return count;
}

void sortByPlace(AnalysisResult& result) {
  std::stable_sort(result.units.begin(), result.units.end(),
                   [](const UnitSummary& a, const UnitSummary& b) { return a.file < b.file; });
  std::stable_sort(result.kernels.begin(), result.kernels.end(), [](const KernelSummary& a, const KernelSummary& b) {
    return std::tie(a.nameAt, a.signature) < std::tie(b.nameAt, b.signature);
  });
  for (KernelSummary& kernel : result.kernels) {
    std::stable_sort(kernel.opportunities.begin(), kernel.opportunities.end(),
                     [](const Opportunity& a, const Opportunity& b) {
                       return std::tie(a.range.begin, a.pass, a.id) < std::tie(b.range.begin, b.pass, b.id);
                     });
  }
}

}  // namespace warpwright
