// Numbers of eight bits, made of float as the device makes them: rounded to nearest even, what is too large becomes the
// largest.
#ifndef WARPWRIGHT_PUBLIC_CUDA_FP8_H
#define WARPWRIGHT_PUBLIC_CUDA_FP8_H
#pragma GCC system_header
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#ifdef __cplusplus
#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;

/// Four bits of exponent, three of mantissa, no infinity.
WARPWRIGHT_HD __nv_fp8_storage_t __warpwright_toE4m3(float value) {
  unsigned word;
  __builtin_memcpy(&word, &value, sizeof word);
  const unsigned sign = word >> 24 & 0x80, size = word & 0x7fffffff;
  if (size > 0x7f800000) return 0x7f;
  if (size >= 0x43e00000) return (__nv_fp8_storage_t)(sign | 0x7e);  // 448
  const int exponent = (int)(size >> 23) - 127;
  const int dropped = exponent < -6 ? 14 - exponent : 20;
  if (dropped > 24) return (__nv_fp8_storage_t)sign;
  const unsigned mantissa = (size & 0x7fffff) | 0x800000;
  const unsigned rounded = (mantissa + (1u << (dropped - 1)) - 1 + (mantissa >> dropped & 1)) >> dropped;
  return (__nv_fp8_storage_t)(sign | (rounded + (exponent < -6 ? 0 : (unsigned)(exponent + 6) << 3)));
}
WARPWRIGHT_HD float __warpwright_ofE4m3(__nv_fp8_storage_t bits) {
  const unsigned size = bits & 0x7f, sign = (bits & 0x80u) << 24;
  const unsigned word = size == 0x7f ? 0x7fffffff : sign | (((size >> 3) + 120) << 23 | (size & 7) << 20);
  float value = (float)size * (sign ? -0x1p-9f : 0x1p-9f);
  if (size >= 8) __builtin_memcpy(&value, &word, sizeof value);
  return value;
}

struct __nv_fp8_e4m3 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e4m3() = default;
  __host__ __device__ explicit __nv_fp8_e4m3(float v) : __x(__warpwright_toE4m3(v)) {}
  __host__ __device__ explicit __nv_fp8_e4m3(__half v) : __x(__warpwright_toE4m3((float)v)) {}
  __host__ __device__ explicit __nv_fp8_e4m3(__nv_bfloat16 v) : __x(__warpwright_toE4m3((float)v)) {}
  __host__ __device__ explicit operator float() const { return __warpwright_ofE4m3(__x); }
  __host__ __device__ explicit operator __half() const { return __half(__warpwright_ofE4m3(__x)); }
  __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16(__warpwright_ofE4m3(__x)); }
};
#endif
#endif
