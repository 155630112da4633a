#include "app/capture/watched_launch.h"

#include <cstring>

namespace warpwright::capture {
namespace {

namespace cupti = gpu::cupti;

WatchedLaunch fromConfig(const cupti::LaunchExParams& params) {
  const cupti::LaunchConfig& config = *params.config;
  WatchedLaunch launch;
  launch.handle = params.function;
  launch.grid = {config.gridX, config.gridY, config.gridZ};
  launch.block = {config.blockX, config.blockY, config.blockZ};
  launch.dynamicSharedBytes = config.sharedBytes;
  launch.stream = static_cast<gpu::CuStream>(config.stream);
  launch.arguments = params.arguments;
  launch.extra = params.extra;
  for (unsigned i = 0; config.attributes && i < config.attributeCount; ++i) {
    const cupti::LaunchAttribute& attribute = config.attributes[i];
    uint32_t words[3];
    std::memcpy(words, attribute.value, sizeof words);
    if (attribute.id == cupti::attributeCooperative) launch.cooperative = words[0] != 0;
    if (attribute.id == cupti::attributeCluster) launch.clusters = words[0] * words[1] * words[2] > 1;
  }
  return launch;
}

WatchedLaunch fromParams(const cupti::LaunchParams& params, bool cooperative) {
  WatchedLaunch launch;
  launch.handle = params.function;
  launch.grid = {params.gridX, params.gridY, params.gridZ};
  launch.block = {params.blockX, params.blockY, params.blockZ};
  launch.dynamicSharedBytes = params.sharedBytes;
  launch.stream = static_cast<gpu::CuStream>(params.stream);
  launch.cooperative = cooperative;
  launch.arguments = params.arguments;
  if (!cooperative) launch.extra = params.extra;  // the call for cooperative launches has none
  return launch;
}

/// The buffer that `extra` names; its keys are numbers in place of pointers.
std::string_view argumentBuffer(void** extra) {
  const void* buffer = nullptr;
  size_t size = 0;
  for (; extra && extra[0]; extra += 2) {
    const auto key = reinterpret_cast<uintptr_t>(extra[0]);
    if (key == 1) buffer = extra[1];
    if (key == 2) size = *static_cast<const size_t*>(extra[1]);
  }
  return {static_cast<const char*>(buffer), buffer ? size : 0};
}

}  // namespace

std::optional<WatchedLaunch> watchedLaunch(uint32_t call, const cupti::CallbackData& data) {
  if (!data.functionParams) return std::nullopt;
  WatchedLaunch launch;
  switch (call) {
    case cupti::callLaunchKernel:
    case cupti::callLaunchKernelPtsz:
      launch = fromParams(*static_cast<const cupti::LaunchParams*>(data.functionParams), false);
      break;
    case cupti::callLaunchCooperative:
    case cupti::callLaunchCooperativePtsz:
      launch = fromParams(*static_cast<const cupti::LaunchParams*>(data.functionParams), true);
      break;
    case cupti::callLaunchKernelEx:
    case cupti::callLaunchKernelExPtsz:
      launch = fromConfig(*static_cast<const cupti::LaunchExParams*>(data.functionParams));
      break;
    default:
      return std::nullopt;
  }
  if (data.symbolName) launch.mangledName = data.symbolName;
  return launch;
}

Result<LaunchedKernel> launchedKernel(const gpu::CudaDriver& driver, const WatchedLaunch& launch) {
  LaunchedKernel kernel;
  // Programs with CUDA's runtime give a CUkernel here, programs for the driver a CUfunction.
  const auto asKernel = static_cast<gpu::CuKernel>(launch.handle);
  const bool isKernel =
      driver.cuKernelGetFunction && driver.cuKernelGetFunction(&kernel.function, asKernel) == gpu::cuSuccess;
  if (!isKernel) kernel.function = static_cast<gpu::CuFunction>(launch.handle);
  if (isKernel ? !driver.cuKernelGetParamInfo : !driver.cuFuncGetParamInfo) {
    return Error{ErrorKind::worker,
                 "The NVIDIA driver is older than CUDA 12.4 and does not tell what a kernel's arguments are.",
                 std::nullopt};
  }
  if (driver.cuFuncGetModule(&kernel.module, kernel.function) != gpu::cuSuccess) kernel.module = nullptr;
  const std::string_view buffer = argumentBuffer(launch.extra);
  for (size_t i = 0;; ++i) {
    CapturedArgument argument;
    size_t offset = 0, size = 0;
    const gpu::CuResult found = isKernel ? driver.cuKernelGetParamInfo(asKernel, i, &offset, &size)
                                         : driver.cuFuncGetParamInfo(kernel.function, i, &offset, &size);
    if (found != gpu::cuSuccess) break;
    argument.offset = offset;
    argument.size = size;
    if (launch.arguments) {
      argument.bytes.assign(static_cast<const char*>(launch.arguments[i]), size);
    } else if (offset + size <= buffer.size()) {
      argument.bytes.assign(buffer.substr(offset, size));
    } else {
      return inputError("The launch gives fewer arguments than the kernel takes.");
    }
    kernel.arguments.push_back(std::move(argument));
  }
  return kernel;
}

}  // namespace warpwright::capture
