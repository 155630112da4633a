#pragma once

#include <functional>

#include "core/job/gpu_job.h"

namespace warpwright::gpu {

/// What a replay says while it runs.
struct ReplayEvents {
  std::function<void(const EngineProgress&)> progress;
  /// Before a try that may take the GPU from this process; an empty one: it went well.
  std::function<void(const OutputTry&)> trying;
};

/// Replays a captured launch on a GPU, once a process: memory lies at fixed addresses, and a fault loses the GPU.
/// Whatever goes wrong is in the result. What it takes of the GPU stays taken until the process ends.
/// `core/capture/FORMAT.md` says in which steps; the reference is what the original computes here.
GpuRun replayOnGpu(const GpuJob& job, const ReplayEvents& events);

}  // namespace warpwright::gpu
