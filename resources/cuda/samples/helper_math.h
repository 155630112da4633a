// What programs written beside CUDA's samples take from "helper_math.h": arithmetic of CUDA's vectors, member by
// member.
#ifndef HELPER_MATH_H
#define HELPER_MATH_H
#pragma GCC system_header
#include <cuda_runtime.h>
#include <math.h>

typedef unsigned int uint;
typedef unsigned short ushort;
#define WARPWRIGHT_HD static inline __host__ __device__

WARPWRIGHT_HD float lerp(float a, float b, float t) {
  return a + t * (b - a);
}
WARPWRIGHT_HD float clamp(float v, float low, float high) {
  return fmaxf(low, fminf(v, high));
}
WARPWRIGHT_HD int clamp(int v, int low, int high) {
  return v < low ? low : v > high ? high : v;
}
WARPWRIGHT_HD uint clamp(uint v, uint low, uint high) {
  return v < low ? low : v > high ? high : v;
}

#define WARPWRIGHT_OPERATOR(type, scalar, make, op, all, one, other) \
  WARPWRIGHT_HD type operator op(type a, type b) {                   \
    return make all(a, b, op);                                       \
  }                                                                  \
  WARPWRIGHT_HD type operator op(type a, scalar b) {                 \
    return make one(a, b, op);                                       \
  }                                                                  \
  WARPWRIGHT_HD type operator op(scalar a, type b) {                 \
    return make other(a, b, op);                                     \
  }                                                                  \
  WARPWRIGHT_HD void operator op##=(type& a, type b) {               \
    a = a op b;                                                      \
  }                                                                  \
  WARPWRIGHT_HD void operator op##=(type& a, scalar b) {             \
    a = a op b;                                                      \
  }
#define WARPWRIGHT_BOTH2(a, b, op) (a.x op b.x, a.y op b.y)
#define WARPWRIGHT_LEFT2(a, b, op) (a.x op b, a.y op b)
#define WARPWRIGHT_RIGHT2(a, b, op) (a op b.x, a op b.y)
#define WARPWRIGHT_BOTH3(a, b, op) (a.x op b.x, a.y op b.y, a.z op b.z)
#define WARPWRIGHT_LEFT3(a, b, op) (a.x op b, a.y op b, a.z op b)
#define WARPWRIGHT_RIGHT3(a, b, op) (a op b.x, a op b.y, a op b.z)
#define WARPWRIGHT_BOTH4(a, b, op) (a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w)
#define WARPWRIGHT_LEFT4(a, b, op) (a.x op b, a.y op b, a.z op b, a.w op b)
#define WARPWRIGHT_RIGHT4(a, b, op) (a op b.x, a op b.y, a op b.z, a op b.w)
#define WARPWRIGHT_VECTOR2(type, scalar, op) \
  WARPWRIGHT_OPERATOR(type, scalar, make_##type, op, WARPWRIGHT_BOTH2, WARPWRIGHT_LEFT2, WARPWRIGHT_RIGHT2)
#define WARPWRIGHT_VECTOR3(type, scalar, op) \
  WARPWRIGHT_OPERATOR(type, scalar, make_##type, op, WARPWRIGHT_BOTH3, WARPWRIGHT_LEFT3, WARPWRIGHT_RIGHT3)
#define WARPWRIGHT_VECTOR4(type, scalar, op) \
  WARPWRIGHT_OPERATOR(type, scalar, make_##type, op, WARPWRIGHT_BOTH4, WARPWRIGHT_LEFT4, WARPWRIGHT_RIGHT4)
#define WARPWRIGHT_VECTORS(of, scalar, op) \
  WARPWRIGHT_VECTOR2(of##2, scalar, op)    \
  WARPWRIGHT_VECTOR3(of##3, scalar, op)    \
  WARPWRIGHT_VECTOR4(of##4, scalar, op)
WARPWRIGHT_VECTORS(float, float, +)
WARPWRIGHT_VECTORS(float, float, -)
WARPWRIGHT_VECTORS(float, float, *)
WARPWRIGHT_VECTORS(float, float, /)
WARPWRIGHT_VECTORS(int, int, +)
WARPWRIGHT_VECTORS(int, int, -)
WARPWRIGHT_VECTORS(int, int, *)
WARPWRIGHT_VECTORS(uint, uint, +)
WARPWRIGHT_VECTORS(uint, uint, -)
WARPWRIGHT_VECTORS(uint, uint, *)
#undef WARPWRIGHT_VECTORS
#undef WARPWRIGHT_VECTOR2
#undef WARPWRIGHT_VECTOR3
#undef WARPWRIGHT_VECTOR4
#undef WARPWRIGHT_OPERATOR

// A vector of the same value, and vectors from other vectors.
#define WARPWRIGHT_MAKERS(of, scalar)                   \
  WARPWRIGHT_HD of##2 make_##of##2(scalar s) {          \
    return make_##of##2(s, s);                          \
  }                                                     \
  WARPWRIGHT_HD of##2 make_##of##2(of##3 a) {           \
    return make_##of##2(a.x, a.y);                      \
  }                                                     \
  WARPWRIGHT_HD of##3 make_##of##3(scalar s) {          \
    return make_##of##3(s, s, s);                       \
  }                                                     \
  WARPWRIGHT_HD of##3 make_##of##3(of##2 a) {           \
    return make_##of##3(a.x, a.y, 0);                   \
  }                                                     \
  WARPWRIGHT_HD of##3 make_##of##3(of##2 a, scalar s) { \
    return make_##of##3(a.x, a.y, s);                   \
  }                                                     \
  WARPWRIGHT_HD of##3 make_##of##3(of##4 a) {           \
    return make_##of##3(a.x, a.y, a.z);                 \
  }                                                     \
  WARPWRIGHT_HD of##4 make_##of##4(scalar s) {          \
    return make_##of##4(s, s, s, s);                    \
  }                                                     \
  WARPWRIGHT_HD of##4 make_##of##4(of##3 a) {           \
    return make_##of##4(a.x, a.y, a.z, 0);              \
  }                                                     \
  WARPWRIGHT_HD of##4 make_##of##4(of##3 a, scalar w) { \
    return make_##of##4(a.x, a.y, a.z, w);              \
  }
