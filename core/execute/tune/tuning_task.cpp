#include "core/execute/tune/tuning_task.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/base/processors.h"
#include "core/base/symbol_name.h"
#include "core/base/temporary_folder.h"
#include "core/capture/capture_file.h"
#include "core/execute/place/worker_place.h"
#include "core/execute/tune/engine_tuning.h"
#include "core/execute/tune/gpu_tuning.h"
#include "core/execute/tune/own_variant.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/execute/tune/recorded_judge.h"
#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/strategy.h"
#include "core/execute/tune/weigh_loads.h"
#include "core/finding/kernel_choice.h"
#include "core/session/keep_analysis.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using Progress = std::function<void(const EngineProgress&)>;

/// How a variant is timed on a GPU where many have to share the time. One that is not sure must not take the time of
/// all others. Half a second of launches of ten microseconds takes four, as the caches are emptied before each: a
/// twentieth of the time spent is thousands of them, and where the interval leaves it open it goes on. But for what is
/// next to the original in any case: a search gains more by another variant than by knowing which of the two it is.
GpuTiming within(std::chrono::milliseconds budget, GpuTiming timing) {
  constexpr double fewestTimed = 12, shortest = 0.5, partMeasured = 0.05, openBands = 2;
  const double share = std::chrono::duration<double>(budget).count() / fewestTimed;
  timing.rule.budgetSeconds = std::min(timing.rule.budgetSeconds, std::max(shortest, share));
  timing.rule.minSeconds = std::min(timing.rule.minSeconds, timing.rule.budgetSeconds * partMeasured);
  timing.rule.openBands = openBands;
  return timing;
}

/// What variants are judged by: one of three.
struct Judging {
  TuningProblem problem;
  TemporaryFolder codes;               ///< what nvcc made of texts, for whoever writes variants and whoever judges them
  std::shared_ptr<WorkerPlace> place;  ///< outlives what runs there
  std::unique_ptr<EngineTuning> engine;
  std::unique_ptr<GpuTuning> gpu;
  std::unique_ptr<RecordedJudge> recorded;

  VariantJudge& judge() { return recorded ? *recorded : gpu ? gpu->judge() : engine->judge(); }
};

/// Errors (usage): a GPU is asked for something else than its time.
Result<std::string> metricOf(const TuningTask& task, const Target& target) {
  if (task.metric.empty()) return std::string(target.gpu ? gpuTime : "engine/accesses");
  if (target.gpu && task.metric != gpuTime)
    return Error{ErrorKind::usage, "On a GPU the metric is gpu/time.", std::nullopt};
  return task.metric;
}

