#include "app/cli/tuning_input.h"

#include "app/cli/time_limit.h"
#include "core/base/file.h"

namespace warpwright::cli {
namespace {

Result<std::optional<std::chrono::milliseconds>> readBudget(const std::string& text) {
  if (text.empty()) return std::optional<std::chrono::milliseconds>();
  const std::optional<double> seconds = secondsIn(text);
  if (!seconds)
    return Error{ErrorKind::usage, "--budget takes a time such as 60s, 5m or 1h, not `" + text + "`.", std::nullopt};
  return std::optional(timeLimitOf(*seconds));
}

}  // namespace

Result<TuningTask> tuningTask(const TuningInput& input, const AnalysisOptions& analysis,
                              const std::vector<std::string>& arguments) {
  const auto budget = readBudget(input.budget);
  if (!budget.ok()) return budget.error();
  const auto context = analysis.request(input.path, input.compilerFlags);
  if (!context.ok()) return context.error();
  TuningTask task;
  task.context = *context;
  task.budget = *budget;
  EngineJob& job = task.program;
  job.compilerFlags = input.compilerFlags;
  job.arguments = arguments;
  if (!analysis.arch.empty()) job.arch = analysis.arch;
  job.toolkit = analysis.cuda;
  job.timeLimit = timeLimitOf(input.timeLimit);
  task.moreServices = [] {
    return makeProcessAnalysisService(::warpwright::programPath("warpwright-analysis-worker"));
  };
  return task;
}

}  // namespace warpwright::cli
