#include "analysis/rewrite/edit/rounded_functions.h"

#include <clang/AST/Decl.h>

#include "analysis/model/language_functions.h"

namespace warpwright::rewrite {

const std::set<std::string>& roundedFunctions() {
  // clang-format off
  static const std::set<std::string> names = {
      "__cosf", "__dadd_rn", "__ddiv_rn", "__dmul_rn", "__double2float_rn", "__double2int_rn",
      "__double2int_rz", "__double_as_longlong", "__drcp_rn", "__dsqrt_rn", "__dsub_rn", "__exp10f", "__expf",
      "__fadd_rn", "__fdiv_rn", "__fdividef", "__float2int_rd", "__float2int_rn", "__float2int_rz",
      "__float2uint_rn", "__float2uint_rz", "__float_as_int", "__float_as_uint", "__fma_rn", "__fmaf_rn",
      "__fmul_rn", "__frcp_rn", "__fsqrt_rn", "__fsub_rn", "__int2double_rn", "__int2float_rn",
      "__int_as_float", "__ldg", "__log10f", "__log2f", "__logf", "__longlong_as_double", "__powf",
      "__saturatef", "__shfl_down_sync", "__shfl_sync", "__shfl_up_sync", "__shfl_xor_sync", "__sinf",
      "__syncthreads", "__syncwarp", "__tanf", "__uint2float_rn", "__uint_as_float", "abs", "asinhf", "atan",
      "atan2", "atan2f", "atanf", "atanhf", "cbrt", "ceil", "ceilf", "copysign", "copysignf", "cos", "cosf",
      "cosh", "cospi", "cospif", "erf", "exp", "exp10", "exp10f", "exp2", "exp2f", "expf", "expm1", "expm1f",
      "fabs", "fabsf", "fdim", "fdimf", "floor", "floorf", "fma", "fmaf", "fmax", "fmaxf", "fmin", "fminf",
      "hypot", "hypotf", "isfinite", "isinf", "isnan", "ldexp", "ldexpf", "log10f", "log1pf", "log2f", "logf",
      "max", "min", "nearbyint", "nearbyintf", "rcbrt", "rcbrtf", "rhypot", "rhypotf", "rint", "rintf", "round",
      "roundf", "rsqrt", "rsqrtf", "sin", "sincos", "sincosf", "sincospi", "sincospif", "sinf", "sinpi",
      "sinpif", "sqrt", "sqrtf", "tan", "tanf", "tanh", "tanhf", "trunc", "truncf"};
  // clang-format on
  return names;
}

namespace {

bool isOneOf(const std::set<std::string>& names, const clang::FunctionDecl& function) {
  return function.getDeclName().isIdentifier() && names.contains(function.getNameAsString()) &&
         model::isOfLanguage(function);
}

}  // namespace

bool leavesNoChoice(const clang::FunctionDecl& function) {
  return isOneOf(roundedFunctions(), function);
}

bool isRoundedByName(const clang::FunctionDecl& function) {
  static const std::set<std::string> names = {"__dadd_rn", "__dmul_rn", "__dsub_rn", "__fadd_rn",
                                              "__fma_rn",  "__fmaf_rn", "__fmul_rn", "__fsub_rn"};
  return isOneOf(names, function);
}

}  // namespace warpwright::rewrite
