#include "app/cli/tuning_input.h"

#include "app/cli/time_limit.h"
#include "core/base/file.h"

namespace warpwright::cli {
namespace {

Result<std::optional<std::chrono::milliseconds>> readBudget(const std::string& text) {
  if (text.empty()) return std::optional<std::chrono::milliseconds>();
  size_t end = 0;
  double value = -1;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  const std::string unit = text.substr(end);
  const double scale = unit == "h" ? 3600 : unit == "m" ? 60 : unit == "s" || unit.empty() ? 1 : -1;
  if (end == 0 || !(value >= 0) || value > 1e7 || scale < 0) {
    return Error{ErrorKind::usage, "--budget takes a time such as 60s, 5m or 1h, not `" + text + "`.", std::nullopt};
  }
  return std::optional(std::chrono::milliseconds(static_cast<int64_t>(value * scale * 1000)));
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
