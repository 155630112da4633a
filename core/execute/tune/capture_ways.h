#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "core/base/result.h"

namespace warpwright {

/// Two ways to capture a launch. A program writes its files in its folder: it never runs both ways at once.
struct CaptureWays {
  using Way = std::function<Status(std::stop_token)>;
  Way onEngine;                             ///< at once, and for a short run in no time
  Way build;                                ///< of the program for a GPU: done beside the engine
  Way onGpu;                                ///< of what was built
  std::function<void()> tellBuild = [] {};  ///< that nothing but the build is waited for
};

/// Captures on the engine; where that fails or, once the GPU's program is built, takes longer than `engineAlone`, on
/// the GPU; where that fails, too, on the engine with all of its time. Errors: of the engine, and why the GPU did not
/// serve; cancelled.
Status captureBy(const CaptureWays& ways, std::chrono::milliseconds engineAlone, std::stop_token stop);

}  // namespace warpwright
