#pragma once

#include <functional>

#include "core/runner/replay_job.h"

namespace warpwright::engine {

/// Replays a captured launch in this process, once: memory lies at fixed addresses. Whatever goes wrong is in the result.
ReplayRun replayLaunch(const ReplayJob& job, const std::function<void(const EngineProgress&)>& progress);

}  // namespace warpwright::engine
