// Loads and stores that name a cache operator: __ldcg and the like. The operator stays visible in the code as inline
// assembly, spelled as CUDA's own functions spell it.
#ifndef WARPWRIGHT_CACHE_OPERATORS_H
#define WARPWRIGHT_CACHE_OPERATORS_H
#pragma GCC system_header
#ifndef WARPWRIGHT_D  // after a toolkit's headers
#define WARPWRIGHT_D static __device__ __inline__ __attribute__((always_inline, unused))
#endif

#define WARPWRIGHT_LOAD1(function, op, type, ptx, constraint, carrier)                         \
  WARPWRIGHT_D type function(const type* address) {                                            \
    carrier value;                                                                             \
    asm volatile("ld.global." op "." ptx " %0, [%1];" : "=" constraint(value) : "l"(address)); \
    return (type)value;                                                                        \
  }
#define WARPWRIGHT_LOAD2(function, op, type, ptx, constraint)       \
  WARPWRIGHT_D type function(const type* address) {                 \
    type value;                                                     \
    asm volatile("ld.global." op ".v2." ptx " {%0,%1}, [%2];"       \
                 : "=" constraint(value.x), "=" constraint(value.y) \
                 : "l"(address));                                   \
    return value;                                                   \
  }
#define WARPWRIGHT_LOAD4(function, op, type, ptx, constraint)                                                         \
  WARPWRIGHT_D type function(const type* address) {                                                                   \
    type value;                                                                                                       \
    asm volatile("ld.global." op ".v4." ptx " {%0,%1,%2,%3}, [%4];"                                                   \
                 : "=" constraint(value.x), "=" constraint(value.y), "=" constraint(value.z), "=" constraint(value.w) \
                 : "l"(address));                                                                                     \
    return value;                                                                                                     \
  }
#define WARPWRIGHT_LOADS(function, op)                                               \
  WARPWRIGHT_LOAD1(function, op, char, "s8", "r", int)                               \
  WARPWRIGHT_LOAD1(function, op, signed char, "s8", "r", int)                        \
  WARPWRIGHT_LOAD1(function, op, unsigned char, "u8", "r", unsigned int)             \
  WARPWRIGHT_LOAD1(function, op, short, "s16", "h", short)                           \
  WARPWRIGHT_LOAD1(function, op, unsigned short, "u16", "h", unsigned short)         \
  WARPWRIGHT_LOAD1(function, op, int, "s32", "r", int)                               \
  WARPWRIGHT_LOAD1(function, op, unsigned int, "u32", "r", unsigned int)             \
  WARPWRIGHT_LOAD1(function, op, long, "s64", "l", long)                             \
  WARPWRIGHT_LOAD1(function, op, unsigned long, "u64", "l", unsigned long)           \
  WARPWRIGHT_LOAD1(function, op, long long, "s64", "l", long long)                   \
  WARPWRIGHT_LOAD1(function, op, unsigned long long, "u64", "l", unsigned long long) \
  WARPWRIGHT_LOAD1(function, op, float, "f32", "f", float)                           \
  WARPWRIGHT_LOAD1(function, op, double, "f64", "d", double)                         \
  WARPWRIGHT_LOAD2(function, op, int2, "s32", "r")                                   \
  WARPWRIGHT_LOAD2(function, op, uint2, "u32", "r")                                  \
  WARPWRIGHT_LOAD2(function, op, float2, "f32", "f")                                 \
  WARPWRIGHT_LOAD2(function, op, double2, "f64", "d")                                \
  WARPWRIGHT_LOAD2(function, op, longlong2, "s64", "l")                              \
  WARPWRIGHT_LOAD2(function, op, ulonglong2, "u64", "l")                             \
  WARPWRIGHT_LOAD4(function, op, int4, "s32", "r")                                   \
  WARPWRIGHT_LOAD4(function, op, uint4, "u32", "r")                                  \
  WARPWRIGHT_LOAD4(function, op, float4, "f32", "f")
