#include "core/execute/tune/weigh_loads.h"

#include "core/base/number_text.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/execute/tune/service_maker.h"
#include "core/finding/kernel_choice.h"

namespace warpwright {
namespace {

/// What the pass says about the kernel's loads. Where it cannot be asked, any load may change.
std::optional<Opportunity> findingOf(const std::string& kernel, AnalysisRequest source, AnalysisService& service,
                                     const std::function<void(const EngineProgress&)>& progress,
                                     const std::stop_token& stop) {
  source.passes.emplace();
  source.families = {Family::cachePolicy};
  const auto tell = [&](double, const std::string& phase) { progress({"analyse", phase, -1}); };
  const Result<AnalysisResult> analysis = analyseWith(service, std::move(source), tell, stop);
  if (!analysis.ok()) return std::nullopt;
  for (const KernelSummary* summary : kernelsNamed(*analysis, kernel)) {
    for (const Opportunity& opportunity : summary->opportunities) {
      if (describe(analysis->passes, opportunity.pass).family == Family::cachePolicy) return opportunity;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<memsim::RequestTrace>> requestsOf(const WeighingTask& task, const TakeRequests& ofProgram,
                                                     const std::function<void(const EngineProgress&)>& progress,
                                                     std::stop_token stop) {
  EngineJob job = task.program;
  job.check = false;
  const bool isCaptured = !task.capture.empty();
  job.requestTrace = requestsToWeigh(task.kernel, isCaptured ? 0 : task.firstLaunch, isCaptured ? 1 : task.launches);
  if (isCaptured) return requestsOfCapture(task.capture, job, progress, std::move(stop));
  return ofProgram(std::move(job), progress, std::move(stop));
}

Result<WeighedLoads> weighLoads(const WeighingTask& task, AnalysisService* service, const TakeRequests& ofProgram,
                                const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  Result<std::vector<memsim::RequestTrace>> traces = requestsOf(task, ofProgram, progress, stop);
  if (!traces.ok()) return traces.error();
  WeighedLoads weighed{traces->empty() ? task.kernel : traces->front().kernel, {}, task.finding, {}};
  const PolicyModel model(std::move(traces.value()), task.device, task.model);
  const bool mayAsk = service != nullptr && !task.source.paths.empty();
  if (!weighed.finding && mayAsk && !model.loads().empty())
    weighed.finding = findingOf(weighed.kernel, task.source, *service, progress, stop);
  ChooseOptions choose = task.choose;
  choose.mayChange.clear();
  for (size_t i = 0; weighed.finding && i < model.loads().size(); ++i)
    choose.mayChange.push_back(!parameterOf(*weighed.finding, model.loads()[i]).empty());
  progress({"weigh", "weighing " + countText(model.loads().size(), "load", "loads"), -1});
  Result<PolicyChoice> choice = choosePolicy(
      model, namesOf(model.loads()), choose, [&](const std::string& what) { progress({"weigh", what, -1}); }, stop);
  if (!choice.ok()) return choice.error();
  weighed.choice = std::move(choice.value());
  if (weighed.finding)
    weighed.values = valuesOf(*weighed.finding, weighed.choice.loads, weighed.choice.best().operators);
  return weighed;
}

}  // namespace warpwright
