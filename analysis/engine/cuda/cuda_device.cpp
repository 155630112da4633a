#include <algorithm>
#include <array>
#include <cstring>

#include "analysis/engine/cuda/cuda_runtime.h"
#include "core/device/launch_limits.h"
#include "core/device/occupancy.h"

/// Devices, limits, errors and occupancy of the CUDA runtime.
namespace warpwright::engine {
namespace {

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}
int nothing() {
  return enter([](CudaRuntime&) -> int { return cuda::success; });
}
int waitForAll() {
  return enter([](CudaRuntime& r) -> int { return r.order().hostWaitsForAll(), r.showPrinted(), cuda::success; });
}
/// Calls that only exist for device 0.
int onlyDeviceZero(int device) {
  return enter([&](CudaRuntime&) -> int { return device == 0 ? cuda::success : cuda::invalidDevice; });
}

int computeCapability(const Device& device) {
  int number = 0;
  for (const char c : device.arch) {
    if (c >= '0' && c <= '9') number = number * 10 + (c - '0');
  }
  return number;
}

constexpr int memoryClockKHz = 2'000'000;

cuda::DeviceProperties propertiesOf(const RuntimeOptions& options) {
  const Device& d = options.device;
  cuda::DeviceProperties p{};
  const std::string name = "Warpwright CPU engine (as " + d.name + ")";
  std::memcpy(p.name, name.data(), std::min(name.size(), sizeof p.name - 1));
  p.totalGlobalMem = options.memoryLimitBytes;
  p.sharedMemPerBlock = mostSharedUnasked;
  p.sharedMemPerBlockOptin = d.sharedPerBlock;
  p.sharedMemPerMultiprocessor = d.sharedPerMultiprocessor;
  p.reservedSharedMemPerBlock = d.sharedReservedPerBlock;
  p.regsPerBlock = p.regsPerMultiprocessor = static_cast<int>(d.registersPerMultiprocessor);
  p.warpSize = static_cast<int>(d.warpSize);
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = static_cast<int>(d.maxThreadsPerBlock);
  std::copy_n(mostThreads.begin(), 3, p.maxThreadsDim);
  std::copy_n(mostBlocks.begin(), 3, p.maxGridSize);
  p.totalConstMem = d.constantBytes;
  p.major = computeCapability(d) / 10;
  p.minor = computeCapability(d) % 10;
  p.textureAlignment = p.surfaceAlignment = 512;
  p.texturePitchAlignment = 32;
  // In the order of the structure: textures of one, two and three dimensions, layered, cube maps; then surfaces.
  static constexpr int largest[39] = {131072, 32768, 131072, 65536, 32768, 32768, 131072, 65000, 2097120, 32768,
                                      32768,  16384, 16384,  16384, 8192,  8192,  32768,  32768, 32768,   2048,
                                      32768,  32768, 2048,   32768, 2046,  32768, 131072, 65536, 16384,   16384,
                                      16384,  32768, 2048,   32768, 32768, 2048,  32768,  32768, 2046};
  std::copy_n(largest, 39, p.texturesAndSurfaces);
  p.multiProcessorCount = static_cast<int>(d.multiprocessors);
  p.integrated = d.integrated ? 1 : 0;
  p.canMapHostMemory = p.concurrentKernels = p.asyncEngineCount = p.unifiedAddressing = 1;
  p.memoryBusWidth = static_cast<int>(d.dramGBs * 1e9 / (2.0 * memoryClockKHz * 1e3) * 8);
  p.l2CacheSize = static_cast<int>(d.l2Bytes);
  p.maxThreadsPerMultiProcessor = static_cast<int>(d.maxThreadsPerMultiprocessor);
  p.maxBlocksPerMultiProcessor = static_cast<int>(d.maxBlocksPerMultiprocessor);
  p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = p.managedMemory = 1;
  p.concurrentManagedAccess = p.computePreemptionSupported = p.hostRegisterSupported = 1;
  p.cooperativeLaunch = p.memoryPoolsSupported = 1;
  // Since sm_80 a part of the L2 can be set aside.
  if (p.major >= 8) {
    p.persistingL2CacheMaxSize = p.l2CacheSize / 8 * 5;
    p.accessPolicyMaxWindowSize = 128 << 20;
  }
  return p;
}

int cudaGetDeviceProperties(cuda::DeviceProperties* properties, int device) {
  return enter([&](CudaRuntime& r) -> int {
    if (!properties) return cuda::invalidValue;
    if (device != 0) return cuda::invalidDevice;
    *properties = propertiesOf(r.options());
    return cuda::success;
  });
}

int attributeOf(const RuntimeOptions& options, int attribute) {
  // Overlap, mapped host memory, concurrent kernels, copy engines, unified addressing, stream priorities, caches in L1,
  // managed memory, preemption, cooperative launches, registering host memory, memory pools.
  static constexpr int present[] = {15, 19, 31, 40, 41, 78, 79, 80, 83, 89, 90, 95, 99, 115};
  if (std::ranges::binary_search(present, attribute)) return 1;
  const cuda::DeviceProperties p = propertiesOf(options);
  const std::pair<int, int64_t> values[] = {{1, p.maxThreadsPerBlock},
                                            {2, p.maxThreadsDim[0]},
                                            {3, p.maxThreadsDim[1]},
                                            {4, p.maxThreadsDim[2]},
                                            {5, p.maxGridSize[0]},
                                            {6, p.maxGridSize[1]},
                                            {7, p.maxGridSize[2]},
                                            {8, p.sharedMemPerBlock},
                                            {9, p.totalConstMem},
                                            {10, p.warpSize},
                                            {11, p.memPitch},
                                            {12, p.regsPerBlock},
                                            {13, static_cast<int>(options.device.clockGHz * 1e6)},
                                            {14, p.textureAlignment},
                                            {16, p.multiProcessorCount},
                                            {18, p.integrated},
                                            {36, memoryClockKHz},
                                            {37, p.memoryBusWidth},
                                            {38, p.l2CacheSize},
                                            {39, p.maxThreadsPerMultiProcessor},
                                            {51, p.texturePitchAlignment},
                                            {75, p.major},
                                            {76, p.minor},
                                            {81, p.sharedMemPerMultiprocessor},
                                            {82, p.regsPerMultiprocessor},
                                            {87, 2},
                                            {97, p.sharedMemPerBlockOptin},
                                            {106, p.maxBlocksPerMultiProcessor},
                                            {108, p.persistingL2CacheMaxSize},
                                            {109, p.accessPolicyMaxWindowSize},
                                            {111, p.reservedSharedMemPerBlock}};
  const auto found = std::ranges::find(values, attribute, &std::pair<int, int64_t>::first);
  return found == std::end(values) ? 0 : static_cast<int>(found->second);
}

int cudaDeviceGetAttribute(int* value, int attribute, int device) {
  return enter([&](CudaRuntime& r) -> int {
    if (!value) return cuda::invalidValue;
    if (device != 0) return cuda::invalidDevice;
    *value = attributeOf(r.options(), attribute);
    return cuda::success;
  });
}

int cudaGetDeviceCount(int* count) {
  return enter([&](CudaRuntime&) -> int { return count ? (*count = 1, cuda::success) : cuda::invalidValue; });
}
int cudaGetDevice(int* device) {
  return enter([&](CudaRuntime&) -> int { return device ? (*device = 0, cuda::success) : cuda::invalidValue; });
}
int cudaChooseDevice(int* device, const void*) {
  return cudaGetDevice(device);
}
int cudaSetDevice(int device) {
  return onlyDeviceZero(device);
}
int cudaGetDeviceFlags(unsigned* flags) {
  return *flags = 0, nothing();
}
int cudaDeviceCanAccessPeer(int* can, int, int) {
  return *can = 0, nothing();
}
int cudaDeviceEnablePeerAccess(int, unsigned) {
  return enter([](CudaRuntime&) -> int { return cuda::peerAccessUnsupported; });
}
int cudaVersion(int* version) {
  return enter([&](CudaRuntime&) -> int { return version ? (*version = 13000, cuda::success) : cuda::invalidValue; });
}
/// cudaLimitMallocHeapSize
constexpr int heapLimit = 2;
int cudaDeviceGetLimit(size_t* value, int limit) {
  return enter([&](CudaRuntime& r) -> int {
    const size_t limits[] = {1024, 1 << 20, r.heap().limit()};  // stack, printf buffer, device heap
    if (!value || limit < 0 || limit > heapLimit) return cuda::unsupportedLimit;
    *value = limits[limit];
    return cuda::success;
  });
}
int cudaDeviceSetLimit(int limit, size_t value) {
  return enter([&](CudaRuntime& r) -> int {
    if (limit == heapLimit) r.heap().setLimit(value);
    return cuda::success;
  });
}
int cudaDeviceGetConfig(int* config) {
  return *config = 0, nothing();
}
int cudaDeviceGetPCIBusId(char* text, int length, int device) {
  if (length > 0) std::strncpy(text, "0000:00:00.0", static_cast<size_t>(length));
  return onlyDeviceZero(device);
}

int cudaGetLastError() {
  return CudaRuntime::current()->takeLastError();
}
int cudaPeekAtLastError() {
  return CudaRuntime::current()->peekLastError();
}

int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int blockSize,
                                                           size_t dynamicSharedBytes, unsigned) {
  return enter([&](CudaRuntime& r) -> int {
    KernelAttributes attributes;
    if (const int code = r.attributes(function, attributes); code != cuda::success) return code;
    if (!blocks || blockSize <= 0) return cuda::invalidValue;
    const Occupancy occupancy = computeOccupancy(
        r.options().device, {static_cast<uint32_t>(blockSize), 32, attributes.staticSharedBytes + dynamicSharedBytes});
    *blocks = static_cast<int>(occupancy.blocks);
    return cuda::success;
  });
}
int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int blockSize, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize, shared, 0);
}
cuda::ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}

}  // namespace

void addDeviceSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaGetDeviceProperties);
  WARPWRIGHT_SYMBOL(cudaDeviceGetAttribute);
  WARPWRIGHT_SYMBOL(cudaGetDeviceCount);
  WARPWRIGHT_SYMBOL(cudaGetDevice);
  WARPWRIGHT_SYMBOL(cudaChooseDevice);
  WARPWRIGHT_SYMBOL(cudaSetDevice);
  WARPWRIGHT_SYMBOL(cudaGetDeviceFlags);
  WARPWRIGHT_SYMBOL(cudaDeviceCanAccessPeer);
  WARPWRIGHT_SYMBOL(cudaDeviceEnablePeerAccess);
  WARPWRIGHT_SYMBOL(cudaDeviceGetLimit);
  WARPWRIGHT_SYMBOL(cudaDeviceGetPCIBusId);
  WARPWRIGHT_SYMBOL(cudaGetLastError);
  WARPWRIGHT_SYMBOL(cudaPeekAtLastError);
  WARPWRIGHT_SYMBOL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
  WARPWRIGHT_SYMBOL(cudaOccupancyMaxActiveBlocksPerMultiprocessor);
  WARPWRIGHT_SYMBOL(cudaCreateChannelDesc);
#undef WARPWRIGHT_SYMBOL
  symbols["cudaDriverGetVersion"] = symbols["cudaRuntimeGetVersion"] = reinterpret_cast<void*>(&cudaVersion);
  symbols["cudaGetErrorName"] = reinterpret_cast<void*>(&errorName);
  symbols["cudaGetErrorString"] = reinterpret_cast<void*>(&errorText);
  symbols["cudaDeviceGetCacheConfig"] = symbols["cudaDeviceGetSharedMemConfig"] =
      reinterpret_cast<void*>(&cudaDeviceGetConfig);
  symbols["cudaDeviceSynchronize"] = symbols["cudaThreadSynchronize"] = reinterpret_cast<void*>(&waitForAll);
  symbols["cudaDeviceSetLimit"] = symbols["cudaThreadSetLimit"] = reinterpret_cast<void*>(&cudaDeviceSetLimit);
  // Nothing to configure or to profile.
  for (const char* name : {"cudaSetDeviceFlags", "cudaSetValidDevices", "cudaDeviceSetCacheConfig",
                           "cudaThreadSetCacheConfig", "cudaDeviceSetSharedMemConfig", "cudaDeviceDisablePeerAccess",
                           "cudaProfilerStart", "cudaProfilerStop", "cudaCtxResetPersistingL2Cache"}) {
    symbols[name] = reinterpret_cast<void*>(&nothing);
  }
}

}  // namespace warpwright::engine
