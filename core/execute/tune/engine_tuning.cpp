#include "core/execute/tune/engine_tuning.h"

#include <map>

#include "core/job/metric.h"

namespace warpwright {
namespace {

/// Judges variants on a captured launch.
class ReplayJudge : public VariantJudge {
 public:
  /// `metric`: kept beside the few that are always kept.
  ReplayJudge(const CaptureReplayer& replayer, std::string metric, size_t atOnce, CaptureReplayer::Progress progress)
      : replayer_(replayer), metric_(std::move(metric)), atOnce_(atOnce), progress_(std::move(progress)) {}

  size_t atOnce() const override { return atOnce_; }

  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) override {
    TuningJudgement judgement;
    if (variant.steps.empty()) {
      judgement.verification.summary = replayer_.notReproduced();
      judgement.verification.identical = judgement.verification.summary.empty();
      judgement.metrics = keptOf(replayer_.original());
      return judgement;
    }
    Result<VariantReplay> replay = replayer_.run(replayOf(variant), progress_, stop);
    if (!replay.ok()) return replay.error();
    return judgementOf(*replay);
  }

  std::vector<Result<TuningJudgement>> judgeAll(const std::vector<VariantRecord>& variants,
                                                std::stop_token stop) override {
    std::vector<ReplayVariant> replayed;
    for (const VariantRecord& variant : variants) replayed.push_back(replayOf(variant));
    const Result<std::vector<VariantReplay>> replays = replayer_.runAll(replayed, progress_, stop);
    if (!replays.ok()) return std::vector<Result<TuningJudgement>>(variants.size(), replays.error());
    std::vector<Result<TuningJudgement>> judgements;
    for (const VariantReplay& replay : *replays) judgements.push_back(judgementOf(replay));
    return judgements;
  }

 private:
  TuningJudgement judgementOf(const VariantReplay& replay) const {
    TuningJudgement judgement;
    judgement.verification = verificationOf(replayer_.original(), replay);
    if (judgement.verification.identical) judgement.metrics = keptOf(replay.run);
    return judgement;
  }

  std::map<std::string, double> keptOf(const ReplayRun& run) const {
    std::map<std::string, double> values = metricsOf(run);
    std::erase_if(values, [this](const auto& value) {
      return value.first != metric_ && value.first != modelCost && value.first != "engine/accesses";
    });
    return values;
  }

  const CaptureReplayer& replayer_;
  std::string metric_;
  size_t atOnce_;
  CaptureReplayer::Progress progress_;
};

}  // namespace

Result<std::unique_ptr<EngineTuning>> EngineTuning::start(EngineTuningRequest request,
                                                          CaptureReplayer::Progress progress, std::stop_token stop) {
  auto metric = selectMetrics(request.metric);
  if (!metric.ok()) return metric.error();
  if (metric->size() != 1) return Error{ErrorKind::usage, "One metric is tuned at a time.", std::nullopt};
  Result<CapturedInput> input = captureInput(request.input, progress, stop);
  if (!input.ok()) return input.error();
  ReplayOptions replay;
  replay.project = request.input.program.project;
  replay.capture = input->capture;
  replay.timeLimit = request.input.program.timeLimit;
  replay.metrics = needTrace(*metric);
  replay.place = request.place;
  replay.program = request.input.program;
  auto replayer = CaptureReplayer::start(replay, named(progress, "original"), stop);
  if (!replayer.ok()) return replayer.error();
  std::unique_ptr<EngineTuning> tuning(new EngineTuning(std::move(replayer.value())));
  const LaunchCapture& kept = tuning->replayer_.capture();
  const MetricInfo& info = metric->front();
  tuning->judge_ =
      std::make_unique<ReplayJudge>(tuning->replayer_, request.metric, request.atOnce, named(progress, "variant"));
  // Counts are the same wherever they are taken.
  tuning->problem_ = {
      request.input.kernel,
      "cpu",
      kept.program.arch,
      info.tag,
      info.unit,
      (needTrace(*metric) ? "modelled for " + kept.program.arch : std::string("counted by the CPU engine")) +
          " in launch " + std::to_string(kept.kernelLaunch) + ", " + toString(shapeOf(kept)),
      request.input.kernel + " for " + info.tag + " on cpu, launch " + input->identity};
  return tuning;
}

}  // namespace warpwright
