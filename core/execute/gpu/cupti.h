#pragma once

#include <string>

#include "core/base/result.h"
#include "core/execute/gpu/cupti_sampling_types.h"
#include "core/execute/gpu/cupti_types.h"

namespace warpwright::gpu {

/// The calls of CUPTI by the names of its documentation without their prefix. Second column: true where CUPTI
/// before 12.6 lacks them, so that they may be null.
#define WARPWRIGHT_CUPTI_CALLS(X)                                                         \
  X(GetVersion, false, (uint32_t*))                                                       \
  X(GetResultString, false, (cupti::Code, const char**))                                  \
  X(Subscribe, false, (cupti::Subscriber*, cupti::Callback, void*))                       \
  X(Unsubscribe, false, (cupti::Subscriber))                                              \
  X(EnableCallback, false, (uint32_t, cupti::Subscriber, uint32_t, uint32_t))             \
  X(ActivityEnable, false, (uint32_t))                                                    \
  X(ActivityDisable, false, (uint32_t))                                                   \
  X(ActivityRegisterCallbacks, false, (cupti::RequestBuffer, cupti::CompleteBuffer))      \
  X(ActivityGetNextRecord, false, (uint8_t*, size_t, cupti::ActivityRecord**))            \
  X(ActivityGetNumDroppedRecords, false, (cupti::Context, uint32_t, size_t*))             \
  X(ActivityFlushAll, false, (uint32_t))                                                  \
  X(ProfilerInitialize, true, (cupti::InitializeParams*))                                 \
  X(ProfilerDeInitialize, true, (cupti::InitializeParams*))                               \
  X(DeviceGetChipName, true, (cupti::ChipNameParams*))                                    \
  X(ProfilerGetCounterAvailability, true, (cupti::AvailabilityParams*))                   \
  X(ProfilerHostInitialize, true, (cupti::HostInitializeParams*))                         \
  X(ProfilerHostDeinitialize, true, (cupti::HostObjectParams*))                           \
  X(ProfilerHostConfigAddMetrics, true, (cupti::AddMetricsParams*))                       \
  X(ProfilerHostGetConfigImageSize, true, (cupti::ConfigSizeParams*))                     \
  X(ProfilerHostGetConfigImage, true, (cupti::ConfigImageParams*))                        \
  X(ProfilerHostGetNumOfPasses, true, (cupti::PassesParams*))                             \
  X(ProfilerHostEvaluateToGpuValues, true, (cupti::EvaluateParams*))                      \
  X(RangeProfilerEnable, true, (cupti::EnableParams*))                                    \
  X(RangeProfilerDisable, true, (cupti::RangeParamsOnly*))                                \
  X(RangeProfilerSetConfig, true, (cupti::SetConfigParams*))                              \
  X(RangeProfilerStart, true, (cupti::RangeParamsOnly*))                                  \
  X(RangeProfilerStop, true, (cupti::StopParams*))                                        \
  X(RangeProfilerDecodeData, true, (cupti::DecodeParams*))                                \
  X(RangeProfilerGetCounterDataSize, true, (cupti::CounterDataSizeParams*))               \
  X(RangeProfilerCounterDataImageInitialize, true, (cupti::CounterDataInitializeParams*)) \
  X(RangeProfilerGetCounterDataInfo, true, (cupti::CounterDataInfoParams*))               \
  X(PCSamplingEnable, true, (cupti::SamplingParams*))                                     \
  X(PCSamplingDisable, true, (cupti::SamplingParams*))                                    \
  X(PCSamplingStart, true, (cupti::SamplingParams*))                                      \
  X(PCSamplingStop, true, (cupti::SamplingParams*))                                       \
  X(PCSamplingSetConfigurationAttribute, true, (cupti::SamplingConfigParams*))            \
  X(PCSamplingGetData, true, (cupti::SampledDataParams*))                                 \
  X(PCSamplingGetNumStallReasons, true, (cupti::StallReasonCountParams*))                 \
  X(PCSamplingGetStallReasons, true, (cupti::StallReasonsParams*))                        \
  X(GetSassToSourceCorrelation, true, (cupti::SourceLineParams*))

/// NVIDIA's library for tracing and counters, loaded at run time. It belongs to a CUDA toolkit, not to the driver.
struct Cupti {
#define WARPWRIGHT_CUPTI_MEMBER(name, optional, parameters) cupti::Code(*name) parameters = nullptr;
  WARPWRIGHT_CUPTI_CALLS(WARPWRIGHT_CUPTI_MEMBER)
#undef WARPWRIGHT_CUPTI_MEMBER
  std::string path;  ///< the library that was loaded

  /// Loads libcupti once a process and never lets go of it: $WARPWRIGHT_CUPTI (a file), else by its names of CUDA 13
  /// and 12 where the loader finds them, else from a toolkit ($CUDA_PATH, $CUDA_HOME, /usr/local/cuda*, /opt/cuda).
  /// Errors: none is found (says what to install).
  static Result<const Cupti*> load();

  /// "CUPTI_ERROR_NOT_READY (13)"
  std::string text(cupti::Code code) const;
  bool hasCounters() const { return RangeProfilerEnable != nullptr && ProfilerHostInitialize != nullptr; }
  bool hasSampling() const { return PCSamplingStart != nullptr && GetSassToSourceCorrelation != nullptr; }
};

/// Why counters cannot be read where only administrators may, and what to do about it: one text for every place that
/// says so.
std::string countersNotPermitted();

}  // namespace warpwright::gpu
