// Functions that a GPU computes less exactly than the host's libm does: the quick ones of libdevice, made of the
// instructions that it makes them of, and the instructions ex2.approx and the like. Programs that differ in which of
// them they call have to differ in what they compute, as they do on a GPU.
#include <cmath>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/run/rough.h"

namespace warpwright::engine {
namespace {

// Instructions have about 22 bits.
float rough(double value) {
  return engine::rough<22>(value);
}

float power2(float x) {
  return rough(std::exp2(double(x)));
}
float log2Of(float x) {
  return rough(std::log2(double(x)));
}
float sine(float x) {
  return rough(std::sin(double(x)));
}
float cosine(float x) {
  return rough(std::cos(double(x)));
}
float inverse(float x) {
  return rough(1 / double(x));
}
float root(float x) {
  return rough(std::sqrt(double(x)));
}
float inverseRoot(float x) {
  return rough(1 / std::sqrt(double(x)));
}
double inverseRootD(double x) {
  return 1 / std::sqrt(x);
}
double power2D(double x) {
  return std::exp2(x);
}
float tangentH(float x) {
  return engine::rough<12>(std::tanh(double(x)));
}
float quotient(float x, float y) {
  return rough(double(x) / double(y));
}

float tangent(float x) {
  return quotient(sine(x), cosine(x));
}
float exponential(float x) {
  return power2(x * 1.4426950408889634f);
}
float power10(float x) {
  return power2(x * 3.3219280948873623f);
}
float natural(float x) {
  return log2Of(x) * 0.6931471805599453f;
}
float log10Of(float x) {
  return log2Of(x) * 0.3010299956639812f;
}
/// A GPU gives NaN for a base below zero; nvcc takes squares and the like out before that.
float power(float x, float y) {
  return x < 0 ? rough(std::pow(double(x), double(y))) : power2(y * log2Of(x));
}
void sineCosine(float x, float* s, float* c) {
  *s = sine(x);
  *c = cosine(x);
}

template <typename F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

#define APPROXIMATE(instruction, function)                 \
  {"nvvm_" instruction "_approx_f", address(function)}, {  \
    "nvvm_" instruction "_approx_ftz_f", address(function) \
  }

const DeviceFunction table[] = {APPROXIMATE("ex2", power2),
                                {"nvvm_ex2_approx_d", address(power2D)},
                                APPROXIMATE("lg2", log2Of),
                                APPROXIMATE("sin", sine),
                                APPROXIMATE("cos", cosine),
                                APPROXIMATE("rcp", inverse),
                                APPROXIMATE("sqrt", root),
                                APPROXIMATE("rsqrt", inverseRoot),
                                {"nvvm_rsqrt_approx_d", address(inverseRootD)},
                                APPROXIMATE("tanh", tangentH),
                                APPROXIMATE("div", quotient),
                                {"__nv_exp2f", address(power2)},
                                {"__nv_rsqrtf", address(inverseRoot)},
                                {"__nv_fast_sinf", address(sine)},
                                {"__nv_fast_cosf", address(cosine)},
                                {"__nv_fast_tanf", address(tangent)},
                                {"__nv_fast_expf", address(exponential)},
                                {"__nv_fast_exp10f", address(power10)},
                                {"__nv_fast_logf", address(natural)},
                                {"__nv_fast_log2f", address(log2Of)},
                                {"__nv_fast_log10f", address(log10Of)},
                                {"__nv_fast_powf", address(power)},
                                {"__nv_fast_sincosf", address(sineCosine)},
                                {"__nv_fast_fdividef", address(quotient)},
                                {nullptr, nullptr}};

}  // namespace

const DeviceFunction* approximateFunctions() {
  return table;
}

}  // namespace warpwright::engine
