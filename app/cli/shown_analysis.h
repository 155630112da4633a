#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app/cli/finding_fixes.h"
#include "core/finding/analysis_result.h"
#include "core/finding/finding_marks.h"
#include "core/finding/ranking.h"

namespace warpwright::cli {

/// What `analyze` shows, in whatever format.
struct ShownAnalysis {
  AnalysisResult result;
  FindingMarks marks;
  std::optional<VerdictKind> only;       ///< findings of this verdict alone are shown
  bool withRefused = false;              ///< in SARIF, too, which has them for those who ask alone
  bool isStable = false;                 ///< no times: what two runs show is the same, byte for byte
  std::string arch;                      ///< that was asked for
  std::string stopped;                   ///< why not all is there: "the time limit of 3 s was over"; empty: all is
  std::vector<std::string> notLookedAt;  ///< files
  /// A kernel that was not looked at, though its file was read.
  struct Undecided {
    SourcePosition nameAt;
    std::string name;
  };
  std::vector<Undecided> undecided;

  FindingFixes fixes;              ///< changes of findings: for SARIF
  std::vector<std::string> notes;  ///< what is wrong with comments that keep findings; units have them, too

  bool isWhole() const { return stopped.empty() && notLookedAt.empty() && undecided.empty(); }
  bool shows(const Opportunity& finding) const { return !only || finding.verdict == *only; }
};

/// Rows of all kernels by their verdict, as everywhere (`countVerdicts`), those that are not shown, too. `kept`,
/// `fresh`: of those that are applicable the ones in which a comment keeps a finding, and in which one is new that no
/// comment keeps.
struct VerdictSums : VerdictCounts {
  size_t kept = 0, fresh = 0;
};
VerdictSums sumsOf(const ShownAnalysis& shown);

/// `warpwright.analysis/1`, with what is not there and what comments and a baseline say. Kernel by kernel: as one
/// value, ten thousands of them take gigabytes. `shown` is the same afterwards.
void printJson(ShownAnalysis& shown, std::ostream& out);
nlohmann::json sarifOf(const ShownAnalysis& shown);

/// `--format jsonl`: each line is printed when it is known. A kernel that a later unit says more of comes again, and
/// then holds. `comments`: for what is kept.
class AnalysisLines {
 public:
  AnalysisLines(std::optional<VerdictKind> only, bool isStable, KeepComments& comments)
      : only_(only), isStable_(isStable), comments_(comments) {}
  /// The last unit of the answer, and these kernels.
  void unit(const AnalysisResult& soFar, const std::vector<size_t>& kernels);
  /// A kernel of it that is decided, where its unit takes so long that nobody wants to wait for the others; else it
  /// comes with them. False: it has not been printed.
  bool decided(const AnalysisResult& soFar, size_t kernel);
  /// What has not been printed, or has changed since, and the summary.
  void summary(const ShownAnalysis& shown);

 private:
  void printUnit(const UnitSummary& unit);
  void kernel(const AnalysisResult& result, size_t kernel);

  std::optional<VerdictKind> only_;
  bool isStable_;
  KeepComments& comments_;
  size_t units_ = 0;                                                                ///< that have been printed
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();  ///< the last one was
  std::vector<std::string> printed_;                                                ///< of each kernel
};

}  // namespace warpwright::cli
