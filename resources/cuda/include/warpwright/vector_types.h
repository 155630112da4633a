// Short vectors, dim3 and the functions that make them.
#ifndef WARPWRIGHT_VECTOR_TYPES_H
#define WARPWRIGHT_VECTOR_TYPES_H
#pragma GCC system_header
#include <warpwright/attributes.h>

// A vector of 2 or 4 is aligned to its size, at most 16; one of 1 or 3 to its element.
#define WARPWRIGHT_VECTOR(name, element, align2, align4)                             \
  struct name##1 {                                                                   \
    element x;                                                                       \
  };                                                                                 \
  struct __align__(align2) name##2 {                                                 \
    element x, y;                                                                    \
  };                                                                                 \
  struct name##3 {                                                                   \
    element x, y, z;                                                                 \
  };                                                                                 \
  struct __align__(align4) name##4 {                                                 \
    element x, y, z, w;                                                              \
  };                                                                                 \
  typedef struct name##1 name##1;                                                    \
  typedef struct name##2 name##2;                                                    \
  typedef struct name##3 name##3;                                                    \
  typedef struct name##4 name##4;                                                    \
  WARPWRIGHT_HD name##1 make_##name##1(element x) {                                  \
    name##1 v;                                                                       \
    v.x = x;                                                                         \
    return v;                                                                        \
  }                                                                                  \
  WARPWRIGHT_HD name##2 make_##name##2(element x, element y) {                       \
    name##2 v;                                                                       \
    v.x = x;                                                                         \
    v.y = y;                                                                         \
    return v;                                                                        \
  }                                                                                  \
  WARPWRIGHT_HD name##3 make_##name##3(element x, element y, element z) {            \
    name##3 v;                                                                       \
    v.x = x;                                                                         \
    v.y = y;                                                                         \
    v.z = z;                                                                         \
    return v;                                                                        \
  }                                                                                  \
  WARPWRIGHT_HD name##4 make_##name##4(element x, element y, element z, element w) { \
    name##4 v;                                                                       \
    v.x = x;                                                                         \
    v.y = y;                                                                         \
    v.z = z;                                                                         \
    v.w = w;                                                                         \
    return v;                                                                        \
  }

WARPWRIGHT_VECTOR(char, signed char, 2, 4)
WARPWRIGHT_VECTOR(uchar, unsigned char, 2, 4)
WARPWRIGHT_VECTOR(short, short, 4, 8)
WARPWRIGHT_VECTOR(ushort, unsigned short, 4, 8)
WARPWRIGHT_VECTOR(int, int, 8, 16)
WARPWRIGHT_VECTOR(uint, unsigned int, 8, 16)
WARPWRIGHT_VECTOR(long, long, 16, 16)
WARPWRIGHT_VECTOR(ulong, unsigned long, 16, 16)
WARPWRIGHT_VECTOR(longlong, long long, 16, 16)
WARPWRIGHT_VECTOR(ulonglong, unsigned long long, 16, 16)
WARPWRIGHT_VECTOR(float, float, 8, 16)
WARPWRIGHT_VECTOR(double, double, 16, 16)
#undef WARPWRIGHT_VECTOR

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
#if __cplusplus >= 201103L
  __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#else
  __host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const {
    uint3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
  }
#endif
#endif
};
typedef struct dim3 dim3;

#endif
