#pragma once

#include <cstddef>
#include <cstdint>

/// The part of CUPTI's interface that Warpwright calls, declared here because no toolkit may be installed: CUPTI is
/// loaded at run time. Names are CUPTI's without their prefix; layouts are those of CUPTI 12.6 to 13 on 64-bit Linux
/// (records of activity only grow at their end). tests/gpu/cupti_types_test.cpp compares them with the real headers
/// where CMake finds them.
namespace warpwright::gpu::cupti {

using Code = int;  ///< CUptiResult; 0: good
inline constexpr Code insufficientPrivileges = 35, multipleSubscribers = 39, virtualDeviceInsufficientPrivileges = 40;
using Context = void*;  ///< CUcontext
using Subscriber = void*;

// --- Callbacks -------------------------------------------------------------------------------------------------------
enum Domain : uint32_t { domainDriver = 1, domainResource = 3 };
enum Site : uint32_t { siteEnter = 0, siteExit = 1 };
inline constexpr uint32_t resourceModuleLoaded = 6;

struct CallbackData {
  Site site;
  const char* functionName;
  const void* functionParams;  ///< one of the structures below
  void* functionReturnValue;   ///< CUresult*, where site is siteExit
  const char* symbolName;      ///< of launches: the kernel's mangled name
  Context context;
  uint32_t contextUid;
  uint64_t* correlationData;
  uint32_t correlationId;
};
struct ResourceData {
  Context context;
  void* handle;
  void* descriptor;  ///< of modules: ModuleData*
};
struct ModuleData {
  uint32_t moduleId;
  size_t cubinSize;
  const char* cubin;
};
using Callback = void (*)(void* user, uint32_t domain, uint32_t id, const void* data);

/// Driver calls by their callback id. A call has another id for each stream it is bound to by default.
enum DriverCall : uint32_t {
  callMemFreeHost = 38,
  callMemHostAlloc = 39,
  callMemAlloc = 243,
  callMemAllocPitch = 244,
  callMemFree = 245,
  callMemHostAllocV2 = 271,
  callMemAllocHost = 294,
  callMemHostRegister = 301,
  callMemHostUnregister = 302,
  callLaunchKernel = 307,
  callTexObjectCreate = 339,
  callTexObjectDestroy = 340,
  callSurfObjectCreate = 343,
  callSurfObjectDestroy = 344,
  callMemAllocManaged = 371,
  callMemHostRegisterV2 = 379,
  callLaunchKernelPtsz = 442,
  callLaunchCooperative = 477,
  callLaunchCooperativePtsz = 478,
  callGraphLaunch = 514,
  callGraphLaunchPtsz = 515,
  callMemMap = 551,
  callMemUnmap = 552,
  callMemAllocAsync = 598,
  callMemAllocAsyncPtsz = 599,
  callMemFreeAsync = 600,
  callMemFreeAsyncPtsz = 601,
  callMemAllocFromPool = 611,
  callMemAllocFromPoolPtsz = 612,
  callLaunchKernelEx = 652,
  callLaunchKernelExPtsz = 653,
};

struct AllocParams {  ///< cuMemAlloc, cuMemAllocManaged, cuMemAllocAsync, cuMemAllocFromPoolAsync
  uint64_t* address;
  size_t bytes;
};
struct AllocPitchParams {
  uint64_t* address;
  size_t* pitch;
  size_t widthBytes, height;
  unsigned elementBytes;
};
struct AllocHostParams {  ///< cuMemHostAlloc, cuMemAllocHost
  void** address;
  size_t bytes;
};
struct RangeParams {  ///< cuMemMap, cuMemUnmap, cuMemHostRegister
  uint64_t address;
  size_t bytes;
};
struct FreeParams {  ///< cuMemFree, cuMemFreeAsync, cuMemFreeHost, cuMemHostUnregister
  uint64_t address;
};
struct ObjectParams {  ///< cuTexObjectCreate, cuSurfObjectCreate
  uint64_t* object;
};
struct ObjectDestroyParams {
  uint64_t object;
};
struct LaunchParams {  ///< cuLaunchKernel, cuLaunchCooperativeKernel (without `extra`)
  void* function;
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  void* stream;
  void** arguments;
  void** extra;
};
struct LaunchAttribute {
  uint32_t id;
  uint32_t pad;
  uint64_t value[8];
};
inline constexpr uint32_t attributeCooperative = 2, attributeCluster = 4;
struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  void* stream;
  LaunchAttribute* attributes;
  unsigned attributeCount;
};
struct LaunchExParams {
  const LaunchConfig* config;
  void* function;
  void** arguments;
  void** extra;
};

