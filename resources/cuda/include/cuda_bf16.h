// bfloat16. Arithmetic is that of float, rounded to nearest even after each operation as the device's own is.
#ifndef WARPWRIGHT_PUBLIC_CUDA_BF16_H
#define WARPWRIGHT_PUBLIC_CUDA_BF16_H
#pragma GCC system_header
#include <warpwright/runtime_types.h>
#ifdef __cplusplus
#define __CUDA_BF16_TYPES_EXIST__

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};
WARPWRIGHT_HD unsigned short __warpwright_toBfloat(float value) {
  unsigned int bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
}
WARPWRIGHT_HD float __warpwright_fromBfloat(unsigned short half) {
  const unsigned int bits = (unsigned int)half << 16;
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

struct __align__(2) __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(float v) : bits(__warpwright_toBfloat(v)) {}
  __host__ __device__ __nv_bfloat16(double v) : bits(__warpwright_toBfloat((float)v)) {}
  __host__ __device__ __nv_bfloat16(short v) : bits(__warpwright_toBfloat((float)v)) {}
  __host__ __device__ __nv_bfloat16(unsigned short v) : bits(__warpwright_toBfloat((float)v)) {}
  __host__ __device__ __nv_bfloat16(int v) : bits(__warpwright_toBfloat((float)v)) {}
  __host__ __device__ __nv_bfloat16(unsigned int v) : bits(__warpwright_toBfloat((float)v)) {}
  __host__ __device__ __nv_bfloat16(long long v) : bits(__warpwright_toBfloat((float)v)) {}
  __host__ __device__ __nv_bfloat16(unsigned long long v) : bits(__warpwright_toBfloat((float)v)) {}
  __host__ __device__ __nv_bfloat16(__nv_bfloat16_raw v) : bits(v.x) {}
  __host__ __device__ operator float() const { return __warpwright_fromBfloat(bits); }
  __host__ __device__ operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw raw;
    raw.x = bits;
    return raw;
  }
};
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16& a, const __nv_bfloat16& b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define WARPWRIGHT_BFLOAT_OPERATOR(symbol, name)                                                   \
  WARPWRIGHT_HD __nv_bfloat16 operator symbol(const __nv_bfloat16& a, const __nv_bfloat16& b) {    \
    return __nv_bfloat16((float)a symbol(float) b);                                                \
  }                                                                                                \
  WARPWRIGHT_HD __nv_bfloat16& operator symbol##=(__nv_bfloat16 & a, const __nv_bfloat16 & b) {    \
    return a = a symbol b;                                                                         \
  }                                                                                                \
  WARPWRIGHT_HD __nv_bfloat162 operator symbol(const __nv_bfloat162& a, const __nv_bfloat162& b) { \
    return __nv_bfloat162(a.x symbol b.x, a.y symbol b.y);                                         \
  }                                                                                                \
  WARPWRIGHT_HD __nv_bfloat162& operator symbol##=(__nv_bfloat162 & a, const __nv_bfloat162 & b) { \
    return a = a symbol b;                                                                         \
  }                                                                                                \
  WARPWRIGHT_HD __nv_bfloat16 __h##name(__nv_bfloat16 a, __nv_bfloat16 b) {                        \
    return a symbol b;                                                                             \
  }                                                                                                \
  WARPWRIGHT_HD __nv_bfloat16 __h##name##_rn(__nv_bfloat16 a, __nv_bfloat16 b) {                   \
    return a symbol b;                                                                             \
  }
WARPWRIGHT_BFLOAT_OPERATOR(+, add)
WARPWRIGHT_BFLOAT_OPERATOR(-, sub)
WARPWRIGHT_BFLOAT_OPERATOR(*, mul)
WARPWRIGHT_BFLOAT_OPERATOR(/, div)
#undef WARPWRIGHT_BFLOAT_OPERATOR
WARPWRIGHT_HD __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return a + b;
}
WARPWRIGHT_HD __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return a - b;
}
WARPWRIGHT_HD __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return a * b;
}
WARPWRIGHT_HD __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) {
  return a / b;
}
WARPWRIGHT_HD __nv_bfloat16 operator-(const __nv_bfloat16& a) {
  __nv_bfloat16 negated = a;
  negated.bits ^= 0x8000;
  return negated;
}
WARPWRIGHT_HD __nv_bfloat16 operator+(const __nv_bfloat16& a) {
  return a;
}
WARPWRIGHT_HD __nv_bfloat162 operator-(const __nv_bfloat162& a) {
  return __nv_bfloat162(-a.x, -a.y);
}
WARPWRIGHT_HD __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return -a;
}

#define WARPWRIGHT_BFLOAT_COMPARE(symbol, name)                                        \
  WARPWRIGHT_HD bool operator symbol(const __nv_bfloat16& a, const __nv_bfloat16& b) { \
    return (float)a symbol(float) b;                                                   \
  }                                                                                    \
  WARPWRIGHT_HD bool __h##name(__nv_bfloat16 a, __nv_bfloat16 b) {                     \
    return (float)a symbol(float) b;                                                   \
  }
WARPWRIGHT_BFLOAT_COMPARE(==, eq)
WARPWRIGHT_BFLOAT_COMPARE(!=, ne)
WARPWRIGHT_BFLOAT_COMPARE(<, lt)
WARPWRIGHT_BFLOAT_COMPARE(>, gt)
WARPWRIGHT_BFLOAT_COMPARE(<=, le)
WARPWRIGHT_BFLOAT_COMPARE(>=, ge)
#undef WARPWRIGHT_BFLOAT_COMPARE

