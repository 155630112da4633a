#include "core/execute/tune/weigh_on_gpu.h"

#include "core/execute/place/worker_place.h"
#include "core/execute/tune/captured_input.h"

namespace warpwright {
namespace {

using memsim::CacheOperator;
using Progress = std::function<void(const EngineProgress&)>;

class GpuWeighing {
 public:
  GpuWeighing(const GpuWeighingTask& task, const Progress& progress, std::stop_token stop)
      : task_(task), choose_(task.loads.choose), progress_(progress), stop_(std::move(stop)) {}

  Result<GpuWeighedLoads> run() {
    Result<std::vector<memsim::RequestTrace>> traces = requestsOf(task_.loads, requestsOfProgram, progress_, stop_);
    if (!traces.ok()) return traces.error();
    traces_ = *std::move(traces);
    answer_.kernel = traces_.empty() ? task_.loads.kernel : traces_.front().kernel;
    if (Status started = start(); !started.ok()) return started.error();
    Result<PtxVariants> variants = join();
    if (!variants.ok()) return variants.error();
    if (Status chosen = choose(*variants); !chosen.ok()) return chosen.error();
    Result<std::vector<TimedPolicy>> tries = std::vector<TimedPolicy>();
    if (task_.tries) tries = task_.tries(answer_.choice.names);
    if (!tries.ok()) return tries.error();
    if (Status counted = characterize(*variants); !counted.ok()) return counted.error();
    answer_.timed = policiesToTime(answer_.choice, answer_.character);
    answer_.timed.insert(answer_.timed.end(), tries->begin(), tries->end());
    if (Status timed = time(*variants); !timed.ok()) return timed.error();
    return std::move(answer_);
  }

 private:
  void reportPhase(const std::string& what) const { progress_({"weigh", what, -1}); }

  Status start() {
    const Target& target = task_.target;
    GpuReplayOptions options;
    options.capture = task_.loads.capture;
    options.device = target.firstDevice();
    options.place = task_.place;
    options.timing.reset();
    options.program = task_.loads.program;
    options.units = task_.units;
    if (target.place == Target::Place::here && !target.device) {
      auto others = likeGpus(options.device, stop_);
      if (!others.ok()) return others.error();
      options.otherDevices = *std::move(others);
    }
    atOnce_ = 1 + options.otherDevices.size();
    Result<GpuReplayer> replayer = GpuReplayer::start(std::move(options), named(progress_, "original"), stop_);
    if (!replayer.ok()) return replayer.error();
    if (const std::string wrong = replayer->notReproduced(); !wrong.empty()) return inputError(wrong);
    replayer_.emplace(std::move(replayer.value()));
    answer_.gpu = replayer_->original().gpu.name;
    return {};
  }

  /// The candidates of the engine, in PTX. What PTX does not tell apart is one load from here on.
  Result<PtxVariants> join() {
    reportPhase("nvcc");
    Result<std::string> ptx = replayer_->originalPtx(stop_);
    if (!ptx.ok()) return ptx.error();
    Result<std::vector<PtxLoad>> loads = ptxLoads(*ptx, replayer_->capture().kernel.mangledName);
    if (!loads.ok()) return loads.error();
    PolicyModelOptions all = task_.loads.model;
    all.mostLoads = SIZE_MAX;
    const PolicyModel apart(traces_, task_.loads.device, all);
    countTogether(traces_, apart.loads(), joinLoads(apart.loads(), *loads));
    model_.emplace(traces_, task_.loads.device, task_.loads.model);
    PtxVariants variants(*std::move(ptx), *loads, joinLoads(model_->loads(), *loads));
    if (variants.candidates() != model_->loads().size())
      return Error{ErrorKind::worker, "Loads of the source and of PTX could not be joined.", std::nullopt};
    answer_.otherLoads = variants.others();
    return variants;
  }

  Status choose(const PtxVariants& variants) {
    choose_.mayChange.clear();
    for (size_t i = 0; i < variants.candidates(); ++i) choose_.mayChange.push_back(variants.has(i));
    Result<PolicyChoice> choice = choosePolicy(
        *model_, namesOf(model_->loads()), choose_, [this](const std::string& what) { reportPhase(what); }, stop_);
    if (!choice.ok()) return choice.error();
    answer_.choice = std::move(choice.value());
    return {};
  }

  ReplayVariant variantOf(const PtxVariants& variants, const PtxPolicy& policy) const {
    ReplayVariant variant;
    variant.ptx = variants.text(policy);
    return variant;
  }

  Status characterize(const PtxVariants& variants) {
    replayer_->measureBy({}, policyCounters());
    const CountPolicies count = [&](const std::vector<PtxPolicy>& policies,
                                    const std::stop_token& stop) -> Result<std::vector<PolicyCounts>> {
      std::vector<ReplayVariant> replayed;
      for (const PtxPolicy& policy : policies) replayed.push_back(variantOf(variants, policy));
      std::vector<PolicyCounts> all;
      for (const Result<GpuVariantReplay>& replay : replayer_->runAll(replayed, [](const EngineProgress&) {}, stop)) {
        if (!replay.ok()) return replay.error();
        const Result<PolicyCounts> counts = policyCountsOf(replay->gpu, replay->gpu.variantCounters);
        if (!counts.ok()) return counts.error();
        all.push_back(*counts);
      }
      return all;
    };
    Result<GpuCharacter> character = characterizeOnGpu(
        variants, answer_.choice, {model_->commonLines(), atOnce_}, count,
        [this](const std::string& what) { reportPhase(what); }, stop_);
    if (!character.ok()) return character.error();
    answer_.character = std::move(character.value());
    return {};
  }

  Status time(const PtxVariants& variants) {
    replayer_->measureBy(task_.timing, {});
    for (TimedPolicy& policy : answer_.timed) {
      Result<GpuVariantReplay> replay = replayer_->run(variantOf(variants, {policy.operators, CacheOperator::normal}),
                                                       named(progress_, "timing " + policy.name), stop_);
      if (!replay.ok()) return replay.error();
      policy.replay = *std::move(replay);
    }
    return {};
  }

  const GpuWeighingTask& task_;
  ChooseOptions choose_;
  const Progress& progress_;
  std::stop_token stop_;
  std::vector<memsim::RequestTrace> traces_;
  size_t atOnce_ = 1;
  std::optional<GpuReplayer> replayer_;
  std::optional<PolicyModel> model_;
  GpuWeighedLoads answer_;
};

}  // namespace

Result<GpuWeighedLoads> weighOnGpu(const GpuWeighingTask& task,
                                   const std::function<void(const EngineProgress&)>& progress, std::stop_token stop) {
  return GpuWeighing(task, progress, std::move(stop)).run();
}

}  // namespace warpwright
