// Device functions that Clang's own headers leave to a toolkit, and the host's side of CUDA's mathematics.
#ifndef WARPWRIGHT_DEVICE_FUNCTIONS_H
#define WARPWRIGHT_DEVICE_FUNCTIONS_H
#pragma GCC system_header

extern "C" {
__device__ int vprintf(const char* format, const char* arguments);
__device__ int printf(const char* format, ...);
__device__ void __assertfail(const char* message, const char* file, unsigned line, const char* function,
                             size_t charSize);
WARPWRIGHT_D void __assert_fail(const char* message, const char* file, unsigned line, const char* function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}

// The builtin variables are objects of special types; these make vectors of them.
__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const {
  return make_uint3(x, y, z);
}
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const {
  return make_uint3(x, y, z);
}
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const {
  return make_uint3(x, y, z);
}
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const {
  return dim3(x, y, z);
}
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const {
  return make_uint3(x, y, z);
}

WARPWRIGHT_D unsigned __isGlobal(const void* pointer) {
  return __nvvm_isspacep_global(pointer);
}
WARPWRIGHT_D unsigned __isShared(const void* pointer) {
  return __nvvm_isspacep_shared(pointer);
}
WARPWRIGHT_D unsigned __isConstant(const void* pointer) {
  return __nvvm_isspacep_const(pointer);
}
WARPWRIGHT_D unsigned __isLocal(const void* pointer) {
  return __nvvm_isspacep_local(pointer);
}
WARPWRIGHT_D void __nanosleep(unsigned nanoseconds) {
  asm volatile("nanosleep.u32 %0;" : : "r"(nanoseconds));
}

// Launches that begin while the grid before them ends (programmatic dependent launch).
WARPWRIGHT_D void cudaGridDependencySynchronize() {
  asm volatile("griddepcontrol.wait;" : : : "memory");
}
WARPWRIGHT_D void cudaTriggerProgrammaticLaunchCompletion() {
  asm volatile("griddepcontrol.launch_dependents;");
}

// Dot products of packed bytes and half words, without the instruction.
WARPWRIGHT_D int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 32; i += 8) c += (int)(signed char)(a >> i) * (int)(signed char)(b >> i);
  return c;
}
WARPWRIGHT_D unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += ((a >> i) & 0xffu) * ((b >> i) & 0xffu);
  return c;
}
WARPWRIGHT_D int __dp2a_lo(int a, int b, int c) {
  return c + (int)(short)a * (int)(signed char)b + (int)(short)(a >> 16) * (int)(signed char)(b >> 8);
}
WARPWRIGHT_D int __dp2a_hi(int a, int b, int c) {
  return __dp2a_lo(a, b >> 16, c);
}

// min and max take any mix of arithmetic types on both sides.
#define WARPWRIGHT_MINMAX(type)            \
  WARPWRIGHT_HD type min(type a, type b) { \
    return b < a ? b : a;                  \
  }                                        \
  WARPWRIGHT_HD type max(type a, type b) { \
    return a < b ? b : a;                  \
  }
#define WARPWRIGHT_MINMAX_MIXED(result, left, right)      \
  WARPWRIGHT_HD result min(left a, right b) {             \
    return (result)b < (result)a ? (result)b : (result)a; \
  }                                                       \
  WARPWRIGHT_HD result max(left a, right b) {             \
    return (result)a < (result)b ? (result)b : (result)a; \
  }
#define WARPWRIGHT_MINMAX_HOST(type)                                            \
  static __host__ __inline__ __attribute__((unused)) type min(type a, type b) { \
    return b < a ? b : a;                                                       \
  }                                                                             \
  static __host__ __inline__ __attribute__((unused)) type max(type a, type b) { \
    return a < b ? b : a;                                                       \
  }
WARPWRIGHT_MINMAX_HOST(int)
WARPWRIGHT_MINMAX(unsigned int)
WARPWRIGHT_MINMAX(long)
WARPWRIGHT_MINMAX(unsigned long)
WARPWRIGHT_MINMAX(long long)
WARPWRIGHT_MINMAX(unsigned long long)
WARPWRIGHT_MINMAX_MIXED(unsigned int, int, unsigned int)
WARPWRIGHT_MINMAX_MIXED(unsigned int, unsigned int, int)
WARPWRIGHT_MINMAX_MIXED(unsigned long, long, unsigned long)
WARPWRIGHT_MINMAX_MIXED(unsigned long, unsigned long, long)
WARPWRIGHT_MINMAX_MIXED(unsigned long long, long long, unsigned long long)
WARPWRIGHT_MINMAX_MIXED(unsigned long long, unsigned long long, long long)
#undef WARPWRIGHT_MINMAX
#undef WARPWRIGHT_MINMAX_MIXED
#undef WARPWRIGHT_MINMAX_HOST
static __host__ __inline__ __attribute__((unused)) float min(float a, float b) {
  return fminf(a, b);
}
static __host__ __inline__ __attribute__((unused)) float max(float a, float b) {
  return fmaxf(a, b);
}
static __host__ __inline__ __attribute__((unused)) double min(double a, double b) {
  return fmin(a, b);
}
static __host__ __inline__ __attribute__((unused)) double max(double a, double b) {
  return fmax(a, b);
}
WARPWRIGHT_D float min(float a, float b) {
  return fminf(a, b);
}
WARPWRIGHT_D float max(float a, float b) {
  return fmaxf(a, b);
}
WARPWRIGHT_D double min(double a, double b) {
  return fmin(a, b);
}
WARPWRIGHT_D double max(double a, double b) {
  return fmax(a, b);
}
WARPWRIGHT_HD double min(float a, double b) {
  return fmin((double)a, b);
}
WARPWRIGHT_HD double max(float a, double b) {
  return fmax((double)a, b);
}
WARPWRIGHT_HD double min(double a, float b) {
  return fmin(a, (double)b);
}
WARPWRIGHT_HD double max(double a, float b) {
  return fmax(a, (double)b);
}

