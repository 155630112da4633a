#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "core/execute/tune/captured_input.h"
#include "core/execute/tune/tune.h"

namespace warpwright {

/// What is tuned on the CPU engine, and on which input.
struct EngineTuningRequest {
  CapturedInputRequest input;
  std::string metric = "engine/accesses";
  std::shared_ptr<WorkerPlace> place;  ///< where variants are judged; null: here. The capture is made here in any case
  size_t atOnce = 1;                   ///< how many variants go there together
};

/// A captured launch that variants are judged on: each in a worker of its own, the launch of a variant found in its
/// text.
class EngineTuning {
 public:
  /// Captures the launch where it has to, and runs the original on it. Errors: the program or the capture does not
  /// serve (what to do), an unknown metric, no worker, cancelled.
  static Result<std::unique_ptr<EngineTuning>> start(EngineTuningRequest request, CaptureReplayer::Progress progress,
                                                     std::stop_token stop);

  const TuningProblem& problem() const { return problem_; }
  VariantJudge& judge() { return *judge_; }

 private:
  explicit EngineTuning(CaptureReplayer replayer) : replayer_(std::move(replayer)) {}

  CaptureReplayer replayer_;
  TuningProblem problem_;
  std::unique_ptr<VariantJudge> judge_;
};

}  // namespace warpwright
