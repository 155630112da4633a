// Half precision. Arithmetic is that of _Float16, rounded after each operation as the device's own is.
#ifndef WARPWRIGHT_PUBLIC_CUDA_FP16_H
#define WARPWRIGHT_PUBLIC_CUDA_FP16_H
#pragma GCC system_header
#include <warpwright/runtime_types.h>
#ifdef __cplusplus
#define __CUDA_FP16_TYPES_EXIST__

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
  _Float16 value;
  __half() = default;
  __host__ __device__ __half(_Float16 v) : value(v) {}
  __host__ __device__ __half(float v) : value((_Float16)v) {}
  __host__ __device__ __half(double v) : value((_Float16)v) {}
  __host__ __device__ __half(short v) : value((_Float16)v) {}
  __host__ __device__ __half(unsigned short v) : value((_Float16)v) {}
  __host__ __device__ __half(int v) : value((_Float16)v) {}
  __host__ __device__ __half(unsigned int v) : value((_Float16)v) {}
  __host__ __device__ __half(long long v) : value((_Float16)v) {}
  __host__ __device__ __half(unsigned long long v) : value((_Float16)v) {}
  __host__ __device__ __half(__half_raw v) { __builtin_memcpy(&value, &v, sizeof value); }
  __host__ __device__ operator float() const { return (float)value; }
  __host__ __device__ operator __half_raw() const {
    __half_raw raw;
    __builtin_memcpy(&raw, &value, sizeof value);
    return raw;
  }
};
typedef __half half;

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(const __half& a, const __half& b) : x(a), y(b) {}
};
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

#define WARPWRIGHT_HALF_OPERATOR(symbol, name)                                \
  WARPWRIGHT_HD __half operator symbol(const __half& a, const __half& b) {    \
    return __half((_Float16)(a.value symbol b.value));                        \
  }                                                                           \
  WARPWRIGHT_HD __half& operator symbol##=(__half & a, const __half & b) {    \
    return a = a symbol b;                                                    \
  }                                                                           \
  WARPWRIGHT_HD __half2 operator symbol(const __half2& a, const __half2& b) { \
    return __half2(a.x symbol b.x, a.y symbol b.y);                           \
  }                                                                           \
  WARPWRIGHT_HD __half2& operator symbol##=(__half2 & a, const __half2 & b) { \
    return a = a symbol b;                                                    \
  }                                                                           \
  WARPWRIGHT_HD __half __h##name(__half a, __half b) {                        \
    return a symbol b;                                                        \
  }                                                                           \
  WARPWRIGHT_HD __half __h##name##_rn(__half a, __half b) {                   \
    return a symbol b;                                                        \
  }
WARPWRIGHT_HALF_OPERATOR(+, add)
WARPWRIGHT_HALF_OPERATOR(-, sub)
WARPWRIGHT_HALF_OPERATOR(*, mul)
WARPWRIGHT_HALF_OPERATOR(/, div)
#undef WARPWRIGHT_HALF_OPERATOR
WARPWRIGHT_HD __half2 __hadd2(__half2 a, __half2 b) {
  return a + b;
}
WARPWRIGHT_HD __half2 __hsub2(__half2 a, __half2 b) {
  return a - b;
}
WARPWRIGHT_HD __half2 __hmul2(__half2 a, __half2 b) {
  return a * b;
}
WARPWRIGHT_HD __half2 __h2div(__half2 a, __half2 b) {
  return a / b;
}
WARPWRIGHT_HD __half operator-(const __half& a) {
  return __half((_Float16)-a.value);
}
WARPWRIGHT_HD __half operator+(const __half& a) {
  return a;
}
WARPWRIGHT_HD __half2 operator-(const __half2& a) {
  return __half2(-a.x, -a.y);
}
WARPWRIGHT_HD __half __hneg(__half a) {
  return -a;
}
WARPWRIGHT_HD __half2 __hneg2(__half2 a) {
  return -a;
}

