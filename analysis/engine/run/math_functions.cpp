// The mathematical functions of libdevice on the host's libm.
#include <cmath>
#include <cstdint>
#include <cstring>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/run/rough.h"

namespace warpwright::engine {
namespace {

#define UNARY(name, expression)            \
  float name##F(float x) {                 \
    return static_cast<float>(expression); \
  }                                        \
  double name##D(double x) {               \
    return expression;                     \
  }
#define BINARY(name, expression)           \
  float name##F(float x, float y) {        \
    return static_cast<float>(expression); \
  }                                        \
  double name##D(double x, double y) {     \
    return expression;                     \
  }

// Of functions that a GPU rounds less exactly in single precision.
#define ROUGH_UNARY(name, expression) \
  float name##F(float value) {        \
    const double x = value;           \
    return rough<23>(expression);     \
  }                                   \
  double name##D(double x) {          \
    return expression;                \
  }
#define ROUGH_BINARY(name, expression)       \
  float name##F(float first, float second) { \
    const double x = first, y = second;      \
    return rough<23>(expression);            \
  }                                          \
  double name##D(double x, double y) {       \
    return expression;                       \
  }

constexpr double pi = 3.14159265358979323846;

ROUGH_UNARY(sine, std::sin(x))
ROUGH_UNARY(cosine, std::cos(x))
ROUGH_UNARY(tangent, std::tan(x))
ROUGH_UNARY(exponential, std::exp(x))
ROUGH_UNARY(exponential10, std::pow(10, x))
ROUGH_UNARY(exponentialM1, std::expm1(x))
ROUGH_UNARY(logarithm, std::log(x))
ROUGH_UNARY(logarithm2, std::log2(x))
ROUGH_UNARY(logarithm10, std::log10(x))
ROUGH_UNARY(logarithm1P, std::log1p(x))
UNARY(logarithmB, std::logb(x))
ROUGH_UNARY(arcSine, std::asin(x))
ROUGH_UNARY(arcCosine, std::acos(x))
ROUGH_UNARY(arcTangent, std::atan(x))
ROUGH_UNARY(sineH, std::sinh(x))
ROUGH_UNARY(cosineH, std::cosh(x))
ROUGH_UNARY(tangentH, std::tanh(x))
ROUGH_UNARY(arcSineH, std::asinh(x))
ROUGH_UNARY(arcCosineH, std::acosh(x))
ROUGH_UNARY(arcTangentH, std::atanh(x))
ROUGH_UNARY(errorF, std::erf(x))
ROUGH_UNARY(errorC, std::erfc(x))
ROUGH_UNARY(gammaT, std::tgamma(x))
ROUGH_UNARY(cubeRoot, std::cbrt(x))
ROUGH_UNARY(cubeRootR, 1 / std::cbrt(x))
UNARY(rootR, 1 / std::sqrt(double(x)))
double exponential2D(double x) {
  return std::exp2(x);
}
UNARY(roundAway, std::round(x))
ROUGH_UNARY(sinePi, std::sin(x* pi))
ROUGH_UNARY(cosinePi, std::cos(x* pi))
ROUGH_UNARY(bessel0, ::j0(x))
ROUGH_UNARY(bessel1, ::j1(x))
ROUGH_UNARY(besselY0, ::y0(x))
ROUGH_UNARY(besselY1, ::y1(x))
ROUGH_UNARY(normal, 0.5 * std::erfc(-x / std::sqrt(2.0)))
ROUGH_BINARY(power, std::pow(x, y))
ROUGH_BINARY(arcTangent2, std::atan2(x, y))
BINARY(modulo, std::fmod(x, y))
ROUGH_BINARY(hypotenuse, std::hypot(x, y))
ROUGH_BINARY(hypotenuseR, 1 / std::hypot(x, y))
BINARY(remain, std::remainder(x, y))
BINARY(difference, std::fdim(x, y))
BINARY(next, std::nextafter(x, y))

