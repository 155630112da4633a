#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "core/job/replay_job.h"
#include "core/model/memory/request_trace.h"
#include "core/model/memory/touch_trace.h"

namespace warpwright {

/// What is kept of `launches` launches of a kernel to weigh its loads, from `first` on: each policy that is tried goes
/// over all of it, under each order of warps, some hundred times together.
RequestTraceRequest requestsToWeigh(std::string kernel, uint64_t first, uint64_t launches);

/// Runs the program on the CPU engine until the launches that `job.requestTrace` names have run, and gives what they
/// asked of memory; its path is not used. Errors: as of the run, no such launch, cancelled.
Result<std::vector<memsim::RequestTrace>> requestsOfProgram(EngineJob job,
                                                            const std::function<void(const EngineProgress&)>& progress,
                                                            std::stop_token stop);

/// Replays a captured launch on the CPU engine and gives what it asked of memory. Of `like`: `device`, `arch`,
/// `workers`, `timeLimit`, `toolkit` and the limit of `requestTrace`. Errors: the capture cannot be read or replayed
/// here, its sources have changed, cancelled. What it computes is not compared: floating-point numbers of a GPU may
/// differ in the last bits.
Result<std::vector<memsim::RequestTrace>> requestsOfCapture(const std::filesystem::path& capture, const EngineJob& like,
                                                            const std::function<void(const EngineProgress&)>& progress,
                                                            std::stop_token stop);

/// Replays a captured launch on the CPU engine and gives what each of its threads touched. Of `like` as above, without
/// a limit of `requestTrace`. Errors: as above; it touches more than TouchRequest keeps; a cooperative launch.
Result<memsim::TouchTrace> touchesOfCapture(const std::filesystem::path& capture, const EngineJob& like,
                                            const std::function<void(const EngineProgress&)>& progress,
                                            std::stop_token stop);

}  // namespace warpwright