WARPWRIGHT_LOADS(__ldcg, "cg")
WARPWRIGHT_LOADS(__ldca, "ca")
WARPWRIGHT_LOADS(__ldcs, "cs")
WARPWRIGHT_LOADS(__ldlu, "lu")
WARPWRIGHT_LOADS(__ldcv, "cv")
#undef WARPWRIGHT_LOADS
#undef WARPWRIGHT_LOAD1
#undef WARPWRIGHT_LOAD2
#undef WARPWRIGHT_LOAD4

#define WARPWRIGHT_STORE1(function, op, type, ptx, constraint, carrier)                                         \
  WARPWRIGHT_D void function(type* address, type value) {                                                       \
    asm volatile("st.global." op "." ptx " [%0], %1;" : : "l"(address), constraint((carrier)value) : "memory"); \
  }
#define WARPWRIGHT_STORE2(function, op, type, ptx, constraint)            \
  WARPWRIGHT_D void function(type* address, type value) {                 \
    asm volatile("st.global." op ".v2." ptx " [%0], {%1,%2};"             \
                 :                                                        \
                 : "l"(address), constraint(value.x), constraint(value.y) \
                 : "memory");                                             \
  }
#define WARPWRIGHT_STORE4(function, op, type, ptx, constraint)                                                      \
  WARPWRIGHT_D void function(type* address, type value) {                                                           \
    asm volatile("st.global." op ".v4." ptx " [%0], {%1,%2,%3,%4};"                                                 \
                 :                                                                                                  \
                 : "l"(address), constraint(value.x), constraint(value.y), constraint(value.z), constraint(value.w) \
                 : "memory");                                                                                       \
  }
#define WARPWRIGHT_STORES(function, op)                                               \
  WARPWRIGHT_STORE1(function, op, char, "s8", "r", int)                               \
  WARPWRIGHT_STORE1(function, op, signed char, "s8", "r", int)                        \
  WARPWRIGHT_STORE1(function, op, unsigned char, "u8", "r", unsigned int)             \
  WARPWRIGHT_STORE1(function, op, short, "s16", "h", short)                           \
  WARPWRIGHT_STORE1(function, op, unsigned short, "u16", "h", unsigned short)         \
  WARPWRIGHT_STORE1(function, op, int, "s32", "r", int)                               \
  WARPWRIGHT_STORE1(function, op, unsigned int, "u32", "r", unsigned int)             \
  WARPWRIGHT_STORE1(function, op, long, "s64", "l", long)                             \
  WARPWRIGHT_STORE1(function, op, unsigned long, "u64", "l", unsigned long)           \
  WARPWRIGHT_STORE1(function, op, long long, "s64", "l", long long)                   \
  WARPWRIGHT_STORE1(function, op, unsigned long long, "u64", "l", unsigned long long) \
  WARPWRIGHT_STORE1(function, op, float, "f32", "f", float)                           \
  WARPWRIGHT_STORE1(function, op, double, "f64", "d", double)                         \
  WARPWRIGHT_STORE2(function, op, int2, "s32", "r")                                   \
  WARPWRIGHT_STORE2(function, op, uint2, "u32", "r")                                  \
  WARPWRIGHT_STORE2(function, op, float2, "f32", "f")                                 \
  WARPWRIGHT_STORE2(function, op, double2, "f64", "d")                                \
  WARPWRIGHT_STORE4(function, op, int4, "s32", "r")                                   \
  WARPWRIGHT_STORE4(function, op, uint4, "u32", "r")                                  \
  WARPWRIGHT_STORE4(function, op, float4, "f32", "f")
WARPWRIGHT_STORES(__stwb, "wb")
WARPWRIGHT_STORES(__stcg, "cg")
WARPWRIGHT_STORES(__stcs, "cs")
WARPWRIGHT_STORES(__stwt, "wt")
#undef WARPWRIGHT_STORES
#undef WARPWRIGHT_STORE1
#undef WARPWRIGHT_STORE2
#undef WARPWRIGHT_STORE4

#endif
