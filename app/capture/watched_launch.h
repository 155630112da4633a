#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/launch_capture.h"
#include "core/execute/gpu/cuda_driver.h"
#include "core/execute/gpu/cupti_types.h"

namespace warpwright::capture {

/// One launch as the driver is asked for it. Pointers are the caller's and hold during the call only.
struct WatchedLaunch {
  void* handle = nullptr;  ///< a CUfunction or a CUkernel
  std::string mangledName;
  std::array<uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};
  uint64_t dynamicSharedBytes = 0;
  gpu::CuStream stream = nullptr;
  bool cooperative = false;
  bool clusters = false;       ///< blocks in clusters, given with the launch
  void** arguments = nullptr;  ///< one pointer a parameter; or
  void** extra = nullptr;      ///< a buffer with all of them
};

/// What a callback of the driver says; nothing where it is not a launch.
std::optional<WatchedLaunch> watchedLaunch(uint32_t call, const gpu::cupti::CallbackData& data);

/// The kernel behind a launch: its function in the current context, and its arguments.
struct LaunchedKernel {
  gpu::CuFunction function = nullptr;
  gpu::CuModule module = nullptr;
  std::vector<CapturedArgument> arguments;
};
/// Errors: the driver does not tell (before CUDA 12.4), a buffer of arguments that is too short.
Result<LaunchedKernel> launchedKernel(const gpu::CudaDriver& driver, const WatchedLaunch& launch);

}  // namespace warpwright::capture
