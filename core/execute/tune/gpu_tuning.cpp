#include "core/execute/tune/gpu_tuning.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <mutex>

#include "core/device/device.h"
#include "core/execute/place/worker_place.h"
#include "core/job/conditions.h"

namespace warpwright {
namespace {

constexpr double millisecond = 1e3;
/// The original may be slower or faster beside a variant than it was at first, as clocks change: past this, and past
/// what the start of a kernel costs, something else has used the GPU in one of the two.
constexpr double mostDrift = 1.25, leastDrift = 3e-6;

/// Why a variant's times say nothing beside those of others; empty: they do.
std::string whyNotComparable(const GpuTimes& first, const GpuTimes& times) {
  if (!times.refused.empty()) return times.refused;
  const double before = first.original.value, now = times.original.value;
  const bool isLike = std::abs(now - before) <= leastDrift || (now <= before * mostDrift && before <= now * mostDrift);
  if (isLike) return {};
  char text[160];
  std::snprintf(text, sizeof text,
                "the original took %.4g ms beside this variant and %.4g ms by itself: not comparable.",
                now * millisecond, before * millisecond);
  return text;
}

/// Another moment may be quieter.
bool mayBeQuieter(const GpuRun& original, const Result<GpuVariantReplay>& replay) {
  if (!replay.ok() || !replay->gpu.times || !original.times) return false;
  const GpuTimes& times = *replay->gpu.times;
  return times.disturbed || (times.refused.empty() && !whyNotComparable(*original.times, times).empty());
}

void addFigures(TuningJudgement& judgement, const GpuKernelFigures& figures, const std::array<uint32_t, 3>& block) {
  judgement.metrics["static/registers"] = figures.registers;
  judgement.metrics["static/shared"] = static_cast<double>(figures.sharedBytes);
  judgement.metrics["static/threads"] = static_cast<double>(uint64_t{block[0]} * block[1] * block[2]);
}

TuningJudgement judgementOfOriginal(const GpuReplayer& replayer) {
  const GpuRun& original = replayer.original();
  TuningJudgement judgement;
  judgement.verification.summary = replayer.notReproduced();
  judgement.verification.identical = judgement.verification.summary.empty();
  if (!judgement.verification.identical || !original.times) return judgement;
  const Interval& time = original.times->original;
  judgement.metrics[gpuTime] = time.value * millisecond;
  judgement.intervals[gpuTime] = {time.low * millisecond, time.high * millisecond};
  judgement.samples = original.times->samples;
  addFigures(judgement, original.original, replayer.capture().block);
  return judgement;
}

/// Judges variants by their time.
class GpuJudge : public VariantJudge {
 public:
  GpuJudge(const GpuReplayer& replayer, size_t atOnce, GpuReplayer::Progress progress)
      : replayer_(replayer), atOnce_(atOnce), progress_(std::move(progress)) {}

  size_t atOnce() const override { return atOnce_; }
  bool fillsIn() const override { return true; }

  void prepare(const VariantRecord& variant, std::stop_token stop) override {
    auto prepared = replayer_.prepare(replayOf(variant), {}, std::move(stop));
    const std::lock_guard lock(mutex_);
    prepared_.insert_or_assign(variant.id, std::move(prepared));
  }

  void forget(const VariantRecord& variant) override {
    const std::lock_guard lock(mutex_);
    prepared_.erase(variant.id);
  }

  Result<TuningJudgement> judge(const VariantRecord& variant, std::stop_token stop) override {
    if (variant.steps.empty()) return judgementOfOriginal(replayer_);
    return std::move(judgeAll({variant}, std::move(stop)).front());
  }

  std::vector<Result<TuningJudgement>> judgeAll(const std::vector<VariantRecord>& variants,
                                                std::stop_token stop) override {
    std::vector<Result<PreparedReplay>> ready;
    for (const VariantRecord& variant : variants) ready.push_back(readyOf(variant, stop));
    std::vector<Result<GpuVariantReplay>> replays = replayer_.runPrepared(ready, progress_, stop);
    const GpuRun& original = replayer_.original();
    if (std::any_of(replays.begin(), replays.end(), [&](const auto& one) { return mayBeQuieter(original, one); }) &&
        !stop.stop_requested())
      measureAgain(replays, ready, stop);
    std::vector<Result<TuningJudgement>> judgements;
    for (const Result<GpuVariantReplay>& replay : replays) {
      judgements.push_back(replay.ok() ? Result<TuningJudgement>(judgementOf(original, *replay)) : replay.error());
    }
    return judgements;
  }

 private:
  /// Those that something else has disturbed, once.
  void measureAgain(std::vector<Result<GpuVariantReplay>>& replays, std::vector<Result<PreparedReplay>>& ready,
                    const std::stop_token& stop) const {
    for (size_t i = 0; i < replays.size(); ++i) {
      if (!mayBeQuieter(replayer_.original(), replays[i])) continue;
      std::vector<Result<PreparedReplay>> one;
      one.push_back(std::move(ready[i]));
      Result<GpuVariantReplay> again = std::move(replayer_.runPrepared(one, progress_, stop).front());
      if (again.ok() && again->gpu.times) replays[i] = std::move(again);
    }
  }

