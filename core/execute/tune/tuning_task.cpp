#include "core/execute/tune/tuning_task.h"

#include <algorithm>
#include <future>
#include <mutex>
#include <nlohmann/json.hpp>

#include "core/base/hash.h"
#include "core/base/temporary_folder.h"
#include "core/execute/place/worker_place.h"
#include "core/execute/tune/engine_tuning.h"
#include "core/execute/tune/gpu_tuning.h"
#include "core/execute/tune/likely_next.h"
#include "core/execute/tune/own_variant.h"
#include "core/execute/tune/recorded_judge.h"
#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/tuning_plan.h"
#include "core/finding/kernel_choice.h"
#include "core/session/keep_analysis.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

/// How a variant is timed on a GPU where many have to share the time. One that is not sure must not take the time of
/// all others. Half a second of launches of ten microseconds takes four, as the caches are emptied before each: less
/// than half a second in all will do where the answer is plain by then, else a twentieth of the time spent, which is
/// thousands of them. Where the interval leaves it open it goes on. But for what is next to the original in any case: a
/// search gains more by another variant than by knowing which of the two it is.
GpuTiming within(std::chrono::milliseconds budget, GpuTiming timing) {
  constexpr double fewestTimed = 12, shortest = 0.5, partMeasured = 0.05, openBands = 2, plain = 0.4;
  const double share = std::chrono::duration<double>(budget).count() / fewestTimed;
  timing.rule.budgetSeconds = std::min(timing.rule.budgetSeconds, std::max(shortest, share));
  timing.rule.minSeconds = std::min(timing.rule.minSeconds, timing.rule.budgetSeconds * partMeasured);
  timing.rule.openBands = openBands;
  timing.rule.plainSeconds = plain;
  return timing;
}

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

