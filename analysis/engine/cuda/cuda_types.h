#pragma once

#include <cstddef>
#include <cstdint>

/// The few types of the CUDA runtime's C interface that cross between a user's program and the engine, laid out as its
/// headers lay them out. Opaque handles are pointers.
namespace warpwright::engine::cuda {

enum Code : int {
  success = 0,
  invalidValue = 1,
  memoryAllocation = 2,
  invalidConfiguration = 9,
  invalidSymbol = 13,
  invalidDevicePointer = 17,
  invalidTexture = 18,
  invalidChannelDescriptor = 20,
  invalidMemcpyDirection = 21,
  invalidFilterSetting = 26,
  invalidNormSetting = 27,
  missingConfiguration = 52,
  invalidDeviceFunction = 98,
  invalidDevice = 101,
  unsupportedLimit = 215,
  invalidResourceHandle = 400,
  notReady = 600,
  illegalAddress = 700,
  hostMemoryAlreadyRegistered = 712,
  hostMemoryNotRegistered = 713,
  launchOutOfResources = 701,
  launchTimeout = 702,
  peerAccessUnsupported = 217,
  assertFailed = 710,
  misalignedAddress = 716,
  launchFailure = 719,
  cooperativeLaunchTooLarge = 720,
  notSupported = 801,
};

enum CopyKind : int { hostToHost = 0, hostToDevice = 1, deviceToHost = 2, deviceToDevice = 3, byAddress = 4 };

struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
};
struct Extent {
  size_t width, height, depth;
};
struct Position {
  size_t x, y, z;
};
struct PitchedPointer {
  void* pointer;
  size_t pitch, xsize, ysize;
};
struct ChannelFormat {
  int x, y, z, w, kind;
};
/// cudaMemcpy3DParms
struct CopyParameters3D {
  void* sourceArray;
  Position sourcePosition;
  PitchedPointer source;
  void* targetArray;
  Position targetPosition;
  PitchedPointer target;
  Extent extent;
  int kind;
};
/// The part of cudaFuncAttributes that every version has.
struct FunctionAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes,
      preferredShmemCarveout;
};
/// cudaPointerAttributes since CUDA 11.
struct PointerAttributes {
  int type, device;  ///< type: 0 unregistered, 1 host, 2 device, 3 managed
  void *devicePointer, *hostPointer;
};
/// cudaLaunchConfig_t
struct LaunchConfiguration {
  Dim3 grid, block;
  size_t dynamicSharedBytes;
  void* stream;
  void* attributes;
  unsigned attributeCount;
};

/// cudaDeviceProp of CUDA 13, up to and with its reserved part.
struct DeviceProperties {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory;
  int texturesAndSurfaces[39];
  size_t surfaceAlignment;
  int concurrentKernels, eccEnabled, pciBusId, pciDeviceId, pciDomainId, tccDriver, asyncEngineCount;
  int unifiedAddressing, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupId, hostNativeAtomicSupported;
  int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRdmaSupported;
  unsigned gpuDirectRdmaFlushWritesOptions;
  int gpuDirectRdmaWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
  int deviceNumaConfig, deviceNumaId, mpsEnabled, hostNumaId;
  unsigned gpuPciDeviceId, gpuPciSubsystemId;
  int hostNumaMultinodeIpcSupported;
  int reserved[56];
};

}  // namespace warpwright::engine::cuda
