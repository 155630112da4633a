// Included before a unit's own text where no toolkit's headers are used: what nvcc declares in every CUDA file.
#ifndef WARPWRIGHT_PRELUDE_H
#define WARPWRIGHT_PRELUDE_H
#pragma GCC system_header
#define WARPWRIGHT_OWN_HEADERS 1

#define __CUDACC__ 1
#define __NVCC__ 1
#define CUDA_VERSION 12050
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 5
#define __CUDACC_VER_BUILD__ 0
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 5

// Before <cmath>: device overloads must be seen first, or libstdc++'s constexpr functions serve both sides.
#include <__clang_cuda_math_forward_declares.h>
#include <cmath>
#include <math.h>  // its names outside `std`, too, as nvcc has them
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <climits>
#include <assert.h>
#include <time.h>

#include <warpwright/attributes.h>
extern "C" {
__device__ void free(void* pointer) __attribute__((nothrow));
__device__ void* malloc(size_t size) __attribute__((nothrow)) __attribute__((malloc));
}
#include <new>  // Clang's wrapper of it wants the words and the functions above
#include <warpwright/vector_types.h>
#include <warpwright/runtime_api.h>
#include <cuda.h>
#include <warpwright/math_constants.h>

// Clang's CUDA headers declare device functions by architecture; the host pass must see all of them, too.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include <warpwright/device_functions.h>
#include <warpwright/atomics.h>
#include <__clang_cuda_cmath.h>
// Its vector forms of atomicAdd are inline assembly for one architecture; ours serve all.
typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;
__device__ __inline__ size_t __cvta_generic_to_shared(const void* pointer);
#pragma push_macro("atomicAdd")
#define atomicAdd __warpwright_unusedAtomicAdd
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("atomicAdd")
#include <warpwright/address_spaces.h>
#if __cplusplus >= 201103L
#include <__clang_cuda_complex_builtins.h>
#endif
#include <warpwright/cache_operators.h>
#include <warpwright/textures.h>
#pragma pop_macro("__CUDA_ARCH__")

#endif
