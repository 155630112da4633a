// Built where CUPTI's headers are found: what core/execute/gpu/cupti_types.h declares is what they declare.
#include <cuda.h>
#include <cupti.h>
#include <cupti_pcsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include "core/execute/gpu/cupti_sampling_types.h"
#include "core/execute/gpu/cupti_types.h"

namespace own = warpwright::gpu::cupti;

// A field of ours lies where theirs does and is as large.
#define SAME_FIELD(Own, field, Real, theirs)                                           \
  static_assert(offsetof(own::Own, field) == offsetof(Real, theirs), #Own "." #field); \
  static_assert(sizeof(own::Own::field) == sizeof(Real::theirs), #Own "." #field)
#define SAME_VALUE(ours, theirs) static_assert(static_cast<int>(own::ours) == static_cast<int>(theirs), #ours)
#define SAME_CALL(ours, name) SAME_VALUE(ours, CUPTI_DRIVER_TRACE_CBID_##name)

SAME_VALUE(insufficientPrivileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
SAME_VALUE(multipleSubscribers, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
SAME_VALUE(virtualDeviceInsufficientPrivileges, CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
SAME_VALUE(domainDriver, CUPTI_CB_DOMAIN_DRIVER_API);
SAME_VALUE(domainResource, CUPTI_CB_DOMAIN_RESOURCE);
SAME_VALUE(siteEnter, CUPTI_API_ENTER);
SAME_VALUE(siteExit, CUPTI_API_EXIT);
SAME_VALUE(resourceModuleLoaded, CUPTI_CBID_RESOURCE_MODULE_LOADED);
SAME_CALL(callMemFreeHost, cuMemFreeHost);
SAME_CALL(callMemHostAlloc, cuMemHostAlloc);
SAME_CALL(callMemAlloc, cuMemAlloc_v2);
SAME_CALL(callMemAllocPitch, cuMemAllocPitch_v2);
SAME_CALL(callMemFree, cuMemFree_v2);
SAME_CALL(callMemHostAllocV2, cuMemHostAlloc_v2);
SAME_CALL(callMemAllocHost, cuMemAllocHost_v2);
SAME_CALL(callMemHostRegister, cuMemHostRegister);
SAME_CALL(callMemHostUnregister, cuMemHostUnregister);
SAME_CALL(callLaunchKernel, cuLaunchKernel);
SAME_CALL(callTexObjectCreate, cuTexObjectCreate);
SAME_CALL(callTexObjectDestroy, cuTexObjectDestroy);
SAME_CALL(callSurfObjectCreate, cuSurfObjectCreate);
SAME_CALL(callSurfObjectDestroy, cuSurfObjectDestroy);
SAME_CALL(callMemAllocManaged, cuMemAllocManaged);
SAME_CALL(callMemHostRegisterV2, cuMemHostRegister_v2);
SAME_CALL(callLaunchKernelPtsz, cuLaunchKernel_ptsz);
SAME_CALL(callLaunchCooperative, cuLaunchCooperativeKernel);
SAME_CALL(callLaunchCooperativePtsz, cuLaunchCooperativeKernel_ptsz);
SAME_CALL(callGraphLaunch, cuGraphLaunch);
SAME_CALL(callGraphLaunchPtsz, cuGraphLaunch_ptsz);
SAME_CALL(callMemMap, cuMemMap);
SAME_CALL(callMemUnmap, cuMemUnmap);
SAME_CALL(callMemAllocAsync, cuMemAllocAsync);
SAME_CALL(callMemAllocAsyncPtsz, cuMemAllocAsync_ptsz);
SAME_CALL(callMemFreeAsync, cuMemFreeAsync);
SAME_CALL(callMemFreeAsyncPtsz, cuMemFreeAsync_ptsz);
SAME_CALL(callMemAllocFromPool, cuMemAllocFromPoolAsync);
SAME_CALL(callMemAllocFromPoolPtsz, cuMemAllocFromPoolAsync_ptsz);
SAME_CALL(callLaunchKernelEx, cuLaunchKernelEx);
SAME_CALL(callLaunchKernelExPtsz, cuLaunchKernelEx_ptsz);
SAME_VALUE(activityMemcpy, CUPTI_ACTIVITY_KIND_MEMCPY);
SAME_VALUE(activityMemset, CUPTI_ACTIVITY_KIND_MEMSET);
SAME_VALUE(activityKernel, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
SAME_VALUE(copyToDevice, CUPTI_ACTIVITY_MEMCPY_KIND_HTOD);
SAME_VALUE(copyToHost, CUPTI_ACTIVITY_MEMCPY_KIND_DTOH);
SAME_VALUE(copyOnDevice, CUPTI_ACTIVITY_MEMCPY_KIND_DTOD);
SAME_VALUE(copyOnHost, CUPTI_ACTIVITY_MEMCPY_KIND_HTOH);
SAME_VALUE(copyBetweenDevices, CUPTI_ACTIVITY_MEMCPY_KIND_PTOP);
SAME_VALUE(rangeAuto, CUPTI_AutoRange);
SAME_VALUE(rangeUser, CUPTI_UserRange);
SAME_VALUE(replayApplication, CUPTI_ApplicationReplay);
SAME_VALUE(replayKernel, CUPTI_KernelReplay);
SAME_VALUE(replayUser, CUPTI_UserReplay);
SAME_VALUE(profilerTypeRange, CUPTI_PROFILER_TYPE_RANGE_PROFILER);
SAME_VALUE(attributeCooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
SAME_VALUE(attributeCluster, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);

SAME_FIELD(CallbackData, site, CUpti_CallbackData, callbackSite);
SAME_FIELD(CallbackData, functionParams, CUpti_CallbackData, functionParams);
SAME_FIELD(CallbackData, functionReturnValue, CUpti_CallbackData, functionReturnValue);
SAME_FIELD(CallbackData, symbolName, CUpti_CallbackData, symbolName);
SAME_FIELD(CallbackData, context, CUpti_CallbackData, context);
SAME_FIELD(ResourceData, descriptor, CUpti_ResourceData, resourceDescriptor);
SAME_FIELD(ModuleData, cubinSize, CUpti_ModuleResourceData, cubinSize);
SAME_FIELD(ModuleData, cubin, CUpti_ModuleResourceData, pCubin);
SAME_FIELD(AllocParams, address, cuMemAlloc_v2_params, dptr);
SAME_FIELD(AllocParams, bytes, cuMemAlloc_v2_params, bytesize);
SAME_FIELD(AllocParams, bytes, cuMemAllocManaged_params, bytesize);
SAME_FIELD(AllocParams, bytes, cuMemAllocAsync_params, bytesize);
SAME_FIELD(AllocParams, bytes, cuMemAllocFromPoolAsync_params, bytesize);
SAME_FIELD(AllocPitchParams, address, cuMemAllocPitch_v2_params, dptr);
SAME_FIELD(AllocPitchParams, pitch, cuMemAllocPitch_v2_params, pPitch);
SAME_FIELD(AllocPitchParams, height, cuMemAllocPitch_v2_params, Height);
SAME_FIELD(AllocHostParams, address, cuMemHostAlloc_params, pp);
SAME_FIELD(AllocHostParams, bytes, cuMemHostAlloc_params, bytesize);
SAME_FIELD(AllocHostParams, bytes, cuMemAllocHost_v2_params, bytesize);
SAME_FIELD(RangeParams, address, cuMemMap_params, ptr);
SAME_FIELD(RangeParams, bytes, cuMemMap_params, size);
SAME_FIELD(RangeParams, bytes, cuMemUnmap_params, size);
SAME_FIELD(RangeParams, address, cuMemHostRegister_v2_params, p);
SAME_FIELD(RangeParams, bytes, cuMemHostRegister_v2_params, bytesize);
SAME_FIELD(FreeParams, address, cuMemFree_v2_params, dptr);
SAME_FIELD(FreeParams, address, cuMemFreeAsync_params, dptr);
SAME_FIELD(FreeParams, address, cuMemFreeHost_params, p);
SAME_FIELD(FreeParams, address, cuMemHostUnregister_params, p);
SAME_FIELD(ObjectParams, object, cuTexObjectCreate_params, pTexObject);
SAME_FIELD(ObjectParams, object, cuSurfObjectCreate_params, pSurfObject);
SAME_FIELD(ObjectDestroyParams, object, cuTexObjectDestroy_params, texObject);
SAME_FIELD(LaunchParams, function, cuLaunchKernel_params, f);
SAME_FIELD(LaunchParams, gridX, cuLaunchKernel_params, gridDimX);
SAME_FIELD(LaunchParams, sharedBytes, cuLaunchKernel_params, sharedMemBytes);
SAME_FIELD(LaunchParams, stream, cuLaunchKernel_params, hStream);
SAME_FIELD(LaunchParams, arguments, cuLaunchKernel_params, kernelParams);
SAME_FIELD(LaunchParams, extra, cuLaunchKernel_params, extra);
SAME_FIELD(LaunchParams, arguments, cuLaunchCooperativeKernel_params, kernelParams);
SAME_FIELD(LaunchConfig, gridX, CUlaunchConfig, gridDimX);
SAME_FIELD(LaunchConfig, stream, CUlaunchConfig, hStream);
SAME_FIELD(LaunchConfig, attributes, CUlaunchConfig, attrs);
SAME_FIELD(LaunchConfig, attributeCount, CUlaunchConfig, numAttrs);
SAME_FIELD(LaunchAttribute, id, CUlaunchAttribute, id);
SAME_FIELD(LaunchAttribute, value, CUlaunchAttribute, value);
SAME_FIELD(LaunchExParams, function, cuLaunchKernelEx_params, f);
SAME_FIELD(LaunchExParams, extra, cuLaunchKernelEx_params, extra);

#if CUPTI_API_VERSION >= 130000
SAME_FIELD(KernelRecord, kind, CUpti_ActivityKernel10, kind);
SAME_FIELD(KernelRecord, registers, CUpti_ActivityKernel10, registersPerThread);
SAME_FIELD(KernelRecord, start, CUpti_ActivityKernel10, start);
SAME_FIELD(KernelRecord, end, CUpti_ActivityKernel10, end);
SAME_FIELD(KernelRecord, device, CUpti_ActivityKernel10, deviceId);
SAME_FIELD(KernelRecord, stream, CUpti_ActivityKernel10, streamId);
SAME_FIELD(KernelRecord, gridX, CUpti_ActivityKernel10, gridX);
SAME_FIELD(KernelRecord, blockZ, CUpti_ActivityKernel10, blockZ);
SAME_FIELD(KernelRecord, staticShared, CUpti_ActivityKernel10, staticSharedMemory);
SAME_FIELD(KernelRecord, dynamicShared, CUpti_ActivityKernel10, dynamicSharedMemory);
SAME_FIELD(KernelRecord, name, CUpti_ActivityKernel10, name);
#endif
SAME_FIELD(KernelRecord, name, CUpti_ActivityKernel9, name);
SAME_FIELD(KernelRecord, registers, CUpti_ActivityKernel4, registersPerThread);
SAME_FIELD(KernelRecord, name, CUpti_ActivityKernel4, name);
SAME_FIELD(MemcpyRecord, copyKind, CUpti_ActivityMemcpy5, copyKind);
SAME_FIELD(MemcpyRecord, bytes, CUpti_ActivityMemcpy5, bytes);
SAME_FIELD(MemcpyRecord, end, CUpti_ActivityMemcpy5, end);
SAME_FIELD(MemcpyRecord, device, CUpti_ActivityMemcpy5, deviceId);
SAME_FIELD(MemcpyRecord, stream, CUpti_ActivityMemcpy5, streamId);
SAME_FIELD(MemsetRecord, bytes, CUpti_ActivityMemset4, bytes);
SAME_FIELD(MemsetRecord, end, CUpti_ActivityMemset4, end);
SAME_FIELD(MemsetRecord, device, CUpti_ActivityMemset4, deviceId);
SAME_FIELD(MemsetRecord, stream, CUpti_ActivityMemset4, streamId);

SAME_FIELD(InitializeParams, priv, CUpti_Profiler_Initialize_Params, pPriv);
SAME_FIELD(ChipNameParams, deviceIndex, CUpti_Device_GetChipName_Params, deviceIndex);
SAME_FIELD(ChipNameParams, chipName, CUpti_Device_GetChipName_Params, pChipName);
SAME_FIELD(AvailabilityParams, context, CUpti_Profiler_GetCounterAvailability_Params, ctx);
SAME_FIELD(AvailabilityParams, imageSize, CUpti_Profiler_GetCounterAvailability_Params, counterAvailabilityImageSize);
SAME_FIELD(AvailabilityParams, image, CUpti_Profiler_GetCounterAvailability_Params, pCounterAvailabilityImage);
SAME_FIELD(HostInitializeParams, profilerType, CUpti_Profiler_Host_Initialize_Params, profilerType);
SAME_FIELD(HostInitializeParams, chipName, CUpti_Profiler_Host_Initialize_Params, pChipName);
SAME_FIELD(HostInitializeParams, availabilityImage, CUpti_Profiler_Host_Initialize_Params, pCounterAvailabilityImage);
SAME_FIELD(HostInitializeParams, host, CUpti_Profiler_Host_Initialize_Params, pHostObject);
SAME_FIELD(HostObjectParams, host, CUpti_Profiler_Host_Deinitialize_Params, pHostObject);
SAME_FIELD(AddMetricsParams, names, CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames);
SAME_FIELD(AddMetricsParams, count, CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics);
SAME_FIELD(ConfigSizeParams, size, CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize);
SAME_FIELD(ConfigImageParams, size, CUpti_Profiler_Host_GetConfigImage_Params, configImageSize);
SAME_FIELD(ConfigImageParams, image, CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage);
SAME_FIELD(PassesParams, size, CUpti_Profiler_Host_GetNumOfPasses_Params, configImageSize);
SAME_FIELD(PassesParams, image, CUpti_Profiler_Host_GetNumOfPasses_Params, pConfigImage);
SAME_FIELD(PassesParams, passes, CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses);
SAME_FIELD(EvaluateParams, counterData, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage);
SAME_FIELD(EvaluateParams, rangeIndex, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex);
SAME_FIELD(EvaluateParams, names, CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames);
SAME_FIELD(EvaluateParams, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);
SAME_FIELD(EnableParams, context, CUpti_RangeProfiler_Enable_Params, ctx);
SAME_FIELD(EnableParams, range, CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject);
SAME_FIELD(RangeParamsOnly, range, CUpti_RangeProfiler_Start_Params, pRangeProfilerObject);
SAME_FIELD(StopParams, allPassesSubmitted, CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted);
SAME_FIELD(DecodeParams, rangesDropped, CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped);
SAME_FIELD(SetConfigParams, configSize, CUpti_RangeProfiler_SetConfig_Params, configSize);
SAME_FIELD(SetConfigParams, counterData, CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage);
SAME_FIELD(SetConfigParams, rangeMode, CUpti_RangeProfiler_SetConfig_Params, range);
SAME_FIELD(SetConfigParams, replayMode, CUpti_RangeProfiler_SetConfig_Params, replayMode);
SAME_FIELD(SetConfigParams, maxRangesPerPass, CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass);
SAME_FIELD(SetConfigParams, nestingLevels, CUpti_RangeProfiler_SetConfig_Params, numNestingLevels);
SAME_FIELD(SetConfigParams, targetNestingLevel, CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel);
SAME_FIELD(CounterDataSizeParams, names, CUpti_RangeProfiler_GetCounterDataSize_Params, pMetricNames);
SAME_FIELD(CounterDataSizeParams, maxRanges, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges);
SAME_FIELD(CounterDataSizeParams, maxTreeNodes, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumRangeTreeNodes);
SAME_FIELD(CounterDataSizeParams, size, CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize);
SAME_FIELD(CounterDataInitializeParams, size, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, counterDataSize);
SAME_FIELD(CounterDataInitializeParams, counterData, CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
           pCounterData);
SAME_FIELD(CounterDataInfoParams, counterData, CUpti_RangeProfiler_GetCounterDataInfo_Params, pCounterDataImage);
SAME_FIELD(CounterDataInfoParams, ranges, CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges);

SAME_VALUE(samplingPeriod, CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD);
SAME_VALUE(samplingMode, CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE);
SAME_VALUE(samplingStartStop, CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_ENABLE_START_STOP_CONTROL);
SAME_VALUE(samplingBuffer, CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER);
SAME_VALUE(samplingContinuous, CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS);
SAME_VALUE(stallNameBytes, CUPTI_STALL_REASON_STRING_SIZE);
static_assert(sizeof(own::StallCount) == sizeof(CUpti_PCSamplingStallReason));
static_assert(sizeof(own::SampledPc) == sizeof(CUpti_PCSamplingPCData));
static_assert(sizeof(own::SamplingConfig) == sizeof(CUpti_PCSamplingConfigurationInfo));
SAME_FIELD(StallCount, samples, CUpti_PCSamplingStallReason, samples);
SAME_FIELD(SampledPc, offset, CUpti_PCSamplingPCData, pcOffset);
SAME_FIELD(SampledPc, function, CUpti_PCSamplingPCData, functionName);
SAME_FIELD(SampledPc, stallCount, CUpti_PCSamplingPCData, stallReasonCount);
SAME_FIELD(SampledPc, stalls, CUpti_PCSamplingPCData, stallReason);
SAME_FIELD(SampledData, capacity, CUpti_PCSamplingData, collectNumPcs);
SAME_FIELD(SampledData, dropped, CUpti_PCSamplingData, droppedSamples);
SAME_FIELD(SampledData, collected, CUpti_PCSamplingData, totalNumPcs);
SAME_FIELD(SampledData, remaining, CUpti_PCSamplingData, remainingNumPcs);
SAME_FIELD(SampledData, pcs, CUpti_PCSamplingData, pPcData);
SAME_FIELD(SampledData, bufferFull, CUpti_PCSamplingData, hardwareBufferFull);
SAME_FIELD(SamplingConfig, value, CUpti_PCSamplingConfigurationInfo, attributeData);
SAME_FIELD(SamplingConfigParams, configs, CUpti_PCSamplingConfigurationInfoParams, pPCSamplingConfigurationInfo);
SAME_FIELD(SamplingParams, context, CUpti_PCSamplingEnableParams, ctx);
SAME_FIELD(SamplingParams, context, CUpti_PCSamplingStartParams, ctx);
SAME_FIELD(SampledDataParams, data, CUpti_PCSamplingGetDataParams, pcSamplingData);
SAME_FIELD(StallReasonCountParams, count, CUpti_PCSamplingGetNumStallReasonsParams, numStallReasons);
SAME_FIELD(StallReasonsParams, names, CUpti_PCSamplingGetStallReasonsParams, stallReasons);
SAME_FIELD(SourceLineParams, line, CUpti_GetSassToSourceCorrelationParams, lineNumber);
SAME_FIELD(SourceLineParams, offset, CUpti_GetSassToSourceCorrelationParams, pcOffset);
SAME_FIELD(SourceLineParams, file, CUpti_GetSassToSourceCorrelationParams, fileName);
SAME_FIELD(SourceLineParams, folder, CUpti_GetSassToSourceCorrelationParams, dirName);

int main() {
  return 0;
}
