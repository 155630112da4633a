#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/execute/tune/captured_input.h"
#include "core/execute/tune/strategy.h"
#include "core/execute/tune/tuning_task.h"
#include "core/job/target.h"

namespace warpwright {

using TellProgress = std::function<void(const EngineProgress&)>;

/// The launch of the task, of a kernel as `analysis` knows it. A capture that knows no source is of the file that is
/// compiled for the kernel, which may include the one that the user has named. `onGpuHere`: it may be captured there,
/// too.
CapturedInputRequest launchOf(const TuningTask& task, const AnalysisResult& analysis, bool onGpuHere);

/// What a tuning knows of its kernel before it looks for changes, and the launch that it judges by.
struct FirstLook {
  AnalysisResult analysis;
  /// That the source leaves open and the launch tells: changes are looked for once more with it, since more may be had
  /// with a guard then.
  std::vector<ObservedKernel> observed;
};

/// Reads the kernel's source and, where the analysis has not seen a launch yet, captures the one to judge by. Errors:
/// of the analysis, and of the capture.
Result<FirstLook> lookFirst(const TuningTask& task, const Target& target, AnalysisService& service,
                            const TellProgress& tell, const std::stop_token& stop);

/// What there is to try, and in which order.
struct TuningPlan {
  AnalysisResult analysis;
  std::string kernel;  ///< as the analysis names it; the task may say more: which instantiation to capture
  std::vector<TunableChange> changes;
  std::vector<Opportunity> opportunities;  ///< of the kernel
  std::unique_ptr<TuningStrategy> strategy;
  std::vector<std::string> leftOut, notes;
};

/// Looks for changes. Errors: of the analysis; nothing can be changed; an unknown strategy (usage).
Result<TuningPlan> planOf(const TuningTask& task, const Target& target, const FirstLook& first,
                          AnalysisService& service, const TellProgress& tell, const std::stop_token& stop);

/// What is predicted of policies for loads is tried first. Without, the search goes on and a note says why. `device`:
/// that it is tuned for. Errors: of the strategy.
Status predictPolicies(TuningPlan& plan, const TuningTask& task, const std::string& device, const TellProgress& tell,
                       const std::stop_token& stop);

}  // namespace warpwright