  /// As it was prepared, or prepared now.
  Result<PreparedReplay> readyOf(const VariantRecord& variant, std::stop_token stop) {
    std::unique_lock lock(mutex_);
    const auto known = prepared_.find(variant.id);
    if (known == prepared_.end()) {
      lock.unlock();
      return replayer_.prepare(replayOf(variant), progress_, std::move(stop));
    }
    Result<PreparedReplay> ready = std::move(known->second);
    prepared_.erase(known);
    return ready;
  }

  const GpuReplayer& replayer_;
  size_t atOnce_;
  GpuReplayer::Progress progress_;
  std::mutex mutex_;
  std::map<std::string, Result<PreparedReplay>> prepared_;  ///< by id of the variant
};

}  // namespace

std::string deviceName(const GpuInfo& gpu) {
  const std::string vendor = "NVIDIA ";
  const std::string name = gpu.name.starts_with(vendor) ? gpu.name.substr(vendor.size()) : gpu.name;
  return findDevice(name).ok() ? name : gpu.arch;
}

Status placeOn(GpuTuningRequest& request, const Target& target, std::shared_ptr<WorkerPlace> place,
               std::stop_token stop) {
  request.device = target.firstDevice();
  request.place = std::move(place);
  if (request.place) {
    request.target = toString(target);
    // Each task of an array has a GPU of its own; those of one host are one.
    if (target.place == Target::Place::slurm) request.atOnce = request.place->atOnce();
    return {};
  }
  if (target.device) return {};
  Result<std::vector<int>> others = likeGpus(request.device, std::move(stop));
  if (!others.ok()) return others.error();
  request.otherDevices = *std::move(others);
  return {};
}

TuningJudgement judgementOf(const GpuRun& original, const GpuVariantReplay& replay) {
  TuningJudgement judgement;
  judgement.verification = verificationOf(original.run, replay.replay);
  judgement.verification.summary = replay.message();
  if (!judgement.verification.identical) return judgement;
  addFigures(judgement, replay.gpu.variant, replay.replay.shape.block);
  if (!replay.gpu.times || !original.times) return judgement;
  const GpuTimes& times = *replay.gpu.times;
  if (const std::string why = whyNotComparable(*original.times, times); !why.empty()) {
    if (times.refused.empty())
      judgement.verification.summary = replay.replay.message() + " Its time is not believed: " + why;
    return judgement;
  }
  const double base = original.times->original.value * millisecond;
  judgement.metrics[gpuTime] = base / times.speedup.value;
  judgement.intervals[gpuTime] = {base / times.speedup.high, base / times.speedup.low};
  judgement.samples = times.samples;
  judgement.verdict = times.verdict;
  return judgement;
}

Result<std::unique_ptr<GpuTuning>> GpuTuning::start(GpuTuningRequest request, GpuReplayer::Progress progress,
                                                    std::stop_token stop) {
  // Before a capture is made, which may take long.
  if (const Result<GpuInfo> gpu = describeGpu(request.device, request.place.get(), stop); !gpu.ok()) return gpu.error();
  Result<CapturedInput> input = captureInput(request.input, progress, stop);
  if (!input.ok()) return input.error();
  GpuReplayOptions replay;
  replay.capture = input->capture;
  replay.device = request.device;
  replay.otherDevices = request.otherDevices;
  replay.place = request.place;
  replay.timing = request.timing;
  replay.launchSeconds = request.launchSeconds;
  replay.program = request.input.program;
  replay.codes = request.codes;
  replay.units = std::move(request.units);
  replay.unit = request.unit;
  replay.stalls = StallSampling::original;
  // That takes a dozen launches, which are better spent on variants where they are long.
  replay.longestSampled = request.timing.rule.budgetSeconds / 8;
  auto replayer = GpuReplayer::start(std::move(replay), named(progress, "original"), stop);
  if (!replayer.ok()) return replayer.error();
  std::unique_ptr<GpuTuning> tuning(new GpuTuning(std::move(replayer.value())));
  const GpuReplayer& kept = tuning->replayer_;
  const GpuRun& original = kept.original();
  const std::string target = request.target.empty() ? "gpu:" + std::to_string(request.device) : request.target;
  tuning->judge_ = std::make_unique<GpuJudge>(kept, std::max(request.atOnce, 1 + request.otherDevices.size()),
                                              named(progress, "variant"));
  std::string conditions = original.gpu.name + ", driver for CUDA " + original.gpu.driver + ", launch " +
                           std::to_string(kept.capture().kernelLaunch) + ", " + toString(shapeOf(kept.capture()));
  if (original.times) conditions += ", " + conditionsText(*original.times);
  tuning->problem_ = {request.input.kernel,
                      target,
                      deviceName(original.gpu),
                      gpuTime,
                      "ms",
                      conditions,
                      request.input.kernel + " for " + gpuTime + (request.timing.warm ? " (warm L2)" : "") + " on " +
                          target + ", " + original.gpu.name + ", launch " + input->identity};
  return tuning;
}

}  // namespace warpwright
