// The words CUDA adds to C++, as Clang spells them.
#ifndef WARPWRIGHT_ATTRIBUTES_H
#define WARPWRIGHT_ATTRIBUTES_H
#pragma GCC system_header

#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#endif

// They say how to compile, not what it means: read and dropped.
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __nv_pure__
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __no_return__ __attribute__((noreturn))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __thread__ __thread
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

#ifdef __cplusplus
#define WARPWRIGHT_C_BEGIN extern "C" {
#define WARPWRIGHT_C_END }
#define WARPWRIGHT_DEFAULT(value) = value
#else
#define WARPWRIGHT_C_BEGIN
#define WARPWRIGHT_C_END
#define WARPWRIGHT_DEFAULT(value)
#endif

#define WARPWRIGHT_D static __device__ __inline__ __attribute__((always_inline, unused))
#define WARPWRIGHT_HD static __host__ __device__ __inline__ __attribute__((always_inline, unused))

#endif
