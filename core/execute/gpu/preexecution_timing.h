#pragma once

#include "core/execute/gpu/host_memory.h"
#include "core/execute/gpu/launch_timer.h"
#include "core/execute/gpu/preexecution_program.h"

namespace warpwright::gpu {

/// What is measured: a kernel by itself, and with a program beside it.
struct PreexecutionTiming {
  PreexecutionRun run;
  GpuTimes times;  ///< by itself as `original`, with the best skip factor as `variant`
};

/// Times the kernel by itself and with the program beside it, in turns, both with nothing of the memory in L2 or a
/// cache of the CPU: each skip factor shortly, as HPCA'12, section 4.2, profiles them, and the best of them in full.
/// Each launch is waited for, so that times hold its start, too. Errors: those of `LaunchTimer` for the best; a skip
/// factor that cannot be timed shortly is left out.
Result<PreexecutionTiming> timePreexecution(const Gpu& gpu, const TimedKernel& kernel, const HostMemory& memory,
                                            PreexecutionProgram& program, const std::vector<uint32_t>& skipFactors,
                                            const GpuTiming& timing,
                                            const std::function<void(const std::string&)>& progress);

}  // namespace warpwright::gpu
