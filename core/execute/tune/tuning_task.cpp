#include "core/execute/tune/tuning_task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/base/hash.h"
#include "core/execute/place/worker_place.h"
#include "core/execute/tune/engine_tuning.h"
#include "core/execute/tune/gpu_tuning.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/execute/tune/recorded_judge.h"
#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/strategy.h"
#include "core/execute/tune/weigh_loads.h"
#include "core/session/keep_analysis.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;
using Progress = std::function<void(const EngineProgress&)>;

/// What variants are judged by: one of three.
struct Judging {
  TuningProblem problem;
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

Result<AnalysisResult> findingsOf(const TuningTask& task, AnalysisService& service, const Progress& tell,
                                  const std::stop_token& stop) {
  if (task.analysis) return *task.analysis;
  return analyseWith(
      service, task.context, [&](double fraction, const std::string& phase) { tell({"analyse", phase, fraction}); },
      stop);
}

CapturedInputRequest launchOf(const TuningTask& task) {
  CapturedInputRequest launch;
  launch.program = task.program;
  launch.kernel = task.kernel;
  launch.launchIndex = task.launchIndex;
  launch.capture = task.capture;
  std::error_code ignored;
  launch.newCapture = fs::absolute(task.session.string() + ".wwcap", ignored);
  if (task.session.empty()) {
    std::string input = task.program.path.string() + '\n' + std::to_string(task.launchIndex);
    for (const std::string& argument : task.program.arguments) input += '\n' + argument;
    launch.newCapture = task.folder / (task.kernel + "-" + hexText(hashText(input)) + ".wwcap");
  }
  return launch;
}

Result<Judging> readRecording(const TuningTask& task, const Target& target, const std::string& metric) {
  auto judge = RecordedJudge::open(target.name, task.kernel, metric);
  if (!judge.ok()) return judge.error();
  Judging judging;
  judging.recorded = std::move(judge.value());
  judging.problem = {task.kernel,
                     task.target,
                     judging.recorded->device(),
                     metric,
                     judging.recorded->unit(),
                     "recorded",
                     task.kernel + " for " + metric + ", " + task.target};
  return judging;
}

/// Reaches the target, captures the launch where it has to, and runs the original on it.
Result<Judging> startJudging(const TuningTask& task, const Target& target, const std::string& metric,
                             const Progress& tell, const std::stop_token& stop) {
  if (target.place == Target::Place::recorded) return readRecording(task, target, metric);
  Judging judging;
  if (target.place != Target::Place::here) {
    auto place = openPlace(target, tell, stop);
    if (!place.ok()) return place.error();
    judging.place = *std::move(place);
  }
  if (target.gpu) {
    GpuTuningRequest request;
    request.input = launchOf(task);
    if (Status placed = placeOn(request, target, judging.place, stop); !placed.ok()) return placed.error();
    request.timing = task.timing;
    auto gpu = GpuTuning::start(std::move(request), tell, stop);
    if (!gpu.ok()) return gpu.error();
    judging.gpu = std::move(gpu.value());
    judging.problem = judging.gpu->problem();
    return judging;
  }
  const size_t atOnce = judging.place ? judging.place->atOnce() : 1;
  auto engine = EngineTuning::start({launchOf(task), metric, judging.place, atOnce}, tell, stop);
  if (!engine.ok()) return engine.error();
  judging.engine = std::move(engine.value());
  judging.problem = judging.engine->problem();
  return judging;
}

/// What the model of the caches says about the loads of the launch comes first. Where it says nothing, the search goes
/// without, and the answer is why.
std::string predictPolicies(std::vector<TunableChange>& changes, const std::vector<Opportunity>& opportunities,
                            const TuningTask& task, const std::string& device, const Progress& tell,
                            const std::stop_token& stop) {
  for (TunableChange& change : changes) {
    if (change.kind != TunableChange::Kind::policy) continue;
    const CapturedInputRequest launch = launchOf(task);
    WeighingTask weighing;
    weighing.program = task.program;
    weighing.program.device = findDevice(device).ok() ? device : "";
    weighing.program.workers = std::max(1U, std::thread::hardware_concurrency());
    weighing.capture = launch.capture.empty() ? launch.newCapture : launch.capture;
    weighing.kernel = task.kernel;
    weighing.model.threads = weighing.program.workers;
    const auto modelled = findDevice(weighing.program.device.empty() ? task.program.arch : weighing.program.device);
    if (!modelled.ok()) return "No policy was predicted. " + modelled.error().message;
    weighing.device = *modelled;
    for (const Opportunity& opportunity : opportunities) {
      if (opportunity.id == change.opportunity) weighing.finding = opportunity;
    }
    const Result<WeighedLoads> weighed = weighLoads(weighing, nullptr, requestsOfProgram, tell, stop);
    if (!weighed.ok()) return "No policy was predicted. " + weighed.error().message;
    if (weighing.finding) change.predicted = predictedPolicies(*weighing.finding, weighed->choice);
  }
  return {};
}

/// Named by what is judged, where the task does not name it.
Result<Session> openSession(const TuningTask& task, const TuningProblem& problem, const AnalysisResult& analysis) {
  fs::path file = task.session;
  if (file.empty()) {
    std::error_code ignored;
    fs::create_directories(task.folder, ignored);
    file = task.folder / (task.kernel + "-" + hexText(hashText(problem.identity)) + ".wws");
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

/// Makes tables of what is known.
struct Tabulation {
  const TuningProblem& problem;
  const KernelSummary& kernel;
  const TuningStrategy& strategy;
  std::optional<Device> device;
  std::string session;
  std::vector<std::string> leftOut, notes;

  TuningTable operator()(const TuningHistory& history) const {
    TuningTable table = tuningTable(problem, history, kernel, device);
    table.strategy = strategy.name();
    table.most = strategy.mostVariants();
    table.session = session;
    table.leftOut = leftOut;
    table.notes = notes;
    return table;
  }
};

const KernelSummary& kernelOf(const AnalysisResult& analysis, const std::string& name) {
  return *std::find_if(analysis.kernels.begin(), analysis.kernels.end(),
                       [&](const KernelSummary& kernel) { return kernel.name == name; });
}

std::vector<Opportunity> opportunitiesOf(const AnalysisResult& analysis, const std::string& kernel) {
  std::vector<Opportunity> all;
  for (const KernelSummary& summary : analysis.kernels) {
    if (summary.name == kernel) all.insert(all.end(), summary.opportunities.begin(), summary.opportunities.end());
  }
  return all;
}

std::optional<Device> occupancyDevice(const TuningTask& task, const TuningProblem& problem) {
  if (task.device) return task.device;
  const auto device = findDevice(problem.device);
  return device.ok() ? std::optional(*device) : std::nullopt;
}

/// Tells what happens before variants are judged, ten times a second at most.
class PhaseTeller {
 public:
  explicit PhaseTeller(const std::function<void(const TuningNow&)>& progress) : progress_(progress) {}
  void operator()(const EngineProgress& at) {
    const auto time = std::chrono::steady_clock::now();
    if (!progress_ || time - told_ < std::chrono::milliseconds(100)) return;
    told_ = time;
    now.phase = at.text;
    now.fraction = at.fraction;
    progress_(now);
  }
  TuningNow now;

 private:
  const std::function<void(const TuningNow&)>& progress_;
  std::chrono::steady_clock::time_point told_;
};

}  // namespace

Result<Tuned> runTuning(const TuningTask& task, AnalysisService& service,
                        const std::function<void(const TuningNow&)>& progress, std::stop_token pause,
                        std::stop_token stop) {
  const Result<Target> target = parseTarget(task.target);
  if (!target.ok()) return target.error();
  const Result<std::string> metric = metricOf(task, *target);
  if (!metric.ok()) return metric.error();
  PhaseTeller teller(progress);
  const Progress tell = std::ref(teller);
  const Result<AnalysisResult> analysis = findingsOf(task, service, tell, stop);
  if (!analysis.ok()) return analysis.error();
  auto changes = tunableChanges(*analysis, task.kernel);
  if (!changes.ok()) return changes.error();
  std::vector<std::string> leftOut, notes;
  if (target->gpu) leftOut = leaveOutUnfeedable(*changes);
  auto strategy = makeStrategy(task.strategy, *changes);
  if (!strategy.ok()) return strategy.error();
  teller.now.table.most = (*strategy)->mostVariants();

  std::optional<Session> session;
  const auto open = [&](const TuningProblem& problem) -> Status {
    auto opened = openSession(task, problem, *analysis);
    if (!opened.ok()) return opened.error();
    session.emplace(std::move(opened.value()));
    return {};
  };
  // A file that is no session is said before anything runs.
  if (!task.session.empty()) {
    if (Status opened = open({}); !opened.ok()) return opened.error();
  }
  Result<Judging> judging = startJudging(task, *target, *metric, tell, stop);
  if (!judging.ok()) return judging.error();
  if (!session) {
    if (Status opened = open(judging->problem); !opened.ok()) return opened.error();
  }
  Tuned tuned{judging->problem, {}, {}, opportunitiesOf(*analysis, task.kernel)};
  if (!judging->recorded) {
    const std::string why = predictPolicies(*changes, tuned.opportunities, task, tuned.problem.device, tell, stop);
    if (!why.empty()) notes.push_back(why);
    strategy = makeStrategy(task.strategy, *changes);
    if (!strategy.ok()) return strategy.error();
  }

  const KernelSummary& kernel = kernelOf(*analysis, task.kernel);
  const Tabulation tableOf{
      tuned.problem, kernel, **strategy, occupancyDevice(task, tuned.problem), session->file().string(),
      leftOut,       notes};
  const auto show = [&](const TuningProgress& at) {
    if (!progress) return;
    TuningNow& now = teller.now;
    now.running = variantName(at.steps, tuned.opportunities);
    now.phase.clear();
    now.fraction = -1;
    now.secondsLeft = at.secondsLeft;
    now.table = tableOf(*at.history);
    if (judging->gpu) now.table.stalls = judging->gpu->stalls();
    progress(now);
  };
  ServiceMaker maker(service, task.context);
  ResourceJudge resources(judging->judge(), service, task.context, task.kernel);
  // On a GPU the driver has said what a kernel needs.
  VariantJudge& judge = judging->gpu ? judging->judge() : resources;
  auto result = tune(*session, tuned.problem, **strategy, maker, judge, {task.budget, std::move(pause)}, show, stop);
  if (!result.ok()) return result.error();
  tuned.result = std::move(result.value());
  tuned.table = tableOf(tuned.result.history);
  tuned.table.complete = tuned.result.complete;
  tuned.table.seconds = tuned.result.seconds;
  if (judging->gpu) tuned.table.stalls = judging->gpu->stalls();
  const nlohmann::json kept = toJson(tuned.table);
  if (Status set = session->setValue(tuningTableKey(task.kernel),
                                     kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
      !set.ok())
    return set.error();
  return tuned;
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