float gammaLF(float x) {
  int sign;
  return ::lgammaf_r(x, &sign);
}
double gammaLD(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}
float norm3F(float a, float b, float c) {
  return std::sqrt(a * a + b * b + c * c);
}
double norm3D(double a, double b, double c) {
  return std::hypot(a, b, c);
}
float rnorm3F(float a, float b, float c) {
  return 1 / norm3F(a, b, c);
}
double rnorm3D(double a, double b, double c) {
  return 1 / norm3D(a, b, c);
}
float norm4F(float a, float b, float c, float d) {
  return std::sqrt(a * a + b * b + c * c + d * d);
}
double norm4D(double a, double b, double c, double d) {
  return std::sqrt(a * a + b * b + c * c + d * d);
}
float powerIF(float x, int n) {
  return powerF(x, static_cast<float>(n));
}
double powerID(double x, int n) {
  return std::pow(x, n);
}
float scaleF(float x, int n) {
  return std::ldexp(x, n);
}
double scaleD(double x, int n) {
  return std::ldexp(x, n);
}
float splitF(float x, int* n) {
  return std::frexp(x, n);
}
double splitD(double x, int* n) {
  return std::frexp(x, n);
}
float partsF(float x, float* whole) {
  return std::modf(x, whole);
}
double partsD(double x, double* whole) {
  return std::modf(x, whole);
}
float quotientF(float x, float y, int* q) {
  return std::remquo(x, y, q);
}
double quotientD(double x, double y, int* q) {
  return std::remquo(x, y, q);
}
void sineCosineF(float x, float* s, float* c) {
  *s = sineF(x);
  *c = cosineF(x);
}
void sineCosineD(double x, double* s, double* c) {
  *s = std::sin(x);
  *c = std::cos(x);
}
void sineCosinePiF(float x, float* s, float* c) {
  *s = sinePiF(x);
  *c = cosinePiF(x);
}
void sineCosinePiD(double x, double* s, double* c) {
  *s = sinePiD(x);
  *c = cosinePiD(x);
}
int exponentF(float x) {
  return std::ilogb(x);
}
int exponentD(double x) {
  return std::ilogb(x);
}
template <typename T>
int isInf(T x) {
  return std::isinf(x);
}
template <typename T>
int isNan(T x) {
  return std::isnan(x);
}
template <typename T>
int isFinite(T x) {
  return std::isfinite(x);
}
template <typename T>
int sign(T x) {
  return std::signbit(x);
}
float nanF(const char*) {
  return NAN;
}
double nanD(const char*) {
  return NAN;
}
long long roundLongF(float x) {
  return std::llround(x);
}
long long roundLongD(double x) {
  return std::llround(x);
}
long long nearLongF(float x) {
  return std::llrint(x);
}
long long nearLongD(double x) {
  return std::llrint(x);
}
float saturate(float x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}  // NaN gives 0
float besselNF(int n, float x) {
  return static_cast<float>(::jn(n, x));
}
double besselND(int n, double x) {
  return ::jn(n, x);
}

/// x of erfc(x) = y, by Halley's method from a rational guess.
double errorCInverse(double y) {
  if (!(y > 0 && y < 2)) return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : NAN;
  if (y > 1) return -errorCInverse(2 - y);
  const double slope = 2 / std::sqrt(pi), t = std::sqrt(-2 * std::log(y / 2));
  double x = (t - (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481))) / std::sqrt(2.0);
  for (int i = 0; i < 4; ++i) {
    const double over = std::erfc(x) - y, step = over / (slope * std::exp(-x * x) - x * over);
    if (!std::isfinite(step)) break;  // y is too small for its slope
    x += step;
  }
  return x;
}
double errorInverse(double y) {
  if (std::fabs(y) > 0.5) return y > 0 ? errorCInverse(1 - y) : -errorCInverse(1 + y);
  const double slope = 2 / std::sqrt(pi);
  double x = y / slope;
  for (int i = 0; i < 4; ++i) {
    const double over = std::erf(x) - y;
    x -= over / (slope * std::exp(-x * x) + x * over);
  }
  return x;
}
/// exp(x²)·erfc(x); past 25 by its series, where the factors no longer fit.
double errorCScaled(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  const double r = 1 / (2 * x * x);
  return (1 - r * (1 - 3 * r * (1 - 5 * r))) / (x * std::sqrt(pi));
}
double besselI(double order, double x) {
  const double value = std::cyl_bessel_i(order, std::fabs(x));
  return order == 1 && x < 0 ? -value : value;
}
ROUGH_UNARY(errorFI, errorInverse(x))
ROUGH_UNARY(errorCI, errorCInverse(x))
ROUGH_UNARY(errorCX, errorCScaled(x))
ROUGH_UNARY(normalI, -std::sqrt(2.0) * errorCInverse(2 * x))
ROUGH_UNARY(besselI0, besselI(0, x))
ROUGH_UNARY(besselI1, besselI(1, x))
float besselYNF(int n, float x) {
  return static_cast<float>(::yn(n, x));
}
double besselYND(int n, double x) {
  return ::yn(n, x);
}
template <typename T>
T normOf(int count, const T* values) {
  T sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i] * values[i];
  return std::sqrt(sum);
}
float normNF(int count, const float* values) {
  return normOf(count, values);
}
double normND(int count, const double* values) {
  return normOf(count, values);
}
float rnormNF(int count, const float* values) {
  return 1 / normOf(count, values);
}
double rnormND(int count, const double* values) {
  return 1 / normOf(count, values);
}
float rnorm4F(float a, float b, float c, float d) {
  return 1 / norm4F(a, b, c, d);
}
double rnorm4D(double a, double b, double c, double d) {
  return 1 / norm4D(a, b, c, d);
}

