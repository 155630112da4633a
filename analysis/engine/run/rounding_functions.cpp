// Arithmetic and conversions of libdevice that name a rounding mode. The _rn forms are plain operations; the directed
// ones set the processor's mode around the operation. Conversions to integers saturate, and take NaN to what PTX says.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "analysis/engine/lower/device_functions.h"

namespace warpwright::engine {

namespace {

template <int mode, typename F>
auto rounded(F&& operation) {
  if constexpr (mode == FE_TONEAREST) return operation();
  const int before = std::fegetround();
  std::fesetround(mode);
  auto result = operation();
  std::fesetround(before);
  return result;
}

// Operands go through volatile, so that the operation stays between the two changes of mode.
template <typename T, int mode>
T add(T a, T b) {
  return rounded<mode>([&] {
    volatile T x = a, y = b;
    volatile T r = x + y;
    return T(r);
  });
}
template <typename T, int mode>
T subtract(T a, T b) {
  return rounded<mode>([&] {
    volatile T x = a, y = b;
    volatile T r = x - y;
    return T(r);
  });
}
template <typename T, int mode>
T multiply(T a, T b) {
  return rounded<mode>([&] {
    volatile T x = a, y = b;
    volatile T r = x * y;
    return T(r);
  });
}
template <typename T, int mode>
T divide(T a, T b) {
  return rounded<mode>([&] {
    volatile T x = a, y = b;
    volatile T r = x / y;
    return T(r);
  });
}
template <typename T, int mode>
T reciprocal(T a) {
  return divide<T, mode>(T(1), a);
}
template <typename T, int mode>
T root(T a) {
  return rounded<mode>([&] {
    volatile T x = a;
    volatile T r = std::sqrt(x);
    return T(r);
  });
}
template <typename T, int mode>
T fused(T a, T b, T c) {
  return rounded<mode>([&] {
    volatile T x = a, y = b, z = c;
    volatile T r = std::fma(x, y, z);
    return T(r);
  });
}

template <typename From, typename To, int mode>
To toInteger(From value) {
  if (std::isnan(value)) {
    return sizeof(From) == 8 || sizeof(To) == 8 ? static_cast<To>(uint64_t(1) << (8 * sizeof(To) - 1)) : 0;
  }
  From whole = mode == FE_TONEAREST  ? std::nearbyint(value)
               : mode == FE_DOWNWARD ? std::floor(value)
               : mode == FE_UPWARD   ? std::ceil(value)
                                     : std::trunc(value);
  // 2^digits is exact in any floating type; max() need not be.
  if (whole >= std::ldexp(From(1), std::numeric_limits<To>::digits)) return std::numeric_limits<To>::max();
  if (whole < static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  return static_cast<To>(whole);
}
template <typename From, typename To, int mode>
To toFloat(From value) {
  return rounded<mode>([&] {
    volatile From x = value;
    volatile To r = static_cast<To>(x);
    return To(r);
  });
}

int highWord(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  return static_cast<int>(bits >> 32);
}
int lowWord(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  return static_cast<int>(bits);
}
double fromWords(int high, int low) {
  const uint64_t bits = static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32 | static_cast<uint32_t>(low);
  double value;
  std::memcpy(&value, &bits, 8);
  return value;
}

float halfToFloat(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16, exponent = half >> 10 & 31, mantissa = half & 1023;
  if (exponent == 0) {
    const float value = std::ldexp(static_cast<float>(mantissa), -24);
    return sign != 0 ? -value : value;
  }
  const uint32_t bits = sign | (exponent == 31 ? 0x7f800000 : (exponent + 112) << 23) | mantissa << 13;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}
uint16_t floatToHalf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  const uint32_t sign = bits >> 16 & 0x8000;
  const float magnitude = std::fabs(value);
  if (std::isnan(value)) return 0x7fff;
  if (magnitude >= 65520.0f) return static_cast<uint16_t>(sign | 0x7c00);
  if (magnitude < 6.103515625e-05f)
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, 24))));
  int exponent = 0;
  const float fraction = std::frexp(magnitude, &exponent);                                // [0.5, 1)
  const auto mantissa = static_cast<uint32_t>(std::nearbyint(std::ldexp(fraction, 11)));  // [1024, 2048]
  return static_cast<uint16_t>(sign | ((static_cast<uint32_t>(exponent + 13) << 10) + mantissa));
}

