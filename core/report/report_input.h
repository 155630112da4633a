#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/finding/analysis_result.h"
#include "core/finding/finding_marks.h"
#include "core/job/engine_job.h"
#include "core/job/whole_program.h"
#include "core/report/session_comparison.h"
#include "core/report/shapes.h"
#include "core/report/tuning_table.h"
#include "core/session/records.h"
#include "core/session/session.h"

namespace warpwright {

/// Everything a report tells; the same for HTML, SARIF, patch and JSON.
struct ReportInput {
  std::string title;           ///< of the project: "gpu-bench"
  std::filesystem::path root;  ///< file names are shown relative to it; empty: as they are
  AnalysisResult analysis;
  std::map<std::string, std::string> sources;  ///< texts by path, as they were analysed; may lack some
  std::map<std::string, OpportunityStatus> statuses;
  std::vector<VariantRecord> variants;
  std::vector<MeasurementRecord> measurements;
  std::vector<RunRecord> runs;  ///< of the program on the CPU engine, in the order in which they were
  std::vector<std::pair<std::string, std::string>> environment;  ///< name and value, in the order of showing
  std::string trafficGraph;                 ///< JSON of the session's traffic-reduction graph; empty: none
  std::string reuseFigure;                  ///< JSON of its ReuseFigure; empty: none
  std::vector<TuningTable> tunings;         ///< what was tried of a kernel, one for each kernel that was tuned
  std::vector<WholeProgram> wholePrograms;  ///< run whole on a GPU, as they are and changed
  std::string arch = "sm_90";
  std::string analyzeCommand;      ///< how to get the findings again; empty: made from root and arch
  std::string command;             ///< of `warpwright`, that made the session; empty: the window did
  std::string commandFolder;       ///< where that was
  std::string readingOptions;      ///< of the same, as words of a shell
  std::vector<std::string> flags;  ///< of the compiler, as it was given them
  std::string sessionFile;
  int64_t madeAt = 0;  ///< seconds since 1970
  /// What the change of a finding makes of its files: fixes of SARIF, where no variant has them.
  std::map<FindingAt, std::vector<VariantFile>> fixes;
  /// Why the change of an applicable finding cannot be written: SARIF calls it open, where no variant has it.
  std::map<FindingAt, std::string> open;
  std::string notWhole;                         ///< why findings may be missing; empty: they are all there
  FindingMarks marks;                           ///< what comments and a baseline say of findings
  std::optional<VerdictKind> only;              ///< findings of this verdict alone are told in SARIF
  bool withRefused = false;                     ///< SARIF tells refused ones, too, where `only` names no verdict
  std::optional<SessionComparison> comparison;  ///< with an older session, where one is named
};

/// Values of a session: the command that made it, and the folder in which that ran.
inline constexpr const char *commandKey = "command", *commandFolderKey = "command folder";
/// How it read the program: options as words of a shell ("--cuda none"), and flags of the compiler, one a line.
inline constexpr const char *readingOptionsKey = "reading options", *flagsKey = "flags";

/// The report of a session. Errors: damaged, or it holds nothing yet.
Result<ReportInput> readReportInput(const Session& session);

/// `file` relative to the root where it lies below it, else as it is.
std::string shownFile(const ReportInput& input, const std::string& file);
/// The analysed text of `file`; null where it is not known.
const std::string* sourceOf(const ReportInput& input, const std::string& file);
/// The opportunity with that id and the kernel it belongs to; nulls where it is gone.
std::pair<const KernelSummary*, const Opportunity*> findOpportunity(const ReportInput& input, const std::string& id);
/// Variants that contain the opportunity, in order.
std::vector<const VariantRecord*> variantsOf(const ReportInput& input, const std::string& opportunity);
/// Did a tuning try the variant and find another one, or the original, to be the best? One that is applied is not
/// passed over.
bool isPassedOver(const ReportInput& input, const VariantRecord& variant);

/// Original ÷ variant of one kernel, with the interval of both measurements. Absent where either is missing.
struct MeasuredSpeedup {
  double low = 1, value = 1, high = 1;
  const MeasurementRecord* original = nullptr;
  const MeasurementRecord* variant = nullptr;
};
std::optional<MeasuredSpeedup> measuredSpeedup(const ReportInput& input, const std::string& variant,
                                               const std::string& kernel);

/// Speed-ups of the fastest identical variant of each kernel that was measured on a GPU, by itself or in a tuning.
std::vector<double> bestSpeedups(const ReportInput& input);

/// identical; warning (the same results, but the checks found what the original does not have: not safe); differs
/// (other results, or the variant did not run to its end); not done where nothing was compared: the original does not
/// run, or the variant could not be compiled or launched.
Shape verificationShape(const Verification& verification);

/// The title of the report: one sentence with the result, nothing that was not verified or measured.
std::string headline(const ReportInput& input);
/// The same of runs, where nothing was analysed.
std::string runsHeadline(const std::vector<RunRecord>& runs);
/// Under what conditions the figures hold.
std::string conditions(const ReportInput& input);

/// One page that needs nothing else: no network, no scripts, light and dark, readable at 400 px and on paper.
std::string htmlReport(const ReportInput& input);
/// SARIF 2.1.0: applicable findings are notes with their changes as fixes, unknown ones, and those whose change cannot
/// be written, open, refused ones, where they are asked for, not applicable. A unit with errors, and findings that are
/// missing, make it an execution that was not successful.
nlohmann::json sarifReport(const ReportInput& input);
/// What the checks of a run found, each kind a rule; what kept the program from its end is a notification.
nlohmann::json sarifReport(const EngineRun& run, const std::filesystem::path& root);
/// An execution that came to nothing: the error is its only notification.
nlohmann::json sarifReport(const Error& error, int exitCode, const std::filesystem::path& root);
/// The change of the newest variant of each opportunity, applied or not, except those that differ, are not safe or only
/// pay sometimes (`needsMeasuring`); for `git apply` in the root of a copy as it was analysed.
std::string patchReport(const ReportInput& input);
/// {"schema": "warpwright.report/1", "analysis", "variants", "measurements", "environment"}.
nlohmann::json jsonReport(const ReportInput& input);

}  // namespace warpwright