int leastBit(int x) {
  return __builtin_ffs(x);
}
int leastBit64(long long x) {
  return __builtin_ffsll(x);
}
int product24(int a, int b) {
  return static_cast<int>(static_cast<int64_t>(a << 8 >> 8) * (b << 8 >> 8));
}
uint32_t unsignedProduct24(uint32_t a, uint32_t b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
long long high64(long long a, long long b) {
  return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
unsigned long long unsignedHigh64(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
int mean(int a, int b) {
  return static_cast<int>((static_cast<int64_t>(a) + b) >> 1);
}
int roundedMean(int a, int b) {
  return static_cast<int>((static_cast<int64_t>(a) + b + 1) >> 1);
}
uint32_t unsignedMean(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>((static_cast<uint64_t>(a) + b) >> 1);
}
uint32_t unsignedRoundedMean(uint32_t a, uint32_t b) {
  return static_cast<uint32_t>((static_cast<uint64_t>(a) + b + 1) >> 1);
}
uint32_t absoluteDifference(int a, int b, uint32_t c) {
  return (a > b ? uint32_t(a) - uint32_t(b) : uint32_t(b) - uint32_t(a)) + c;
}
uint32_t unsignedAbsoluteDifference(uint32_t a, uint32_t b, uint32_t c) {
  return (a > b ? a - b : b - a) + c;
}
uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t both = static_cast<uint64_t>(b) << 32 | a;
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t s = selector >> 4 * i & 15;
    uint32_t byte = both >> 8 * (s & 7) & 0xff;
    if (s & 8) byte = byte & 0x80 ? 0xff : 0;
    result |= byte << 8 * i;
  }
  return result;
}
uint32_t extract(uint32_t value, uint32_t position, uint32_t length) {
  position &= 255, length &= 255;
  if (position > 31 || length == 0) return 0;
  const uint32_t shifted = value >> position;
  return length > 31 ? shifted : shifted & ((1u << length) - 1);
}
uint32_t extractSigned(uint32_t value, uint32_t position, uint32_t length) {
  position &= 255, length &= 255;
  if (length == 0) return 0;
  const uint32_t last = position + length - 1 > 31 ? 31 : position + length - 1;
  const bool sign = value >> last & 1;
  uint32_t result = 0;
  for (uint32_t i = 0; i < 32; ++i) {
    const bool bit = i < length && position + i <= 31 ? value >> (position + i) & 1 : sign;
    result |= static_cast<uint32_t>(bit) << i;
  }
  return result;
}
uint32_t insert(uint32_t value, uint32_t into, uint32_t position, uint32_t length) {
  position &= 255, length &= 255;
  for (uint32_t i = 0; i < length && position + i < 32; ++i) {
    into = (into & ~(1u << (position + i))) | (value >> i & 1) << (position + i);
  }
  return into;
}

/// The n-th set bit of `mask` from `base` upwards, downwards where `n` is negative; none: all ones.
uint32_t findNthSet(uint32_t mask, uint32_t base, int n) {
  if (n == 0) return base < 32 && mask >> base & 1 ? base : ~0u;
  const int step = n > 0 ? 1 : -1;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) != 0 && (n -= step) == 0) return static_cast<uint32_t>(at);
  }
  return ~0u;
}

void pureVirtual() {
  __builtin_trap();
}

template <typename F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