template <typename F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

#define MODES(name, function, ...)                                         \
  {"__nv_" name "_rn", address(function<__VA_ARGS__, FE_TONEAREST>)},      \
      {"__nv_" name "_rz", address(function<__VA_ARGS__, FE_TOWARDZERO>)}, \
      {"__nv_" name "_rd", address(function<__VA_ARGS__, FE_DOWNWARD>)}, { \
    "__nv_" name "_ru", address(function<__VA_ARGS__, FE_UPWARD>)          \
  }
#define INTRINSICS(name, function, type, suffix)                            \
  {"nvvm_" name "_rn_" suffix, address(function<type, FE_TONEAREST>)},      \
      {"nvvm_" name "_rz_" suffix, address(function<type, FE_TOWARDZERO>)}, \
      {"nvvm_" name "_rm_" suffix, address(function<type, FE_DOWNWARD>)}, { \
    "nvvm_" name "_rp_" suffix, address(function<type, FE_UPWARD>)          \
  }

const DeviceFunction* roundingFunctions() {
  static const DeviceFunction table[] = {
    MODES("fadd", add, float),
    MODES("fsub", subtract, float),
    MODES("fmul", multiply, float),
    MODES("fdiv", divide, float),
    MODES("frcp", reciprocal, float),
    MODES("fsqrt", root, float),
    MODES("fmaf", fused, float),
    MODES("fmaf_ieee", fused, float),
    MODES("dadd", add, double),
    MODES("dsub", subtract, double),
    MODES("dmul", multiply, double),
    MODES("ddiv", divide, double),
    MODES("drcp", reciprocal, double),
    MODES("dsqrt", root, double),
    MODES("fma", fused, double),
    MODES("float2int", toInteger, float, int32_t),
    MODES("float2uint", toInteger, float, uint32_t),
    MODES("float2ll", toInteger, float, int64_t),
    MODES("float2ull", toInteger, float, uint64_t),
    MODES("double2int", toInteger, double, int32_t),
    MODES("double2uint", toInteger, double, uint32_t),
    MODES("double2ll", toInteger, double, int64_t),
    MODES("double2ull", toInteger, double, uint64_t),
    MODES("int2float", toFloat, int32_t, float),
    MODES("uint2float", toFloat, uint32_t, float),
    MODES("ll2float", toFloat, int64_t, float),
    MODES("ull2float", toFloat, uint64_t, float),
    MODES("ll2double", toFloat, int64_t, double),
    MODES("ull2double", toFloat, uint64_t, double),
    MODES("int2double", toFloat, int32_t, double),
    MODES("uint2double", toFloat, uint32_t, double),
    MODES("double2float", toFloat, double, float),
    {"__nv_double2hiint", address(highWord)},
    {"__nv_double2loint", address(lowWord)},
    {"__nv_hiloint2double", address(fromWords)},
    {"__nv_half2float", address(halfToFloat)},
    {"__nv_float2half_rn", address(floatToHalf)},
    INTRINSICS("add", add, float, "f"),
    INTRINSICS("mul", multiply, float, "f"),
    INTRINSICS("add", add, double, "d"),
    INTRINSICS("mul", multiply, double, "d"),
    INTRINSICS("div", divide, float, "f"),
    INTRINSICS("div", divide, double, "d"),
    INTRINSICS("rcp", reciprocal, float, "f"),
    INTRINSICS("rcp", reciprocal, double, "d"),
    INTRINSICS("fma", fused, float, "f"),
    INTRINSICS("fma", fused, double, "d"),
    INTRINSICS("sqrt", root, float, "f"),
    INTRINSICS("sqrt", root, double, "d"),
    {nullptr, nullptr}
  };
  return table;
}

}  // namespace warpwright::engine
