#pragma once

#include <memory>
#include <string>

#include "core/execute/replay/gpu_replayer.h"
#include "core/execute/tune/captured_input.h"
#include "core/execute/tune/tune.h"
#include "core/job/target.h"

namespace warpwright {

/// What is tuned on a GPU of this machine, and on which input.
struct GpuTuningRequest {
  CapturedInputRequest input;
  std::vector<UnitFlags> units;        ///< how the program's files are compiled
  std::filesystem::path unit;          ///< the file whose compilation holds the kernel; empty: as the capture tells
  int device = 0;                      ///< which GPU, from 0
  std::vector<int> otherDevices;       ///< GPUs that share the variants with it
  std::shared_ptr<WorkerPlace> place;  ///< where they are; null: here
  size_t atOnce = 1;                   ///< how many variants go there together
  std::filesystem::path codes;         ///< shared with whoever writes variants: see GpuReplayOptions
  std::string target;                  ///< as records name it; empty: "gpu:INDEX"
  GpuTiming timing;
  double launchSeconds = 10;  ///< how long a launch may take
};

/// Fills in where the target is: `place` is null for GPUs of this machine, which all take part where the target names
/// none of them. Errors: no GPU, no worker, cancelled.
Status placeOn(GpuTuningRequest& request, const Target& target, std::shared_ptr<WorkerPlace> place,
               std::stop_token stop);

/// A captured launch that variants are judged on by their time on a GPU: each is compiled by nvcc, verified and timed
/// in turns with the original, in a worker of its own. Registers, shared memory and threads of a block come from the
/// driver.
///
/// The score of a variant is the original's time, as it was measured at first, over the variant's speed-up: what the
/// GPU's clocks did between two variants is the same for both kernels of a pair. A time that is not believed is no
/// score.
class GpuTuning {
 public:
  /// Errors: no GPU, no nvcc, the program or the capture does not serve (what to do), no worker, cancelled.
  static Result<std::unique_ptr<GpuTuning>> start(GpuTuningRequest request, GpuReplayer::Progress progress,
                                                  std::stop_token stop);

  const TuningProblem& problem() const { return problem_; }
  VariantJudge& judge() { return *judge_; }
  /// Where the warps of the original wait; none: this could not be sampled.
  const std::optional<StallSamples>& stalls() const { return replayer_.original().stalls; }

 private:
  explicit GpuTuning(GpuReplayer replayer) : replayer_(std::move(replayer)) {}

  GpuReplayer replayer_;
  TuningProblem problem_;
  std::unique_ptr<VariantJudge> judge_;
};

/// The description to model a GPU by: its name where that is described here ("H200"), else its architecture.
std::string deviceName(const GpuInfo& gpu);

/// What a replay on a GPU is worth to a tuning, beside an original that took `originalMs`. For tests.
TuningJudgement judgementOf(const GpuRun& original, const GpuVariantReplay& replay);

}  // namespace warpwright
