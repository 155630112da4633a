#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/finding/analysis_result.h"
#include "core/finding/baseline.h"
#include "core/finding/keep_comments.h"

namespace warpwright {

/// What is said of an answer's findings besides: by comments in the source, and by a baseline.
struct FindingMarks {
  std::map<FindingAt, KeepComment> kept;
  std::optional<std::set<FindingAt>> fresh;  ///< not in the baseline; absent: there is no baseline

  const KeepComment* keeps(const FindingAt& at) const;
  bool isNew(const FindingAt& at) const { return fresh && fresh->contains(at); }
  std::set<FindingAt> keptOnes() const;
};

/// The comments that keep findings; each of these says so from now on (Opportunity::kept).
std::map<FindingAt, KeepComment> markKept(AnalysisResult& result, KeepComments& comments);

/// Which findings make a check fail: "new", "applicable", "refused", "unknown".
struct FailRule {
  std::string on;           ///< empty: none
  bool withTrades = false;  ///< of new and applicable ones also those that trade one thing for another
};
/// How many there are. What a comment keeps does not count.
size_t countFailing(const AnalysisResult& result, const FindingMarks& marks, const FailRule& rule);

/// Units, kernels and findings by where they stand, whatever order the files were named in.
void sortByPlace(AnalysisResult& result);

}  // namespace warpwright
