#pragma once

#include <cstddef>
#include <cstdint>

#include "core/execute/gpu/cupti_types.h"

/// The part of CUPTI's sampling of program counters that Warpwright calls, declared here for the same reasons and in
/// the same way as cupti_types.h. Each structure begins with the size that its caller knows.
namespace warpwright::gpu::cupti {

enum SamplingAttribute : uint32_t {
  samplingPeriod = 1,  ///< as a power of two, in cycles: 5 … 31
  samplingMode = 5,
  samplingStartStop = 6,
  samplingBuffer = 8,
};
inline constexpr uint32_t samplingContinuous = 1;

struct StallCount {
  uint32_t reason, samples;
};
struct SampledPc {
  size_t structSize;
  uint64_t cubinCrc, offset;
  uint32_t functionIndex, pad;
  char* function;  ///< shared by records; to be freed once when none is read any more
  size_t stallCount;
  StallCount* stalls;
  uint32_t correlation;
};
struct SampledData {
  size_t structSize, capacity;
  uint64_t total, dropped;  ///< `total` counts other kernels and dropped samples, too
  size_t collected, remaining;
  uint64_t range;
  SampledPc* pcs;
  uint64_t ofOtherKernels;
  uint8_t bufferFull;
};
struct SamplingConfig {
  uint32_t attribute;
  Code status;
  union {
    uint64_t words[3];
    uint32_t number;
    void* buffer;
  } value;
};
struct SamplingConfigParams {
  size_t structSize;
  void* priv;
  Context context;
  size_t count;
  SamplingConfig* configs;
};
struct SamplingParams {  ///< enable, disable, start, stop
  size_t structSize;
  void* priv;
  Context context;
};
struct SampledDataParams {
  size_t structSize;
  void* priv;
  Context context;
  SampledData* data;
};
struct StallReasonCountParams {
  size_t structSize;
  void* priv;
  Context context;
  size_t* count;
};
struct StallReasonsParams {
  size_t structSize;
  void* priv;
  Context context;
  size_t count;
  uint32_t* indices;
  char** names;  ///< each with room for stallNameBytes
};
inline constexpr size_t stallNameBytes = 128;

struct SourceLineParams {
  size_t structSize;
  const void* cubin;
  const char* function;
  size_t cubinBytes;
  uint32_t line;
  uint64_t offset;
  char* file;    ///< to be freed
  char* folder;  ///< to be freed
};

}  // namespace warpwright::gpu::cupti