#define BOTH(device, name)                  \
  {"__nv_" device "f", address(name##F)}, { \
    "__nv_" device, address(name##D)        \
  }

const DeviceFunction table[] = {BOTH("sin", sine),
                                BOTH("cos", cosine),
                                BOTH("tan", tangent),
                                BOTH("exp", exponential),
                                {"__nv_exp2", address(exponential2D)},
                                BOTH("exp10", exponential10),
                                BOTH("expm1", exponentialM1),
                                BOTH("log", logarithm),
                                BOTH("log2", logarithm2),
                                BOTH("log10", logarithm10),
                                BOTH("log1p", logarithm1P),
                                BOTH("logb", logarithmB),
                                BOTH("asin", arcSine),
                                BOTH("acos", arcCosine),
                                BOTH("atan", arcTangent),
                                BOTH("sinh", sineH),
                                BOTH("cosh", cosineH),
                                BOTH("tanh", tangentH),
                                BOTH("asinh", arcSineH),
                                BOTH("acosh", arcCosineH),
                                BOTH("atanh", arcTangentH),
                                BOTH("erf", errorF),
                                BOTH("erfc", errorC),
                                BOTH("tgamma", gammaT),
                                BOTH("lgamma", gammaL),
                                BOTH("cbrt", cubeRoot),
                                BOTH("rcbrt", cubeRootR),
                                {"__nv_rsqrt", address(rootRD)},
                                BOTH("round", roundAway),
                                BOTH("sinpi", sinePi),
                                BOTH("cospi", cosinePi),
                                BOTH("j0", bessel0),
                                BOTH("j1", bessel1),
                                BOTH("jn", besselN),
                                BOTH("y0", besselY0),
                                BOTH("y1", besselY1),
                                BOTH("normcdf", normal),
                                BOTH("pow", power),
                                BOTH("powi", powerI),
                                BOTH("atan2", arcTangent2),
                                BOTH("fmod", modulo),
                                BOTH("hypot", hypotenuse),
                                BOTH("rhypot", hypotenuseR),
                                BOTH("remainder", remain),
                                BOTH("remquo", quotient),
                                BOTH("fdim", difference),
                                BOTH("nextafter", next),
                                BOTH("norm3d", norm3),
                                BOTH("rnorm3d", rnorm3),
                                BOTH("norm4d", norm4),
                                BOTH("ldexp", scale),
                                BOTH("scalbn", scale),
                                BOTH("frexp", split),
                                BOTH("modf", parts),
                                BOTH("sincos", sineCosine),
                                BOTH("sincospi", sineCosinePi),
                                BOTH("ilogb", exponent),
                                BOTH("nan", nan),
                                BOTH("erfinv", errorFI),
                                BOTH("erfcinv", errorCI),
                                BOTH("erfcx", errorCX),
                                BOTH("normcdfinv", normalI),
                                BOTH("cyl_bessel_i0", besselI0),
                                BOTH("cyl_bessel_i1", besselI1),
                                BOTH("yn", besselYN),
                                BOTH("norm", normN),
                                BOTH("rnorm", rnormN),
                                BOTH("rnorm4d", rnorm4),
                                BOTH("llround", roundLong),
                                BOTH("llrint", nearLong),
                                {"__nv_isinff", address(isInf<float>)},
                                {"__nv_isinfd", address(isInf<double>)},
                                {"__nv_isnanf", address(isNan<float>)},
                                {"__nv_isnand", address(isNan<double>)},
                                {"__nv_finitef", address(isFinite<float>)},
                                {"__nv_isfinited", address(isFinite<double>)},
                                {"__nv_signbitf", address(sign<float>)},
                                {"__nv_signbitd", address(sign<double>)},
                                {"__nv_saturatef", address(saturate)},
                                {"__nv_frsqrt_rn", address(rootRF)},
                                {"__nv_ffs", address(leastBit)},
                                {"__nv_ffsll", address(leastBit64)},
                                {"__nv_mul24", address(product24)},
                                {"__nv_umul24", address(unsignedProduct24)},
                                {"__nv_mul64hi", address(high64)},
                                {"__nv_umul64hi", address(unsignedHigh64)},
                                {"__nv_hadd", address(mean)},
                                {"__nv_rhadd", address(roundedMean)},
                                {"__nv_uhadd", address(unsignedMean)},
                                {"__nv_urhadd", address(unsignedRoundedMean)},
                                {"__nv_sad", address(absoluteDifference)},
                                {"__nv_usad", address(unsignedAbsoluteDifference)},
                                {"__nv_byte_perm", address(permute)},
                                {"nvvm_prmt", address(permute)},
                                {"nvvm_fns", address(findNthSet)},
                                {"__cxa_pure_virtual", address(pureVirtual)},
                                {"nvvm_bfe_u32", address(extract)},
                                {"nvvm_bfe_s32", address(extractSigned)},
                                {"nvvm_bfi_b32", address(insert)},
                                {"nvvm_saturate_f", address(saturate)},
                                {"nvvm_saturate_ftz_f", address(saturate)},
                                {nullptr, nullptr}};

}  // namespace

const DeviceFunction* mathFunctions() {
  return table;
}

}  // namespace warpwright::engine