/// `build`: where the launch may be captured on a GPU, too.
CapturedInputRequest launchOf(const TuningTask& task, std::optional<GpuBuild> build = std::nullopt) {
  CapturedInputRequest launch;
  launch.onGpu = std::move(build);
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

/// As above, for variants of the kernel. A capture that knows no source is of the file that is compiled for the kernel,
/// which may include the one that the user has named.
CapturedInputRequest launchOf(const TuningTask& task, const AnalysisResult& analysis, std::optional<GpuBuild> build) {
  CapturedInputRequest launch = launchOf(task, std::move(build));
  const Result<const KernelSummary*> kernel = chooseKernel(analysis, task.kernel);
  if (!task.capture.empty() && kernel.ok() && !(*kernel)->unit.empty()) launch.program.path = (*kernel)->unit;
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

/// What may be changed in `kernel`.
Result<AnalysisResult> analysed(AnalysisRequest request, const std::string& kernel, AnalysisService& service,
                                const Progress& tell, const std::stop_token& stop) {
  return analyseWith(
      service, askForChanges(std::move(request), kernel),
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

/// What the source leaves open of the kernel's launches, the launch that variants are judged by tells: more may be had
/// with a guard then. Errors: of the capture, and of the analysis.
Status learnFromLaunch(AnalysisResult& analysis, const TuningTask& task, const Target& target, AnalysisService& service,
                       const Progress& tell, const std::stop_token& stop) {
  const Result<const KernelSummary*> kernel = chooseKernel(analysis, task.kernel);
  if (!kernel.ok()) return kernel.error();
  if (!(*kernel)->observed.empty()) return {};
  const auto build = target.isGpuHere() ? gpuBuildOf(analysis, **kernel, task.program) : std::nullopt;
  const Result<CapturedInput> input = captureInput(launchOf(task, build), tell, stop);
  if (!input.ok()) return input.error();
  const Result<CaptureReader> reader = CaptureReader::open(input->capture);
  if (!reader.ok()) return reader.error();
  AnalysisRequest request = task.context;
  request.observed = {observedIn(reader->capture())};
  auto again = analysed(std::move(request), task.kernel, service, tell, stop);
  if (!again.ok()) return again.error();
  analysis = *std::move(again);
  return {};
}

/// What there is to try, and in which order.
struct Plan {
  AnalysisResult analysis;
  std::string kernel;  ///< as the analysis names it; the task may say more: which instantiation to capture
  std::vector<TunableChange> changes;
  std::vector<Opportunity> opportunities;  ///< of the kernel
  std::unique_ptr<TuningStrategy> strategy;
  std::vector<std::string> leftOut, notes;
};

Result<Plan> planOf(const TuningTask& task, const Target& target, AnalysisService& service, const Progress& tell,
                    const std::stop_token& stop) {
  Plan plan;
  const bool isRecorded = target.place == Target::Place::recorded;
  AnalysisRequest request = task.context;
  if (!isRecorded) request.observed = observedInGiven(task);
  // What may be changed is looked for once the launch is known.
  if (!isRecorded && request.observed.empty()) request.passes.emplace();
  Result<AnalysisResult> analysis =
      task.analysis ? *task.analysis : analysed(std::move(request), task.kernel, service, tell, stop);
  if (!analysis.ok()) return analysis.error();
  plan.analysis = std::move(analysis.value());
  if (auto known = makeStrategy(task.strategy, {}); !known.ok()) return known.error();
  if (!isRecorded) {
    if (Status guarded = learnFromLaunch(plan.analysis, task, target, service, tell, stop); !guarded.ok())
      return guarded.error();
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

Result<Judging> readRecording(const TuningTask& task, const std::string& kernel, const Target& target,
                              const std::string& metric) {
  auto judge = RecordedJudge::open(target.name, kernel, metric);
  if (!judge.ok()) return judge.error();
  Judging judging;
  judging.recorded = std::move(judge.value());
  judging.problem = {kernel,
                     task.target,
                     judging.recorded->device(),
                     metric,
                     judging.recorded->unit(),
                     "recorded",
                     kernel + " for " + metric + ", " + task.target};
  return judging;
}

/// Reaches the target, captures the launch where it has to, and runs the original on it.
Result<Judging> startJudging(const TuningTask& task, const Plan& plan, const Target& target, const std::string& metric,
                             const Progress& tell, const std::stop_token& stop) {
  const std::string& kernel = plan.kernel;
  if (target.place == Target::Place::recorded) return readRecording(task, kernel, target, metric);
  Judging judging;
  if (target.place != Target::Place::here) {
    auto place = openPlace(target, tell, stop);
    if (!place.ok()) return place.error();
    judging.place = *std::move(place);
  }
  if (target.gpu) {
    GpuTuningRequest request;
    const KernelSummary& summary = *chooseKernel(plan.analysis, task.kernel).value();
    request.input = launchOf(task, plan.analysis,
                             target.isGpuHere() ? gpuBuildOf(plan.analysis, summary, task.program) : std::nullopt);
    request.units = unitFlagsOf(plan.analysis);
    request.unit = summary.unit;
    request.codes = judging.codes.path();
    if (Status placed = placeOn(request, target, judging.place, stop); !placed.ok()) return placed.error();
    request.timing = task.budget ? within(*task.budget, task.timing) : task.timing;
    auto gpu = GpuTuning::start(std::move(request), tell, stop);
    if (!gpu.ok()) return gpu.error();
    judging.gpu = std::move(gpu.value());
    judging.problem = judging.gpu->problem();
    judging.problem.kernel = kernel;
    return judging;
  }
  const size_t atOnce = judging.place ? judging.place->atOnce() : 1;
  auto engine = EngineTuning::start({launchOf(task, plan.analysis, {}), metric, judging.place, atOnce}, tell, stop);
  if (!engine.ok()) return engine.error();
  judging.engine = std::move(engine.value());
  judging.problem = judging.engine->problem();
  judging.problem.kernel = kernel;
  return judging;
}

/// What the model of the caches says about the loads of the launch. Errors: why it says nothing.
Result<std::vector<ParameterValues>> predictedFor(const Opportunity& finding, const TuningTask& task,
                                                  const std::string& device, const Progress& tell,
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

/// What was predicted is tried first. Without, the search goes on and a note says why. Errors: of the strategy.
Status predictPolicies(Plan& plan, const TuningTask& task, const std::string& device, const Progress& tell,
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

/// Named by what is judged, where the task does not name it.
Result<Session> openSession(const TuningTask& task, const TuningProblem& problem, const AnalysisResult& analysis) {
  fs::path file = task.session;
  if (file.empty()) {
    file = task.folder / (problem.kernel + "-" + hexText(hashText(problem.identity)) + ".wws");
  }
  auto session = Session::openOrCreate(file);
  if (!session.ok()) return session;
  const auto known = session->latestAnalysis();
  if (!known.ok()) return known.error();
  if (*known) return session;
  if (Status kept = keepAnalysis(*session, analysis, task.context.paths.front(), task.context.arch); !kept.ok())
    return kept.error();
  return session;
}

std::optional<Device> occupancyDevice(const TuningTask& task, const TuningProblem& problem) {
  if (task.device) return task.device;
  const auto device = findDevice(problem.device);
  return device.ok() ? std::optional(*device) : std::nullopt;
}

/// Tells how far it is: phases ten times a second at most.
class Teller {
 public:
  explicit Teller(const std::function<void(const TuningNow&)>& progress) : progress_(progress) {}
  void phase(const EngineProgress& at) {
    const auto time = std::chrono::steady_clock::now();
    if (!progress_ || time - told_ < std::chrono::milliseconds(100)) return;
    told_ = time;
    now_.phase = at.text;
    now_.fraction = at.fraction;
    progress_(now_);
  }
  void expect(size_t most) { now_.table.most = most; }
  void tell(TuningNow now) {
    now_ = std::move(now);
    if (progress_) progress_(now_);
  }

 private:
  const std::function<void(const TuningNow&)>& progress_;
  TuningNow now_;
  std::chrono::steady_clock::time_point told_;
};

/// Everything is there to judge variants.
struct Ready {
  Plan plan;
  Judging judging;
  Session session;
};

/// Of the budget, after what analysis, capture and original took: enough for a variant or two in any case, for without
/// them all of that was for nothing.
std::optional<std::chrono::milliseconds> leftOf(const std::optional<std::chrono::milliseconds>& budget,
                                                std::chrono::steady_clock::time_point start) {
  constexpr std::chrono::milliseconds forSome(10'000);
  if (!budget) return std::nullopt;
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
  return std::max({*budget - spent, *budget / 2, std::min(*budget, forSome)});
}

/// The findings that steps of variants are about: of the kernel, and those that came up in texts of variants.
std::vector<Opportunity> withFound(const Plan& plan, const ServiceMaker& maker) {
  std::vector<Opportunity> all = plan.opportunities;
  const std::vector<Opportunity> found = maker.found();
  all.insert(all.end(), found.begin(), found.end());
  return all;
}

Result<Tuned> judgeVariants(Ready& ready, const TuningTask& task, AnalysisService& service, Teller& teller,
                            std::optional<std::chrono::milliseconds> budget, std::stop_token pause,
                            const std::stop_token& stop) {
  const Plan& plan = ready.plan;
  Judging& judging = ready.judging;
  const TuningProblem& problem = judging.problem;
  OwnFirst strategy(*plan.strategy, task.own, task.onlyOwn);
  const bool isAhead = task.moreServices && !judging.recorded;
  AnalysisRequest context = task.context;
  context.codes = judging.codes.path();
  // A recording has no variants but those that were recorded.
  const std::string kernel = judging.recorded ? "" : task.kernel;
  ServiceMaker alone(service, context, kernel), beside(task.moreServices, roomForServices(), context, kernel);
  ServiceMaker& writer = isAhead ? beside : alone;
  const auto tableOf = [&, device = occupancyDevice(task, problem)](const TuningHistory& history) {
    KernelSummary kernel = *chooseKernel(plan.analysis, task.kernel).value();
    kernel.opportunities = withFound(plan, writer);
    TuningTable table = tuningTable(problem, history, kernel, plan.analysis.passes, device);
    table.strategy = strategy.name();
    table.most = strategy.mostVariants();
    table.session = ready.session.file().string();
    table.leftOut = plan.leftOut;
    table.notes = plan.notes;
    if (judging.gpu) table.stalls = judging.gpu->stalls();
    return table;
  };
  const auto show = [&](const TuningProgress& at) {
    teller.tell({{},
                 -1,
                 tableOf(*at.history),
                 variantName(at.steps, withFound(plan, writer), plan.analysis.passes),
                 at.secondsLeft});
  };
  OwnMaker maker(writer, task.own);
  ResourceJudge resources(judging.judge(), service, task.context, plan.kernel);
  // On a GPU the driver has said what a kernel needs.
  VariantJudge& judge = judging.gpu ? judging.judge() : resources;
  auto result = tune(ready.session, problem, strategy, maker, judge, {budget, std::move(pause)}, show, stop);
  if (!result.ok()) return result.error();
  TuningTable table = tableOf(result->history);
  table.complete = result->complete && strategy.isComplete(result->history);
  table.seconds = result->seconds;
  const std::string kept = toJson(table).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (Status set = ready.session.setValue(tuningTableKey(plan.kernel), kept); !set.ok()) return set.error();
  return Tuned{problem, std::move(table), std::move(result.value()), withFound(plan, writer)};
}

}  // namespace

Result<Tuned> runTuning(const TuningTask& task, AnalysisService& service,
                        const std::function<void(const TuningNow&)>& progress, std::stop_token pause,
                        std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  const Result<Target> target = parseTarget(task.target);
  if (!target.ok()) return target.error();
  if (!task.own.empty() && target->place == Target::Place::recorded)
    return Error{ErrorKind::usage, "A recording runs nothing. Choose another target for your own variant.",
                 std::nullopt};
  const Result<std::string> metric = metricOf(task, *target);
  if (!metric.ok()) return metric.error();
  Teller teller(progress);
  const Progress tell = [&](const EngineProgress& at) { teller.phase(at); };
  std::error_code ignored;
  if (task.session.empty()) fs::create_directories(task.folder, ignored);  // the capture and the session go there
  if (!task.session.empty()) {
    // A file that is no session is said before anything runs. What fails after that leaves none behind.
    const bool isThere = fs::exists(task.session, ignored);
    if (const auto able = Session::openOrCreate(task.session); !able.ok()) return able.error();
    if (!isThere) fs::remove(task.session, ignored);
  }
  Result<Plan> plan = planOf(task, *target, service, tell, stop);
  if (!plan.ok()) return plan.error();
  teller.expect(plan->strategy->mostVariants());
  Result<Judging> judging = startJudging(task, *plan, *target, *metric, tell, stop);
  if (!judging.ok()) return judging.error();
  Result<Session> session = openSession(task, judging->problem, plan->analysis);
  if (!session.ok()) return session.error();
  if (!judging->recorded) {
    if (Status predicted = predictPolicies(*plan, task, judging->problem.device, tell, stop); !predicted.ok())
      return predicted.error();
  }
  Ready ready{std::move(plan.value()), std::move(judging.value()), std::move(session.value())};
  return judgeVariants(ready, task, service, teller, leftOf(task.budget, start), std::move(pause), stop);
}

Result<VariantRecord> tunedVariant(const TuningTable& table, const VariantSteps& steps) {
  auto session = Session::open(table.session);
  if (!session.ok()) return session.error();
  auto variants = session->variants();
  if (!variants.ok()) return variants.error();
  for (VariantRecord& variant : *variants) {
    if (toString(variant.steps) == toString(steps) && !variant.files.empty()) return std::move(variant);
  }
  return inputError("The variant is no longer in " + table.session + ". Measure again.");
}

}  // namespace warpwright