/// Product and sum are exact in double for numbers of this width that meet; one rounding to float may come first.
WARPWRIGHT_HD __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(__builtin_fmaf((float)a, (float)b, (float)c));
}
WARPWRIGHT_HD __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
WARPWRIGHT_HD __nv_bfloat16 __habs(__nv_bfloat16 a) {
  a.bits &= 0x7fff;
  return a;
}
/// What is not a number counts only where both are none, and +0 is larger than -0.
WARPWRIGHT_HD __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a != a || a < b || (a == b && a.bits >> 15) ? b : a;
}
WARPWRIGHT_HD __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a != a || b < a || (a == b && b.bits >> 15) ? b : a;
}
WARPWRIGHT_HD bool __hisnan(__nv_bfloat16 a) {
  return a != a;
}

WARPWRIGHT_HD __nv_bfloat16 __float2bfloat16(float a) {
  return __nv_bfloat16(a);
}
WARPWRIGHT_HD __nv_bfloat16 __float2bfloat16_rn(float a) {
  return __nv_bfloat16(a);
}
WARPWRIGHT_HD __nv_bfloat16 __float2bfloat16_rz(float a) {
  unsigned int bits;
  __builtin_memcpy(&bits, &a, sizeof bits);
  __nv_bfloat16_raw raw;
  raw.x = a != a ? 0x7fff : (unsigned short)(bits >> 16);
  return __nv_bfloat16(raw);
}
WARPWRIGHT_HD __nv_bfloat16 __double2bfloat16(double a) {
  return __nv_bfloat16(a);
}
WARPWRIGHT_HD __nv_bfloat16 __int2bfloat16_rn(int a) {
  return __nv_bfloat16(a);
}
WARPWRIGHT_HD float __bfloat162float(__nv_bfloat16 a) {
  return (float)a;
}
WARPWRIGHT_HD int __bfloat162int_rz(__nv_bfloat16 a) {
  return (int)(float)a;
}
WARPWRIGHT_HD __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a));
}
WARPWRIGHT_HD __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
WARPWRIGHT_HD __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __floats2bfloat162_rn(a.x, a.y);
}
WARPWRIGHT_HD float2 __bfloat1622float2(__nv_bfloat162 a) {
  return make_float2((float)a.x, (float)a.y);
}
WARPWRIGHT_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
WARPWRIGHT_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
WARPWRIGHT_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
WARPWRIGHT_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
  return a.x;
}
WARPWRIGHT_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
  return a.y;
}
WARPWRIGHT_HD float __low2float(__nv_bfloat162 a) {
  return (float)a.x;
}
WARPWRIGHT_HD float __high2float(__nv_bfloat162 a) {
  return (float)a.y;
}
WARPWRIGHT_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
  return a.bits;
}
WARPWRIGHT_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) {
  __nv_bfloat16_raw raw;
  raw.x = a;
  return __nv_bfloat16(raw);
}

#ifdef __CUDA__
#define WARPWRIGHT_BFLOAT_FUNCTION(name, function)      \
  WARPWRIGHT_D __nv_bfloat16 h##name(__nv_bfloat16 a) { \
    return __nv_bfloat16(function((float)a));           \
  }
WARPWRIGHT_BFLOAT_FUNCTION(sqrt, sqrtf)
WARPWRIGHT_BFLOAT_FUNCTION(rsqrt, rsqrtf)
WARPWRIGHT_BFLOAT_FUNCTION(exp, expf)
WARPWRIGHT_BFLOAT_FUNCTION(exp2, exp2f)
WARPWRIGHT_BFLOAT_FUNCTION(log, logf)
WARPWRIGHT_BFLOAT_FUNCTION(log2, log2f)
WARPWRIGHT_BFLOAT_FUNCTION(sin, sinf)
WARPWRIGHT_BFLOAT_FUNCTION(cos, cosf)
WARPWRIGHT_BFLOAT_FUNCTION(floor, floorf)
WARPWRIGHT_BFLOAT_FUNCTION(ceil, ceilf)
WARPWRIGHT_BFLOAT_FUNCTION(rint, rintf)
WARPWRIGHT_BFLOAT_FUNCTION(trunc, truncf)
#undef WARPWRIGHT_BFLOAT_FUNCTION
#define WARPWRIGHT_BFLOAT_SHUFFLE(name, type)                                                               \
  WARPWRIGHT_D __nv_bfloat16 name(unsigned mask, __nv_bfloat16 value, type lane, int width = 32) {          \
    return __ushort_as_bfloat16((unsigned short)name(mask, (int)__bfloat16_as_ushort(value), lane, width)); \
  }
WARPWRIGHT_BFLOAT_SHUFFLE(__shfl_sync, int)
WARPWRIGHT_BFLOAT_SHUFFLE(__shfl_up_sync, unsigned)
WARPWRIGHT_BFLOAT_SHUFFLE(__shfl_down_sync, unsigned)
WARPWRIGHT_BFLOAT_SHUFFLE(__shfl_xor_sync, int)
#undef WARPWRIGHT_BFLOAT_SHUFFLE
WARPWRIGHT_D __nv_bfloat16 __ldg(const __nv_bfloat16* pointer) {
  return __ushort_as_bfloat16(__ldg((const unsigned short*)pointer));
}
WARPWRIGHT_D __nv_bfloat16 atomicAdd(__nv_bfloat16* address, __nv_bfloat16 value) {
  unsigned short* bits = (unsigned short*)address;
  unsigned short old = *(volatile unsigned short*)bits, seen;
  do {
    seen = old;
    old = atomicCAS(bits, seen, __bfloat16_as_ushort(__ushort_as_bfloat16(seen) + value));
  } while (old != seen);
  return __ushort_as_bfloat16(old);
}
#endif
#endif
#endif
