#pragma once

#include <cstddef>
#include <cstdint>

/// The few types and numbers of the CUDA driver API that Warpwright uses, declared here because no toolkit is needed to
/// build it. They are part of the driver's binary interface and do not change.
namespace warpwright::gpu {

using CuResult = int;  ///< 0: success
using CuDevice = int;
using CuAddress = uint64_t;  ///< of device memory
using CuContext = struct CUctx_st*;
using CuModule = struct CUmod_st*;
using CuFunction = struct CUfunc_st*;
using CuKernel = struct CUkern_st*;
using CuLibrary = struct CUlib_st*;
using CuStream = struct CUstream_st*;
using CuEvent = struct CUevent_st*;
using CuMemoryHandle = unsigned long long;

inline constexpr CuResult cuSuccess = 0, cuErrorInvalidValue = 1, cuErrorOutOfMemory = 2, cuErrorNotFound = 500,
                          cuErrorNotReady = 600;

/// cuDeviceGetAttribute
enum CuDeviceAttribute : int {
  cuMaxThreadsPerBlock = 1,
  cuWarpSize = 10,
  cuMaxRegistersPerBlock = 12,
  cuClockRate = 13,  ///< kHz
  cuMultiprocessors = 16,
  cuIntegrated = 18,
  cuMemoryClockRate = 36,  ///< kHz
  cuMemoryBusWidth = 37,   ///< bits
  cuL2Bytes = 38,
  cuThreadsPerMultiprocessor = 39,
  cuCapabilityMajor = 75,
  cuCapabilityMinor = 76,
  cuSharedPerMultiprocessor = 81,
  cuRegistersPerMultiprocessor = 82,
  cuHostPointerIsDevicePointer = 91,  ///< of memory that is registered
  cuSharedPerBlockOptIn = 97,
  cuHostPageTables = 100,  ///< it reaches the CPU's memory through the CPU's page tables, coherently
  cuVirtualMemory = 102,
  cuBlocksPerMultiprocessor = 106,
};

/// cuFuncGetAttribute, cuFuncSetAttribute
enum CuFunctionAttribute : int {
  cuFunctionMaxThreads = 0,
  cuFunctionSharedBytes = 1,
  cuFunctionConstantBytes = 2,
  cuFunctionLocalBytes = 3,
  cuFunctionRegisters = 4,
  cuFunctionPtxVersion = 5,
  cuFunctionBinaryVersion = 6,
  cuFunctionMaxDynamicShared = 8,
  cuFunctionCarveOut = 9,
};

/// cuPointerGetAttribute
enum CuPointerAttribute : int {
  cuPointerMemoryType = 2,
  cuPointerDevicePointer = 3,
  cuPointerIsManaged = 8,
  cuPointerRangeStart = 11,
  cuPointerRangeSize = 12,
};

inline constexpr int cuLocationDevice = 1, cuAllocationPinned = 1, cuAccessReadWrite = 3, cuGranularityMinimum = 0;

struct CuLocation {
  int type = 0, id = 0;
};
/// How memory is created: cuMemCreate.
struct CuAllocation {
  int type = cuAllocationPinned, handleTypes = 0;
  CuLocation location;
  void* win32 = nullptr;
  struct {
    unsigned char compression = 0, rdma = 0;
    unsigned short usage = 0;
    unsigned char reserved[4] = {};
  } flags;
};
struct CuAccess {
  CuLocation location;
  int flags = cuAccessReadWrite;
};
static_assert(sizeof(CuAllocation) == 32 && sizeof(CuAccess) == 12);

inline constexpr unsigned cuEventDefault = 0, cuStreamNonBlocking = 1, cuRegisterMapped = 2;

}  // namespace warpwright::gpu
