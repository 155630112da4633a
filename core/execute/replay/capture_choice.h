#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/execute/gpu/gpu_program.h"
#include "core/job/engine_job.h"

namespace warpwright {

/// Whether a request for a capture means this kernel (core/kernel/kernel_name.h); a request without a name means any.
/// `name`: without parameters.
bool means(const CaptureRequest& request, const std::string& name, const std::string& mangledName);

/// "There was no launch 3 of `k` to capture … The program launched: k (2)." `launches`: how many of each kernel there
/// were.
Error missingLaunch(const CaptureRequest& request, const std::vector<std::pair<std::string, uint64_t>>& launches);

/// Why the request did not come to its one capture: what kept the library from it, the program does not use a GPU, it
/// launched no such kernel or not that often, the name is that of several kernels. Nothing: it did.
std::optional<Error> captureProblem(const GpuProgramRequest& request, const GpuProgramRun& run);

}  // namespace warpwright
