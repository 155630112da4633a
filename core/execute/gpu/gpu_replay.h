#pragma once

#include <functional>
#include <utility>

#include "core/job/gpu_job.h"

namespace warpwright::gpu {

/// What a replay says while it runs.
struct ReplayEvents {
  std::function<void(const EngineProgress&)> progress;
  /// Before a try that may take the GPU from this process; an empty one: it went well.
  std::function<void(const OutputTry&)> trying;
};

/// Replays one captured launch on a GPU, in a process of its own: memory lies at fixed addresses, and a fault loses the
/// GPU. What it takes of the GPU stays taken until the process ends. `core/capture/FORMAT.md` says in which steps; the
/// reference is what the original computes here.
class GpuReplays {
 public:
  explicit GpuReplays(ReplayEvents events) : events_(std::move(events)) {}
  GpuReplays(const GpuReplays&) = delete;
  GpuReplays& operator=(const GpuReplays&) = delete;

  /// One replay; whatever goes wrong is in the result. The first loads what it needs. Each further must be of another
  /// variant and else the same, and finds that loaded: the original runs once more first and must give its reference,
  /// as an earlier variant may have written where it should not. Where that is not so the failure is stale: another
  /// process may do.
  GpuRun run(const GpuJob& job);

 private:
  class Replay;
  ReplayEvents events_;
  /// Never destroyed: freeing GPU memory would wait for a kernel that does not end.
  Replay* replay_ = nullptr;
};

}  // namespace warpwright::gpu
