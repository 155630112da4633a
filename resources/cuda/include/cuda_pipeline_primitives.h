// Copies to shared memory that a thread goes on beside, and waits for later: cp.async, by groups.
#ifndef WARPWRIGHT_PUBLIC_CUDA_PIPELINE_PRIMITIVES_H
#define WARPWRIGHT_PUBLIC_CUDA_PIPELINE_PRIMITIVES_H
#pragma GCC system_header
#include <cuda_runtime.h>
#if defined(__cplusplus) && defined(__CUDA__)

/// Copies 4, 8 or 16 bytes, the last `zeros` of which are 0 instead.
inline __device__ void __pipeline_memcpy_async(void* __restrict__ to, const void* __restrict__ from, size_t bytes,
                                               size_t zeros = 0) {
#if __CUDA_ARCH__ >= 800
  const unsigned place = (unsigned)__cvta_generic_to_shared(to), read = (unsigned)(bytes - zeros);
  if (bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(from), "r"(read) : "memory");
  else if (bytes == 8)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(place), "l"(from), "r"(read) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(place), "l"(from), "r"(read) : "memory");
#else
  for (size_t i = 0; i < bytes; ++i) ((char*)to)[i] = i < bytes - zeros ? ((const char*)from)[i] : (char)0;
#endif
}
inline __device__ void __pipeline_commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits for all groups but the last `prior`.
inline __device__ void __pipeline_wait_prior(size_t prior) {
#if __CUDA_ARCH__ >= 800
#define WARPWRIGHT_WAIT(groups)                                    \
  case groups:                                                     \
    asm volatile("cp.async.wait_group " #groups ";" ::: "memory"); \
    break;
  switch (prior) {
    WARPWRIGHT_WAIT(1)
    WARPWRIGHT_WAIT(2)
    WARPWRIGHT_WAIT(3)
    WARPWRIGHT_WAIT(4)
    WARPWRIGHT_WAIT(5)
    WARPWRIGHT_WAIT(6)
    WARPWRIGHT_WAIT(7)
    default:
      asm volatile("cp.async.wait_group 0;" ::: "memory");
  }
#undef WARPWRIGHT_WAIT
#endif
}

#endif
#endif
