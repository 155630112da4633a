#include "core/execute/tune/tuning_plan.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/base/processors.h"
#include "core/base/symbol_name.h"
#include "core/capture/capture_file.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/weigh_loads.h"
#include "core/finding/kernel_choice.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

CapturedInputRequest launchOf(const TuningTask& task) {
  CapturedInputRequest launch;
  launch.built = task.built;
  launch.program = task.program;
  launch.kernel = task.kernel;
  launch.launchIndex = task.launchIndex;
  launch.capture = task.capture;
  std::error_code ignored;
  launch.newCapture = fs::absolute(task.session.string() + ".wwcap", ignored);
  if (task.session.empty()) {
    std::string input = task.program.path.string() + '\n' + std::to_string(task.launchIndex);
    for (const std::string& argument : task.program.arguments) input += '\n' + argument;
    launch.newCapture = task.folder / (functionName(task.kernel) + "-" + hexText(hashText(input)) + ".wwcap");
  }
  return launch;
}

/// What the captured launch was, as a run that was observed has it.
ObservedKernel observedIn(const LaunchCapture& capture) {
  ObservedLaunch launch;
  launch.kernel = capture.kernel.mangledName;
  launch.at = capture.at;
  launch.grid = capture.grid;
  launch.block = capture.block;
  launch.sharedBytes = capture.dynamicSharedBytes;
  launch.cooperative = capture.cooperative;
  for (const CapturedArgument& argument : capture.arguments) {
    ObservedArgument& seen = launch.arguments.emplace_back();
    seen.bytes = static_cast<uint32_t>(argument.size);
    seen.bits = argument.bits();
  }
  return {capture.kernel.mangledName, capture.kernel.at, {std::move(launch)}};
}

/// What may be changed in the kernel of the task.
Result<AnalysisResult> analysed(AnalysisRequest request, const TuningTask& task, AnalysisService& service,
                                const TellProgress& tell, const std::stop_token& stop) {
  return analyseWith(
      service, askForChanges(std::move(request), task.kernel),
      [&](double fraction, const std::string& phase) { tell({"analyse", phase, fraction}); }, stop);
}

/// What the capture that is given has seen: one look at the source is enough then. What is wrong with it is said where
/// it is replayed.
std::vector<ObservedKernel> observedInGiven(const TuningTask& task) {
  if (task.capture.empty()) return {};
  const Result<CaptureReader> reader = CaptureReader::open(task.capture);
  if (!reader.ok()) return {};
  return {observedIn(reader->capture())};
}

/// What the model of the caches says about the loads of the launch. Errors: why it says nothing.
Result<std::vector<ParameterValues>> predictedFor(const Opportunity& finding, const TuningTask& task,
                                                  const std::string& device, const TellProgress& tell,
                                                  const std::stop_token& stop) {
  const CapturedInputRequest launch = launchOf(task);
  WeighingTask weighing;
  weighing.program = task.program;
  weighing.program.device = findDevice(device).ok() ? device : "";
  weighing.program.workers = usableProcessors();
  weighing.capture = launch.capture.empty() ? launch.newCapture : launch.capture;
  weighing.kernel = task.kernel;
  weighing.finding = finding;
  weighing.model.threads = weighing.program.workers;
  const auto modelled = findDevice(weighing.program.device.empty() ? task.program.arch : weighing.program.device);
  if (!modelled.ok()) return modelled.error();
  weighing.device = *modelled;
  const Result<WeighedLoads> weighed = weighLoads(weighing, nullptr, requestsOfProgram, tell, stop);
  if (!weighed.ok()) return weighed.error();
  return predictedPolicies(finding, weighed->choice);
}

}  // namespace