#define WARPWRIGHT_HALF_COMPARE(symbol, name)                                   \
  WARPWRIGHT_HD bool operator symbol(const __half& a, const __half& b) {        \
    return a.value symbol b.value;                                              \
  }                                                                             \
  WARPWRIGHT_HD bool __h##name(__half a, __half b) {                            \
    return a.value symbol b.value;                                              \
  }                                                                             \
  WARPWRIGHT_HD __half2 __h##name##2(__half2 a, __half2 b) {                    \
    return __half2(a.x symbol b.x ? 1.0f : 0.0f, a.y symbol b.y ? 1.0f : 0.0f); \
  }
WARPWRIGHT_HALF_COMPARE(==, eq)
WARPWRIGHT_HALF_COMPARE(!=, ne)
WARPWRIGHT_HALF_COMPARE(<, lt)
WARPWRIGHT_HALF_COMPARE(>, gt)
WARPWRIGHT_HALF_COMPARE(<=, le)
WARPWRIGHT_HALF_COMPARE(>=, ge)
#undef WARPWRIGHT_HALF_COMPARE

/// One rounding: the product and the sum of halves are exact in double.
WARPWRIGHT_HD __half __hfma(__half a, __half b, __half c) {
  return __half((_Float16)((double)a.value * (double)b.value + (double)c.value));
}
WARPWRIGHT_HD __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
WARPWRIGHT_HD __half __habs(__half a) {
  return a.value < 0 ? -a : a;
}
/// What is not a number counts only where both are none, and +0 is larger than -0.
WARPWRIGHT_HD __half __hmax(__half a, __half b) {
  if (a.value != a.value) return b;
  return a.value < b.value || (a.value == b.value && __builtin_signbit((float)a.value)) ? b : a;
}
WARPWRIGHT_HD __half __hmin(__half a, __half b) {
  if (a.value != a.value) return b;
  return b.value < a.value || (a.value == b.value && __builtin_signbit((float)b.value)) ? b : a;
}
WARPWRIGHT_HD __half2 __hmax2(__half2 a, __half2 b) {
  return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
WARPWRIGHT_HD __half2 __hmin2(__half2 a, __half2 b) {
  return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
WARPWRIGHT_HD bool __hisnan(__half a) {
  return a.value != a.value;
}

WARPWRIGHT_HD __half __float2half(float a) {
  return __half(a);
}
WARPWRIGHT_HD __half __float2half_rn(float a) {
  return __half(a);
}
WARPWRIGHT_HD __half __double2half(double a) {
  return __half(a);
}
WARPWRIGHT_HD __half __int2half_rn(int a) {
  return __half((_Float16)a);
}
WARPWRIGHT_HD __half __uint2half_rn(unsigned a) {
  return __half((_Float16)a);
}
WARPWRIGHT_HD __half __short2half_rn(short a) {
  return __half((_Float16)a);
}
WARPWRIGHT_HD float __half2float(__half a) {
  return (float)a.value;
}
WARPWRIGHT_HD int __half2int_rz(__half a) {
  return (int)a.value;
}
WARPWRIGHT_HD __half2 __float2half2_rn(float a) {
  return __half2(__half(a), __half(a));
}
WARPWRIGHT_HD __half2 __floats2half2_rn(float a, float b) {
  return __half2(__half(a), __half(b));
}
WARPWRIGHT_HD __half2 __float22half2_rn(float2 a) {
  return __half2(__half(a.x), __half(a.y));
}
WARPWRIGHT_HD float2 __half22float2(__half2 a) {
  return make_float2((float)a.x, (float)a.y);
}
WARPWRIGHT_HD __half2 __half2half2(__half a) {
  return __half2(a, a);
}
WARPWRIGHT_HD __half2 __halves2half2(__half a, __half b) {
  return __half2(a, b);
}
WARPWRIGHT_HD __half2 make_half2(__half a, __half b) {
  return __half2(a, b);
}
WARPWRIGHT_HD __half __low2half(__half2 a) {
  return a.x;
}
WARPWRIGHT_HD __half __high2half(__half2 a) {
  return a.y;
}
WARPWRIGHT_HD float __low2float(__half2 a) {
  return (float)a.x;
}
WARPWRIGHT_HD float __high2float(__half2 a) {
  return (float)a.y;
}
WARPWRIGHT_HD __half2 __low2half2(__half2 a) {
  return __half2(a.x, a.x);
}
WARPWRIGHT_HD __half2 __high2half2(__half2 a) {
  return __half2(a.y, a.y);
}
WARPWRIGHT_HD __half2 __lowhigh2highlow(__half2 a) {
  return __half2(a.y, a.x);
}
WARPWRIGHT_HD unsigned short __half_as_ushort(__half a) {
  return ((__half_raw)a).x;
}
WARPWRIGHT_HD short __half_as_short(__half a) {
  return (short)((__half_raw)a).x;
}
WARPWRIGHT_HD __half __ushort_as_half(unsigned short a) {
  __half_raw raw;
  raw.x = a;
  return __half(raw);
}
WARPWRIGHT_HD __half __short_as_half(short a) {
  return __ushort_as_half((unsigned short)a);
}

#ifdef __CUDA__
#define WARPWRIGHT_HALF_FUNCTION(name, function) \
  WARPWRIGHT_D __half h##name(__half a) {        \
    return __half(function((float)a));           \
  }                                              \
  WARPWRIGHT_D __half2 h2##name(__half2 a) {     \
    return __half2(h##name(a.x), h##name(a.y));  \
  }
WARPWRIGHT_HALF_FUNCTION(sqrt, sqrtf)
WARPWRIGHT_HALF_FUNCTION(rsqrt, rsqrtf)
WARPWRIGHT_HALF_FUNCTION(exp, expf)
WARPWRIGHT_HALF_FUNCTION(exp2, exp2f)
WARPWRIGHT_HALF_FUNCTION(log, logf)
WARPWRIGHT_HALF_FUNCTION(log2, log2f)
WARPWRIGHT_HALF_FUNCTION(sin, sinf)
WARPWRIGHT_HALF_FUNCTION(cos, cosf)
WARPWRIGHT_HALF_FUNCTION(floor, floorf)
WARPWRIGHT_HALF_FUNCTION(ceil, ceilf)
WARPWRIGHT_HALF_FUNCTION(rint, rintf)
WARPWRIGHT_HALF_FUNCTION(trunc, truncf)
#undef WARPWRIGHT_HALF_FUNCTION
WARPWRIGHT_D __half hrcp(__half a) {
  return __half(1.0f / (float)a);
}
#define WARPWRIGHT_HALF_SHUFFLE(name, type)                                                         \
  WARPWRIGHT_D __half name(unsigned mask, __half value, type lane, int width = 32) {                \
    return __ushort_as_half((unsigned short)name(mask, (int)__half_as_ushort(value), lane, width)); \
  }                                                                                                 \
  WARPWRIGHT_D __half2 name(unsigned mask, __half2 value, type lane, int width = 32) {              \
    int word;                                                                                       \
    __builtin_memcpy(&word, &value, sizeof word);                                                   \
    word = name(mask, word, lane, width);                                                           \
    __builtin_memcpy(&value, &word, sizeof word);                                                   \
    return value;                                                                                   \
  }
WARPWRIGHT_HALF_SHUFFLE(__shfl_sync, int)
WARPWRIGHT_HALF_SHUFFLE(__shfl_up_sync, unsigned)
WARPWRIGHT_HALF_SHUFFLE(__shfl_down_sync, unsigned)
WARPWRIGHT_HALF_SHUFFLE(__shfl_xor_sync, int)
#undef WARPWRIGHT_HALF_SHUFFLE
WARPWRIGHT_D __half __ldg(const __half* pointer) {
  return __ushort_as_half(__ldg((const unsigned short*)pointer));
}
WARPWRIGHT_D __half atomicAdd(__half* address, __half value) {
  unsigned short* bits = (unsigned short*)address;
  unsigned short old = __atomic_load_n(bits, __ATOMIC_RELAXED), seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __half_as_ushort(__ushort_as_half(seen) + value));
  } while (old != seen);
  return __ushort_as_half(old);
}
#endif
#endif
#endif
