#pragma once

#include <string>

#include "core/base/result.h"
#include "core/execute/gpu/cuda_types.h"

namespace warpwright::gpu {

/// The calls of the driver API by the names of its documentation. Second column: the name in the library. Third: true
/// where drivers of CUDA 11 lack it, so that it may be null.
#define WARPWRIGHT_CUDA_CALLS(X)                                                                                    \
  X(cuInit, "cuInit", false, (unsigned))                                                                            \
  X(cuDriverGetVersion, "cuDriverGetVersion", false, (int*))                                                        \
  X(cuGetErrorName, "cuGetErrorName", false, (CuResult, const char**))                                              \
  X(cuGetErrorString, "cuGetErrorString", false, (CuResult, const char**))                                          \
  X(cuDeviceGetCount, "cuDeviceGetCount", false, (int*))                                                            \
  X(cuDeviceGet, "cuDeviceGet", false, (CuDevice*, int))                                                            \
  X(cuDeviceGetName, "cuDeviceGetName", false, (char*, int, CuDevice))                                              \
  X(cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId", false, (char*, int, CuDevice))                                      \
  X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", false, (size_t*, CuDevice))                                            \
  X(cuDeviceGetAttribute, "cuDeviceGetAttribute", false, (int*, int, CuDevice))                                     \
  X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", false, (CuContext*, CuDevice))                            \
  X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", false, (CuDevice))                                   \
  X(cuCtxGetCurrent, "cuCtxGetCurrent", false, (CuContext*))                                                        \
  X(cuCtxSetCurrent, "cuCtxSetCurrent", false, (CuContext))                                                         \
  X(cuCtxGetDevice, "cuCtxGetDevice", false, (CuDevice*))                                                           \
  X(cuCtxSynchronize, "cuCtxSynchronize", false, ())                                                                \
  X(cuModuleLoadData, "cuModuleLoadData", false, (CuModule*, const void*))                                          \
  X(cuModuleUnload, "cuModuleUnload", false, (CuModule))                                                            \
  X(cuModuleGetFunction, "cuModuleGetFunction", false, (CuFunction*, CuModule, const char*))                        \
  X(cuModuleGetGlobal, "cuModuleGetGlobal_v2", false, (CuAddress*, size_t*, CuModule, const char*))                 \
  X(cuFuncGetAttribute, "cuFuncGetAttribute", false, (int*, int, CuFunction))                                       \
  X(cuFuncSetAttribute, "cuFuncSetAttribute", false, (CuFunction, int, int))                                        \
  X(cuFuncGetModule, "cuFuncGetModule", false, (CuModule*, CuFunction))                                             \
  X(cuFuncGetName, "cuFuncGetName", true, (const char**, CuFunction))                                               \
  X(cuFuncGetParamInfo, "cuFuncGetParamInfo", true, (CuFunction, size_t, size_t*, size_t*))                         \
  X(cuKernelGetName, "cuKernelGetName", true, (const char**, CuKernel))                                             \
  X(cuKernelGetFunction, "cuKernelGetFunction", true, (CuFunction*, CuKernel))                                      \
  X(cuKernelGetParamInfo, "cuKernelGetParamInfo", true, (CuKernel, size_t, size_t*, size_t*))                       \
  X(cuLibraryGetGlobal, "cuLibraryGetGlobal", true, (CuAddress*, size_t*, CuLibrary, const char*))                  \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor", false,              \
    (int*, CuFunction, int, size_t))                                                                                \
  X(cuMemGetInfo, "cuMemGetInfo_v2", false, (size_t*, size_t*))                                                     \
  X(cuMemAlloc, "cuMemAlloc_v2", false, (CuAddress*, size_t))                                                       \
  X(cuMemFree, "cuMemFree_v2", false, (CuAddress))                                                                  \
  X(cuMemAllocHost, "cuMemAllocHost_v2", false, (void**, size_t))                                                   \
  X(cuMemFreeHost, "cuMemFreeHost", false, (void*))                                                                 \
  X(cuMemHostRegister, "cuMemHostRegister_v2", true, (void*, size_t, unsigned))                                     \
  X(cuMemcpyHtoD, "cuMemcpyHtoD_v2", false, (CuAddress, const void*, size_t))                                       \
  X(cuMemcpyDtoH, "cuMemcpyDtoH_v2", false, (void*, CuAddress, size_t))                                             \
  X(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", false, (CuAddress, const void*, size_t, CuStream))                   \
  X(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", false, (void*, CuAddress, size_t, CuStream))                         \
  X(cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", false, (CuAddress, CuAddress, size_t, CuStream))                     \
  X(cuMemsetD8Async, "cuMemsetD8Async", false, (CuAddress, unsigned char, size_t, CuStream))                        \
  X(cuMemsetD32Async, "cuMemsetD32Async", false, (CuAddress, unsigned, size_t, CuStream))                           \
  X(cuMemGetAddressRange, "cuMemGetAddressRange_v2", false, (CuAddress*, size_t*, CuAddress))                       \
  X(cuPointerGetAttribute, "cuPointerGetAttribute", false, (void*, int, CuAddress))                                 \
  X(cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity", false, (size_t*, const CuAllocation*, int))     \
  X(cuMemAddressReserve, "cuMemAddressReserve", false, (CuAddress*, size_t, size_t, CuAddress, unsigned long long)) \
  X(cuMemAddressFree, "cuMemAddressFree", false, (CuAddress, size_t))                                               \
  X(cuMemCreate, "cuMemCreate", false, (CuMemoryHandle*, size_t, const CuAllocation*, unsigned long long))          \
  X(cuMemRelease, "cuMemRelease", false, (CuMemoryHandle))                                                          \
  X(cuMemMap, "cuMemMap", false, (CuAddress, size_t, size_t, CuMemoryHandle, unsigned long long))                   \
  X(cuMemUnmap, "cuMemUnmap", false, (CuAddress, size_t))                                                           \
  X(cuMemSetAccess, "cuMemSetAccess", false, (CuAddress, size_t, const CuAccess*, size_t))                          \
  X(cuStreamCreate, "cuStreamCreate", false, (CuStream*, unsigned))                                                 \
  X(cuStreamDestroy, "cuStreamDestroy_v2", false, (CuStream))                                                       \
  X(cuStreamSynchronize, "cuStreamSynchronize", false, (CuStream))                                                  \
  X(cuStreamIsCapturing, "cuStreamIsCapturing", true, (CuStream, int*))                                             \
  X(cuStreamQuery, "cuStreamQuery", false, (CuStream))                                                              \
  X(cuEventCreate, "cuEventCreate", false, (CuEvent*, unsigned))                                                    \
  X(cuEventDestroy, "cuEventDestroy_v2", false, (CuEvent))                                                          \
  X(cuEventRecord, "cuEventRecord", false, (CuEvent, CuStream))                                                     \
  X(cuEventSynchronize, "cuEventSynchronize", false, (CuEvent))                                                     \
  X(cuEventElapsedTime, "cuEventElapsedTime", false, (float*, CuEvent, CuEvent))                                    \
  X(cuLaunchKernel, "cuLaunchKernel", false,                                                                        \
    (CuFunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CuStream, void**, void**))   \
  X(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel", false,                                                  \
    (CuFunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CuStream, void**))