// Forms for float that Clang's headers declare and leave to a toolkit to define.
#define WARPWRIGHT_FLOAT_1(type, name) \
  WARPWRIGHT_D type name(float a) {    \
    return name##f(a);                 \
  }
#define WARPWRIGHT_FLOAT_2(name)              \
  WARPWRIGHT_D float name(float a, float b) { \
    return name##f(a, b);                     \
  }
WARPWRIGHT_FLOAT_1(float, acosh)
WARPWRIGHT_FLOAT_1(float, asinh)
WARPWRIGHT_FLOAT_1(float, atanh)
WARPWRIGHT_FLOAT_1(float, cbrt)
WARPWRIGHT_FLOAT_1(float, erf)
WARPWRIGHT_FLOAT_1(float, erfc)
WARPWRIGHT_FLOAT_1(float, exp2)
WARPWRIGHT_FLOAT_1(float, expm1)
WARPWRIGHT_FLOAT_1(float, lgamma)
WARPWRIGHT_FLOAT_1(float, log1p)
WARPWRIGHT_FLOAT_1(float, log2)
WARPWRIGHT_FLOAT_1(float, logb)
WARPWRIGHT_FLOAT_1(float, nearbyint)
WARPWRIGHT_FLOAT_1(float, rint)
WARPWRIGHT_FLOAT_1(float, round)
WARPWRIGHT_FLOAT_1(float, tgamma)
WARPWRIGHT_FLOAT_1(float, trunc)
WARPWRIGHT_FLOAT_1(int, ilogb)
WARPWRIGHT_FLOAT_1(long, lrint)
WARPWRIGHT_FLOAT_1(long, lround)
WARPWRIGHT_FLOAT_1(long long, llrint)
WARPWRIGHT_FLOAT_1(long long, llround)
WARPWRIGHT_FLOAT_2(copysign)
WARPWRIGHT_FLOAT_2(fdim)
WARPWRIGHT_FLOAT_2(fmax)
WARPWRIGHT_FLOAT_2(fmin)
WARPWRIGHT_FLOAT_2(hypot)
WARPWRIGHT_FLOAT_2(nextafter)
WARPWRIGHT_FLOAT_2(remainder)
#undef WARPWRIGHT_FLOAT_1
#undef WARPWRIGHT_FLOAT_2
WARPWRIGHT_D float fma(float a, float b, float c) {
  return fmaf(a, b, c);
}
WARPWRIGHT_D float scalbn(float a, int b) {
  return scalbnf(a, b);
}
WARPWRIGHT_D float scalbln(float a, long b) {
  return scalblnf(a, b);
}

// Functions of CUDA's mathematics that the host's library does not have.
#define WARPWRIGHT_HOST static __host__ __inline__ __attribute__((unused))
WARPWRIGHT_HOST float rsqrtf(float a) {
  return 1.0f / sqrtf(a);
}
WARPWRIGHT_HOST double rsqrt(double a) {
  return 1.0 / sqrt(a);
}
WARPWRIGHT_HOST float rcbrtf(float a) {
  return 1.0f / cbrtf(a);
}
WARPWRIGHT_HOST double rcbrt(double a) {
  return 1.0 / cbrt(a);
}
WARPWRIGHT_HOST double sinpi(double a) {
  return sin(a * 3.14159265358979323846);
}
WARPWRIGHT_HOST float sinpif(float a) {
  return (float)sinpi((double)a);
}
WARPWRIGHT_HOST double cospi(double a) {
  return cos(a * 3.14159265358979323846);
}
WARPWRIGHT_HOST float cospif(float a) {
  return (float)cospi((double)a);
}
WARPWRIGHT_HOST double normcdf(double a) {
  return 0.5 * erfc(-a * 0.70710678118654752440);
}
WARPWRIGHT_HOST float normcdff(float a) {
  return (float)normcdf((double)a);
}
WARPWRIGHT_HOST float fdividef(float a, float b) {
  return a / b;
}
WARPWRIGHT_HOST float saturate(float a) {
  return a < 0.0f ? 0.0f : a > 1.0f ? 1.0f : a;
}
#undef WARPWRIGHT_HOST
WARPWRIGHT_HD float rsqrt(float a) {
  return rsqrtf(a);
}
WARPWRIGHT_HD float rcbrt(float a) {
  return rcbrtf(a);
}
WARPWRIGHT_HD float sinpi(float a) {
  return sinpif(a);
}
WARPWRIGHT_HD float cospi(float a) {
  return cospif(a);
}
WARPWRIGHT_HD float normcdf(float a) {
  return normcdff(a);
}
WARPWRIGHT_D void sincospi(float a, float* sine, float* cosine) {
  sincospif(a, sine, cosine);
}
WARPWRIGHT_D float erfcinv(float a) {
  return erfcinvf(a);
}
WARPWRIGHT_D float normcdfinv(float a) {
  return normcdfinvf(a);
}
WARPWRIGHT_D float erfcx(float a) {
  return erfcxf(a);
}

WARPWRIGHT_D double nan(const char*) {
  return __builtin_nan("");
}
WARPWRIGHT_D float nanf(const char*) {
  return __builtin_nanf("");
}

#endif
