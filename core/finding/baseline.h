#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/finding/analysis_result.h"

namespace warpwright {

/// A finding by its place in an answer: the kernel's number, and its own.
using FindingAt = std::pair<size_t, size_t>;

/// A finding that was there before.
struct KnownFinding {
  std::string id;    ///< stays where lines move: see makeOpportunityId
  std::string file;  ///< of the kernel, relative to the folder of the baseline where it lies below that
  std::string kernel, pass, subject;
  bool operator==(const KnownFinding&) const = default;
};

/// What was applicable when somebody looked: only what is not among it is new. `warpwright.baseline/1` as JSON.
struct Baseline {
  std::vector<KnownFinding> findings;
};

/// The applicable findings of an answer, without those of `kept`, by file and kernel. `folder`: where the baseline will
/// lie.
Baseline baselineOf(const AnalysisResult& result, const std::set<FindingAt>& kept, const std::filesystem::path& folder);

/// The applicable findings that are not in the baseline, which lies in `folder`. One that was known in another file
/// stays known: of several with one id as many as there were.
std::set<FindingAt> newFindings(const AnalysisResult& result, const Baseline& baseline,
                                const std::filesystem::path& folder);

/// Errors: it is not there, cannot be read, is no baseline, is of a later version: each with what to do.
Result<Baseline> readBaseline(const std::filesystem::path& file);
Status writeBaseline(const std::filesystem::path& file, const Baseline& baseline);

}  // namespace warpwright
