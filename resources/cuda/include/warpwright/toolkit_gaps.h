// What nvcc gives and Clang's wrapper of a toolkit's headers does not, and what CUDA 12 and 13 removed.
#ifndef WARPWRIGHT_TOOLKIT_GAPS_H
#define WARPWRIGHT_TOOLKIT_GAPS_H
#pragma GCC system_header

#include <cmath>
#include <math.h>  // isfinite and the like outside `std`, too, as nvcc has them

// min and max on the host.
#define WARPWRIGHT_HOST static __host__ __inline__ __attribute__((unused))
#define WARPWRIGHT_MINMAX(result, left, right)            \
  WARPWRIGHT_HOST result min(left a, right b) {           \
    return (result)b < (result)a ? (result)b : (result)a; \
  }                                                       \
  WARPWRIGHT_HOST result max(left a, right b) {           \
    return (result)a < (result)b ? (result)b : (result)a; \
  }
WARPWRIGHT_MINMAX(int, int, int)
WARPWRIGHT_MINMAX(unsigned, unsigned, unsigned)
WARPWRIGHT_MINMAX(unsigned, int, unsigned)
WARPWRIGHT_MINMAX(unsigned, unsigned, int)
WARPWRIGHT_MINMAX(long, long, long)
WARPWRIGHT_MINMAX(unsigned long, unsigned long, unsigned long)
WARPWRIGHT_MINMAX(unsigned long, long, unsigned long)
WARPWRIGHT_MINMAX(unsigned long, unsigned long, long)
WARPWRIGHT_MINMAX(long long, long long, long long)
WARPWRIGHT_MINMAX(unsigned long long, unsigned long long, unsigned long long)
WARPWRIGHT_MINMAX(unsigned long long, long long, unsigned long long)
WARPWRIGHT_MINMAX(unsigned long long, unsigned long long, long long)
WARPWRIGHT_MINMAX(float, float, float)
WARPWRIGHT_MINMAX(double, double, double)
WARPWRIGHT_MINMAX(double, float, double)
WARPWRIGHT_MINMAX(double, double, float)
#undef WARPWRIGHT_MINMAX

#if CUDA_VERSION >= 12000
WARPWRIGHT_HOST cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}
WARPWRIGHT_HOST cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}
WARPWRIGHT_HOST cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
WARPWRIGHT_HOST cudaError_t cudaThreadGetLimit(size_t* value, enum cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
WARPWRIGHT_HOST cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}
WARPWRIGHT_HOST cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
#endif
#if CUDA_VERSION >= 13000
WARPWRIGHT_HOST cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t size, int device,
                                                 cudaStream_t stream = 0) {
  struct cudaMemLocation where;
  where.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  where.id = device < 0 ? 0 : device;
  return cudaMemPrefetchAsync(pointer, size, where, 0u, stream);
}
WARPWRIGHT_HOST cudaError_t cudaMemAdvise(const void* pointer, size_t size, enum cudaMemoryAdvise advice, int device) {
  struct cudaMemLocation where;
  where.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  where.id = device < 0 ? 0 : device;
  return cudaMemAdvise(pointer, size, advice, where);
}
#endif
#undef WARPWRIGHT_HOST

#include "cache_operators.h"

#endif