WARPWRIGHT_MAKERS(float, float)
WARPWRIGHT_MAKERS(int, int)
WARPWRIGHT_MAKERS(uint, uint)
#undef WARPWRIGHT_MAKERS
#define WARPWRIGHT_CONVERT(to, scalar, from)                                 \
  WARPWRIGHT_HD to##2 make_##to##2(from##2 a) {                              \
    return make_##to##2(scalar(a.x), scalar(a.y));                           \
  }                                                                          \
  WARPWRIGHT_HD to##3 make_##to##3(from##3 a) {                              \
    return make_##to##3(scalar(a.x), scalar(a.y), scalar(a.z));              \
  }                                                                          \
  WARPWRIGHT_HD to##4 make_##to##4(from##4 a) {                              \
    return make_##to##4(scalar(a.x), scalar(a.y), scalar(a.z), scalar(a.w)); \
  }
WARPWRIGHT_CONVERT(float, float, int)
WARPWRIGHT_CONVERT(float, float, uint)
WARPWRIGHT_CONVERT(int, int, float)
WARPWRIGHT_CONVERT(int, int, uint)
WARPWRIGHT_CONVERT(uint, uint, int)
#undef WARPWRIGHT_CONVERT

// Functions of each member, or of the whole.
#define WARPWRIGHT_EACH(name, one)                              \
  WARPWRIGHT_HD float2 name(float2 a) {                         \
    return make_float2(one(a.x), one(a.y));                     \
  }                                                             \
  WARPWRIGHT_HD float3 name(float3 a) {                         \
    return make_float3(one(a.x), one(a.y), one(a.z));           \
  }                                                             \
  WARPWRIGHT_HD float4 name(float4 a) {                         \
    return make_float4(one(a.x), one(a.y), one(a.z), one(a.w)); \
  }
#define WARPWRIGHT_MINUS(v) (-(v))
#define WARPWRIGHT_FRACTION(v) ((v) - floorf(v))
WARPWRIGHT_EACH(operator-, WARPWRIGHT_MINUS)
WARPWRIGHT_EACH(floorf, floorf)
WARPWRIGHT_EACH(fabs, fabsf)
WARPWRIGHT_EACH(fracf, WARPWRIGHT_FRACTION)
WARPWRIGHT_HD float fracf(float v) {
  return WARPWRIGHT_FRACTION(v);
}
WARPWRIGHT_HD int2 operator-(int2 a) {
  return make_int2(-a.x, -a.y);
}
WARPWRIGHT_HD int3 operator-(int3 a) {
  return make_int3(-a.x, -a.y, -a.z);
}
WARPWRIGHT_HD int4 operator-(int4 a) {
  return make_int4(-a.x, -a.y, -a.z, -a.w);
}
#undef WARPWRIGHT_EACH

#define WARPWRIGHT_PAIRS(name, one)                                                 \
  WARPWRIGHT_HD float2 name(float2 a, float2 b) {                                   \
    return make_float2(one(a.x, b.x), one(a.y, b.y));                               \
  }                                                                                 \
  WARPWRIGHT_HD float3 name(float3 a, float3 b) {                                   \
    return make_float3(one(a.x, b.x), one(a.y, b.y), one(a.z, b.z));                \
  }                                                                                 \
  WARPWRIGHT_HD float4 name(float4 a, float4 b) {                                   \
    return make_float4(one(a.x, b.x), one(a.y, b.y), one(a.z, b.z), one(a.w, b.w)); \
  }
WARPWRIGHT_PAIRS(fminf, ::fminf)
WARPWRIGHT_PAIRS(fmaxf, ::fmaxf)
WARPWRIGHT_PAIRS(fmodf, ::fmodf)
#undef WARPWRIGHT_PAIRS

WARPWRIGHT_HD float dot(float2 a, float2 b) {
  return a.x * b.x + a.y * b.y;
}
WARPWRIGHT_HD float dot(float3 a, float3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
WARPWRIGHT_HD float dot(float4 a, float4 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
WARPWRIGHT_HD float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
#define WARPWRIGHT_WHOLE(type)                              \
  WARPWRIGHT_HD float length(type v) {                      \
    return sqrtf(dot(v, v));                                \
  }                                                         \
  WARPWRIGHT_HD type normalize(type v) {                    \
    return v * (1.0f / sqrtf(dot(v, v)));                   \
  }                                                         \
  WARPWRIGHT_HD type lerp(type a, type b, float t) {        \
    return a + t * (b - a);                                 \
  }                                                         \
  WARPWRIGHT_HD type clamp(type v, type low, type high) {   \
    return fmaxf(low, fminf(v, high));                      \
  }                                                         \
  WARPWRIGHT_HD type clamp(type v, float low, float high) { \
    return clamp(v, make_##type(low), make_##type(high));   \
  }
WARPWRIGHT_WHOLE(float2)
WARPWRIGHT_WHOLE(float3)
WARPWRIGHT_WHOLE(float4)
#undef WARPWRIGHT_WHOLE
WARPWRIGHT_HD float3 reflect(float3 i, float3 n) {
  return i - 2.0f * n * dot(n, i);
}
WARPWRIGHT_HD float smoothstep(float a, float b, float x) {
  const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return y * y * (3.0f - 2.0f * y);
}
#undef WARPWRIGHT_HD
#endif