/// The CUDA driver, loaded at run time: nothing of CUDA is needed to build or to start. It starts threads of its own
/// and is meant for workers and for code inside a program that uses CUDA, never for the IDE's process.
struct CudaDriver {
#define WARPWRIGHT_CUDA_MEMBER(name, symbol, optional, parameters) CuResult(*name) parameters = nullptr;
  WARPWRIGHT_CUDA_CALLS(WARPWRIGHT_CUDA_MEMBER)
#undef WARPWRIGHT_CUDA_MEMBER

  /// Loads libcuda.so.1, once a process, and never lets go of it. Does not call cuInit. Errors: no driver is installed,
  /// or it is older than CUDA 11.2 (says which call is missing).
  static Result<const CudaDriver*> load();

  /// "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)"
  std::string text(CuResult result) const;
  /// "13.0"; empty: not known.
  std::string version() const;
};

/// A GPU as the driver describes it.
struct GpuDescription {
  int index = 0;
  CuDevice handle = 0;
  std::string name;    ///< "NVIDIA H200"
  std::string arch;    ///< "sm_90"
  std::string busId;   ///< "0000:3b:00.0"
  std::string driver;  ///< CUDA version of the driver: "13.0"
  uint64_t memoryBytes = 0, l2Bytes = 0;
  int multiprocessors = 0, threadsPerMultiprocessor = 0;
  bool integrated = false;
  bool coherent = false;  ///< with the CPU: one memory, through caches that both see
  /// Of its memory by the datasheet's rule: two transfers a clock over the bus; 0: not known.
  double peakBytesPerSecond = 0;
};

/// Initialises the driver and describes a GPU by its index. Errors: there is none of that index (says how many there
/// are).
Result<GpuDescription> describeGpu(const CudaDriver& driver, int index);

}  // namespace warpwright::gpu