CapturedInputRequest launchOf(const TuningTask& task, const AnalysisResult& analysis, bool onGpuHere) {
  CapturedInputRequest launch = launchOf(task);
  const Result<const KernelSummary*> kernel = chooseKernel(analysis, task.kernel);
  if (!kernel.ok()) return launch;
  if (onGpuHere) launch.onGpu = gpuBuildOf(analysis, **kernel, task.program);
  if (!task.capture.empty() && !(*kernel)->unit.empty()) launch.program.path = (*kernel)->unit;
  return launch;
}

Result<FirstLook> lookFirst(const TuningTask& task, const Target& target, AnalysisService& service,
                            const TellProgress& tell, const std::stop_token& stop) {
  const bool isRecorded = target.place == Target::Place::recorded;
  AnalysisRequest request = task.context;
  if (!isRecorded) request.observed = observedInGiven(task);
  // What may be changed is looked for once the launch is known.
  if (!isRecorded && request.observed.empty()) request.passes.emplace();
  Result<AnalysisResult> analysis =
      task.analysis ? *task.analysis : analysed(std::move(request), task, service, tell, stop);
  if (!analysis.ok()) return analysis.error();
  FirstLook first{*std::move(analysis), {}};
  if (auto known = makeStrategy(task.strategy, {}); !known.ok()) return known.error();
  if (isRecorded) return first;
  const Result<const KernelSummary*> kernel = chooseKernel(first.analysis, task.kernel);
  if (!kernel.ok()) return kernel.error();
  if (!(*kernel)->observed.empty()) return first;
  const Result<CapturedInput> input = captureInput(launchOf(task, first.analysis, target.isGpuHere()), tell, stop);
  if (!input.ok()) return input.error();
  const Result<CaptureReader> reader = CaptureReader::open(input->capture);
  if (!reader.ok()) return reader.error();
  first.observed = {observedIn(reader->capture())};
  return first;
}

Result<TuningPlan> planOf(const TuningTask& task, const Target& target, const FirstLook& first,
                          AnalysisService& service, const TellProgress& tell, const std::stop_token& stop) {
  TuningPlan plan;
  plan.analysis = first.analysis;
  if (!first.observed.empty()) {
    AnalysisRequest request = task.context;
    request.observed = first.observed;
    auto again = analysed(std::move(request), task, service, tell, stop);
    if (!again.ok()) return again.error();
    plan.analysis = *std::move(again);
  }
  auto changes = tunableChanges(plan.analysis, task.kernel);
  if (!changes.ok() && task.own.empty()) return changes.error();
  if (changes.ok()) plan.changes = std::move(changes.value());
  if (target.gpu) plan.leftOut = leaveOutUnfeedable(plan.changes);
  auto strategy = makeStrategy(task.strategy, plan.changes);
  if (!strategy.ok()) return strategy.error();
  plan.strategy = std::move(strategy.value());
  // The others were not looked at.
  KernelSummary kernel = *chooseKernel(plan.analysis, task.kernel).value();
  plan.kernel = kernel.name;
  plan.opportunities = kernel.opportunities;
  plan.analysis.kernels.clear();
  plan.analysis.kernels.push_back(std::move(kernel));
  return plan;
}

Status predictPolicies(TuningPlan& plan, const TuningTask& task, const std::string& device, const TellProgress& tell,
                       const std::stop_token& stop) {
  for (TunableChange& change : plan.changes) {
    if (change.kind != TunableChange::Kind::policy) continue;
    const auto finding = std::find_if(plan.opportunities.begin(), plan.opportunities.end(),
                                      [&](const Opportunity& one) { return one.id == change.opportunity; });
    auto predicted = predictedFor(*finding, task, device, tell, stop);
    if (predicted.ok())
      change.predicted = std::move(predicted.value());
    else
      plan.notes.push_back("No policy was predicted. " + predicted.error().message);
  }
  auto strategy = makeStrategy(task.strategy, plan.changes);
  if (!strategy.ok()) return strategy.error();
  plan.strategy = std::move(strategy.value());
  return {};
}

}  // namespace warpwright