/// Reaches the target, captures the launch where it has to, and runs the original on it. `codes`: what nvcc made of
/// texts.
Result<Judging> startJudging(const TuningTask& task, const AnalysisResult& analysis, const Target& target,
                             const std::string& metric, const fs::path& codes, const TellProgress& tell,
                             const std::stop_token& stop) {
  const Result<const KernelSummary*> chosen = chooseKernel(analysis, task.kernel);
  if (!chosen.ok()) return chosen.error();
  const KernelSummary& summary = **chosen;
  const std::string& kernel = summary.name;
  if (target.place == Target::Place::recorded) return readRecording(task, kernel, target, metric);
  Judging judging;
  if (target.place != Target::Place::here) {
    auto place = openPlace(target, tell, stop);
    if (!place.ok()) return place.error();
    judging.place = *std::move(place);
  }
  if (target.gpu) {
    GpuTuningRequest request;
    request.input = launchOf(task, analysis, target.isGpuHere());
    request.units = unitFlagsOf(analysis);
    request.unit = summary.unit;
    request.codes = codes;
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
  auto engine = EngineTuning::start({launchOf(task, analysis, false), metric, judging.place, atOnce}, tell, stop);
  if (!engine.ok()) return engine.error();
  judging.engine = std::move(engine.value());
  judging.problem = judging.engine->problem();
  judging.problem.kernel = kernel;
  return judging;
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

/// Tells how far it is: phases ten times a second at most, of whatever happens side by side.
class Teller {
 public:
  explicit Teller(const std::function<void(const TuningNow&)>& progress) : progress_(progress) {}
  void phase(const EngineProgress& at) {
    const std::lock_guard lock(mutex_);
    const auto time = std::chrono::steady_clock::now();
    if (!progress_ || time - told_ < std::chrono::milliseconds(100)) return;
    told_ = time;
    now_.phase = at.text;
    now_.fraction = at.fraction;
    progress_(now_);
  }
  void expect(size_t most) {
    const std::lock_guard lock(mutex_);
    now_.table.most = most;
  }
  void tell(TuningNow now) {
    const std::lock_guard lock(mutex_);
    now_ = std::move(now);
    if (progress_) progress_(now_);
  }

 private:
  const std::function<void(const TuningNow&)>& progress_;
  std::mutex mutex_;
  TuningNow now_;
  std::chrono::steady_clock::time_point told_;
};

/// Everything is there to judge variants.
struct Ready {
  TuningPlan plan;
  Judging judging;
  std::unique_ptr<ServiceMaker> writer;
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
std::vector<Opportunity> withFound(const TuningPlan& plan, const ServiceMaker& maker) {
  std::vector<Opportunity> all = plan.opportunities;
  const std::vector<Opportunity> found = maker.found();
  all.insert(all.end(), found.begin(), found.end());
  return all;
}

/// Who writes variants. Several at once begin with those that are likely to come first, while the original is measured.
std::unique_ptr<ServiceMaker> writerOf(const TuningTask& task, const Target& target, const TuningPlan& plan,
                                       const fs::path& codes, AnalysisService& service) {
  const bool isRecorded = target.place == Target::Place::recorded;
  AnalysisRequest context = task.context;
  context.codes = codes;
  // A recording has no variants but those that were recorded.
  const std::string kernel = isRecorded ? "" : task.kernel;
  if (!task.moreServices || isRecorded) return std::make_unique<ServiceMaker>(service, std::move(context), kernel);
  auto writer = std::make_unique<ServiceMaker>(task.moreServices, roomForServices(), std::move(context), kernel);
  TuningOutcome original;
  original.accepted = true;
  original.score = 1;
  TuningHistory supposed;
  supposed.add(std::move(original));
  if (!task.onlyOwn) writer->begin(likelyNext(*plan.strategy, supposed, writer->ahead()));
  return writer;
}

Result<Tuned> judgeVariants(Ready& ready, const TuningTask& task, AnalysisService& service, Teller& teller,
                            std::optional<std::chrono::milliseconds> budget, std::stop_token pause,
                            const std::stop_token& stop) {
  const TuningPlan& plan = ready.plan;
  Judging& judging = ready.judging;
  const TuningProblem& problem = judging.problem;
  OwnFirst strategy(*plan.strategy, task.own, task.onlyOwn);
  ServiceMaker& writer = *ready.writer;
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
  const TellProgress tell = [&](const EngineProgress& at) { teller.phase(at); };
  std::error_code ignored;
  if (task.session.empty()) fs::create_directories(task.folder, ignored);  // the capture and the session go there
  if (!task.session.empty()) {
    // A file that is no session is said before anything runs. What fails after that leaves none behind.
    const bool isThere = fs::exists(task.session, ignored);
    if (const auto able = Session::openOrCreate(task.session); !able.ok()) return able.error();
    if (!isThere) fs::remove(task.session, ignored);
  }
  const Result<FirstLook> first = lookFirst(task, *target, service, tell, stop);
  if (!first.ok()) return first.error();
  // The original is measured while the source is looked through for changes, and the first of them are made.
  const TemporaryFolder codes;
  std::stop_source ending;
  const std::stop_callback outer(stop, [&] { ending.request_stop(); });
  auto started = std::async(std::launch::async, [&] {
    return startJudging(task, first->analysis, *target, *metric, codes.path(), tell, ending.get_token());
  });
  Result<TuningPlan> plan = planOf(task, *target, *first, service, tell, stop);
  if (!plan.ok()) {
    ending.request_stop();
    return plan.error();
  }
  teller.expect(plan->strategy->mostVariants());
  auto writer = writerOf(task, *target, *plan, codes.path(), service);
  Result<Judging> judging = started.get();
  if (!judging.ok()) return judging.error();
  Result<Session> session = openSession(task, judging->problem, plan->analysis);
  if (!session.ok()) return session.error();
  if (!judging->recorded) {
    if (Status predicted = predictPolicies(*plan, task, judging->problem.device, tell, stop); !predicted.ok())
      return predicted.error();
  }
  Ready ready{std::move(plan.value()), std::move(judging.value()), std::move(writer), std::move(session.value())};
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