// --- Activity --------------------------------------------------------------------------------------------------------
enum ActivityKind : uint32_t { activityMemcpy = 1, activityMemset = 2, activityKernel = 10 };
enum CopyKind : uint8_t { copyToDevice = 1, copyToHost = 2, copyOnDevice = 8, copyOnHost = 9, copyBetweenDevices = 10 };

struct ActivityRecord {
  uint32_t kind;
};
struct KernelRecord {  ///< beginning of CUpti_ActivityKernel4 and later
  uint32_t kind;
  uint8_t cacheConfig, sharedMemoryConfig;
  uint16_t registers;
  uint32_t partitionedRequested, partitionedExecuted;
  uint64_t start, end, completed;  ///< nanoseconds
  uint32_t device, context, stream;
  int32_t gridX, gridY, gridZ, blockX, blockY, blockZ;
  int32_t staticShared, dynamicShared;
  uint32_t localBytesPerThread, localBytes, correlation;
  int64_t gridId;
  const char* name;
};
struct MemcpyRecord {  ///< beginning of CUpti_ActivityMemcpy and later
  uint32_t kind;
  uint8_t copyKind, sourceKind, targetKind, flags;
  uint64_t bytes, start, end;
  uint32_t device, context, stream;
};
struct MemsetRecord {
  uint32_t kind, value;
  uint64_t bytes, start, end;
  uint32_t device, context, stream;
};
using RequestBuffer = void (*)(uint8_t** buffer, size_t* size, size_t* maxRecords);
using CompleteBuffer = void (*)(Context context, uint32_t stream, uint8_t* buffer, size_t size, size_t validSize);

// --- Range profiler --------------------------------------------------------------------------------------------------
// Each structure begins with the size that its caller knows (to the end of its last field) and a null pointer.
enum : uint32_t { rangeAuto = 1, rangeUser = 2 };
enum : uint32_t { replayApplication = 1, replayKernel = 2, replayUser = 3 };
inline constexpr uint32_t profilerTypeRange = 0;
using HostObject = void*;
using RangeObject = void*;

struct InitializeParams {
  size_t structSize;
  void* priv;
};
struct ChipNameParams {
  size_t structSize;
  void* priv;
  size_t deviceIndex;
  const char* chipName;
};
struct AvailabilityParams {
  size_t structSize;
  void* priv;
  Context context;
  size_t imageSize;
  uint8_t* image;
};
struct HostInitializeParams {
  size_t structSize;
  void* priv;
  uint32_t profilerType;
  const char* chipName;
  const uint8_t* availabilityImage;
  HostObject host;
};
struct HostObjectParams {  ///< deinitialize
  size_t structSize;
  void* priv;
  HostObject host;
};
struct AddMetricsParams {
  size_t structSize;
  void* priv;
  HostObject host;
  const char** names;
  size_t count;
};
struct ConfigSizeParams {
  size_t structSize;
  void* priv;
  HostObject host;
  size_t size;
};
struct ConfigImageParams {
  size_t structSize;
  void* priv;
  HostObject host;
  size_t size;
  uint8_t* image;
};
struct PassesParams {
  size_t structSize;
  void* priv;
  size_t size;
  uint8_t* image;
  size_t passes;
};
struct EvaluateParams {
  size_t structSize;
  void* priv;
  HostObject host;
  const uint8_t* counterData;
  size_t counterDataSize, rangeIndex;
  const char** names;
  size_t count;
  double* values;
};
struct EnableParams {
  size_t structSize;
  void* priv;
  Context context;
  RangeObject range;
};
struct RangeParamsOnly {  ///< disable, start
  size_t structSize;
  void* priv;
  RangeObject range;
};
struct StopParams {
  size_t structSize;
  void* priv;
  RangeObject range;
  size_t passIndex, targetNestingLevel;
  uint8_t allPassesSubmitted;
};
struct DecodeParams {
  size_t structSize;
  void* priv;
  RangeObject range;
  size_t rangesDropped;
};
struct SetConfigParams {
  size_t structSize;
  void* priv;
  RangeObject range;
  size_t configSize;
  const uint8_t* config;
  size_t counterDataSize;
  uint8_t* counterData;
  uint32_t rangeMode, replayMode;
  size_t maxRangesPerPass;
  uint16_t nestingLevels, minNestingLevel;
  size_t passIndex;
  uint16_t targetNestingLevel;
};
struct CounterDataSizeParams {
  size_t structSize;
  void* priv;
  RangeObject range;
  const char** names;
  size_t count, maxRanges;
  uint32_t maxTreeNodes;
  size_t size;
};
struct CounterDataInitializeParams {
  size_t structSize;
  void* priv;
  RangeObject range;
  size_t size;
  uint8_t* counterData;
};
struct CounterDataInfoParams {
  size_t structSize;
  void* priv;
  const uint8_t* counterData;
  size_t counterDataSize, ranges;
};

}  // namespace warpwright::gpu::cupti
