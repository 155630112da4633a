// Calls of the runtime that CUDA 12 and 13 removed, or gave other arguments, for programs that are older. Clang is
// given them with a toolkit's headers, nvcc where it misses one.
#ifndef WARPWRIGHT_REMOVED_CALLS_H
#define WARPWRIGHT_REMOVED_CALLS_H
#pragma GCC system_header

#include <cuda_runtime_api.h>

#define WARPWRIGHT_HOST static __host__ __inline__ __attribute__((unused))
#if CUDART_VERSION >= 12000
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
#if CUDART_VERSION >= 13000
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

#endif
