#pragma once

#include <functional>

#include "core/job/replay_job.h"

namespace warpwright::engine {

/// Compiles the kernel of a replay to `job.program.compileTo` and runs nothing. `launch` of the result is `job.shape`.
ReplayRun compileForReplay(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress);

/// Replays a captured launch in this process, once: memory lies at fixed addresses. Whatever goes wrong is in the
/// result.
ReplayRun replayLaunch(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress);

}  // namespace warpwright::engine
