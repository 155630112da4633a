#include "core/execute/tune/tuning_task.h"

#include "core/base/hash.h"
#include "core/execute/place/worker_place.h"
#include "core/execute/tune/engine_tuning.h"
#include "core/execute/tune/gpu_tuning.h"
#include "core/execute/tune/recorded_judge.h"
#include "core/execute/tune/service_maker.h"
#include "core/execute/tune/strategy.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

class Task {
 public:
  Task(const TuningTask& task, AnalysisService& service, const std::function<void(const TuningNow&)>& progress)
      : task_(task), service_(service), progress_(progress) {}

  Result<TuningTable> run(std::stop_token pause, std::stop_token stop) {
    auto changes = tunableChanges(task_.analysis, task_.kernel);
    if (!changes.ok()) return changes.error();
    const Result<Target> target = parseTarget(task_.target);
    if (target.ok() && target->gpu) leaveOutUnfeedable(*changes);
    auto strategy = makeStrategy(task_.strategy, *changes);
    if (!strategy.ok()) return strategy.error();
    for (const KernelSummary& kernel : task_.analysis.kernels) {
      if (kernel.name == task_.kernel) kernel_ = &kernel;
    }
    now_.table.most = (*strategy)->mostVariants();
    std::error_code ignored;
    fs::create_directories(task_.folder, ignored);
    if (Status ready = prepare(stop); !ready.ok()) return ready.error();
    const fs::path file = task_.folder / (task_.kernel + "-" + hexText(hashText(problem_.identity)) + ".wws");
    auto session = Session::openOrCreate(file);
    if (!session.ok()) return session.error();
    ServiceMaker maker(service_, task_.context);
    VariantJudge& inner = recorded_ ? *recorded_ : gpu_ ? gpu_->judge() : engine_->judge();
    ResourceJudge resources(inner, service_, task_.context, task_.kernel);
    VariantJudge& judge = gpu_ ? inner : resources;  // the driver has said what a kernel needs
    const auto tableOf = [&](const TuningHistory& history) {
      TuningTable table = tuningTable(problem_, history, *kernel_, task_.analysis.passes, task_.device);
      table.strategy = (*strategy)->name();
      table.most = (*strategy)->mostVariants();
      table.session = file.string();
      if (gpu_) table.stalls = gpu_->stalls();
      return table;
    };
    const auto tell = [&](const TuningProgress& progress) {
      now_.running = variantName(progress.steps, kernel_->opportunities, task_.analysis.passes);
      now_.phase.clear();
      now_.secondsLeft = progress.secondsLeft;
      now_.table = tableOf(*progress.history);
      progress_(now_);
    };
    auto result = tune(*session, problem_, **strategy, maker, judge, {task_.budget, pause}, tell, stop);
    if (!result.ok()) return result.error();
    TuningTable table = tableOf(result->history);
    table.complete = result->complete;
    table.seconds = result->seconds;
    return table;
  }

 private:
  Status prepare(std::stop_token stop) {
    const Result<Target> target = parseTarget(task_.target);
    if (!target.ok()) return target.error();
    if (target->place == Target::Place::recorded) {
      auto judge = RecordedJudge::open(target->name, task_.kernel, task_.metric);
      if (!judge.ok()) return judge.error();
      problem_ = {task_.kernel,
                  task_.target,
                  (*judge)->device(),
                  task_.metric,
                  (*judge)->unit(),
                  "recorded",
                  task_.kernel + " for " + task_.metric + ", " + task_.target};
      recorded_ = std::move(judge.value());
      return {};
    }
    CapturedInputRequest launch;
    launch.program = task_.program;
    launch.kernel = task_.kernel;
    launch.launchIndex = task_.launchIndex;
    launch.capture = task_.capture;
    std::string input = task_.program.path.string() + '\n' + std::to_string(task_.launchIndex);
    for (const std::string& argument : task_.program.arguments) input += '\n' + argument;
    launch.newCapture = task_.folder / (task_.kernel + "-" + hexText(hashText(input)) + ".wwcap");
    const auto tell = [this](const EngineProgress& at) {
      const auto time = std::chrono::steady_clock::now();
      if (time - told_ < std::chrono::milliseconds(100)) return;
      told_ = time;
      now_.phase = at.text;
      progress_(now_);
    };
    if (target->place != Target::Place::here) {
      auto place = openPlace(*target, tell, stop);
      if (!place.ok()) return place.error();
      place_ = *std::move(place);
    }
    if (target->gpu) {
      GpuTuningRequest request;
      request.input = std::move(launch);
      if (Status placed = placeOn(request, *target, place_, stop); !placed.ok()) return placed;
      auto gpu = GpuTuning::start(std::move(request), tell, stop);
      if (!gpu.ok()) return gpu.error();
      gpu_ = std::move(gpu.value());
      problem_ = gpu_->problem();
      return {};
    }
    auto engine =
        EngineTuning::start({std::move(launch), task_.metric, place_, place_ ? place_->atOnce() : 1}, tell, stop);
    if (!engine.ok()) return engine.error();
    engine_ = std::move(engine.value());
    problem_ = engine_->problem();
    return {};
  }

  const TuningTask& task_;
  AnalysisService& service_;
  const std::function<void(const TuningNow&)>& progress_;
  const KernelSummary* kernel_ = nullptr;
  TuningNow now_;
  std::chrono::steady_clock::time_point told_;
  TuningProblem problem_;
  std::shared_ptr<WorkerPlace> place_;
  std::unique_ptr<EngineTuning> engine_;
  std::unique_ptr<GpuTuning> gpu_;
  std::unique_ptr<RecordedJudge> recorded_;
};

}  // namespace

Result<TuningTable> runTuning(const TuningTask& task, AnalysisService& service,
                              const std::function<void(const TuningNow&)>& progress, std::stop_token pause,
                              std::stop_token stop) {
  return Task(task, service, progress).run(std::move(pause), std::move(stop));
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
