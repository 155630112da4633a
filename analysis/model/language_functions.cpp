#include "analysis/model/language_functions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>
#include <string>

namespace warpwright::model {

using namespace clang;

bool isOfLanguage(const FunctionDecl& function) {
  if (function.getBuiltinID() != 0) return true;
  const DeclContext* context = function.getDeclContext()->getRedeclContext();
  if (!context->isTranslationUnit() && !function.isInStdNamespace()) return false;
  return function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation());
}

bool isMathFunction(const FunctionDecl& function) {
  // clang-format off
  static const std::set<std::string> names = {
    "__brev", "__brevll", "__byte_perm", "__clz", "__clzll", "__cosf", "__dadd_rn", "__ddiv_rn", "__dmul_rn",
    "__double2float_rn", "__double2float_rz", "__double2hiint", "__double2int_rd", "__double2int_rn",
    "__double2int_ru", "__double2int_rz", "__double2ll_rn", "__double2ll_rz", "__double2loint", "__double2uint_rn",
    "__double2uint_rz", "__double2ull_rn", "__double2ull_rz", "__double_as_longlong", "__dp2a_hi", "__dp2a_lo",
    "__dp4a", "__drcp_rn", "__dsqrt_rn", "__dsub_rn", "__exp10f", "__expf", "__fadd_rn", "__fadd_rz", "__fdiv_rn",
    "__fdiv_rz", "__fdividef", "__ffs", "__ffsll", "__finitef", "__float2int_rd", "__float2int_rn", "__float2int_ru",
    "__float2int_rz", "__float2ll_rn", "__float2ll_rz", "__float2uint_rd", "__float2uint_rn", "__float2uint_ru",
    "__float2uint_rz", "__float2ull_rn", "__float2ull_rz", "__float_as_int", "__float_as_uint", "__fma_rn",
    "__fmaf_rn", "__fmaf_rz", "__fmul_rn", "__fmul_rz", "__frcp_rn", "__frsqrt_rn", "__fsqrt_rn", "__fsub_rn",
    "__funnelshift_l", "__funnelshift_lc", "__funnelshift_r", "__funnelshift_rc", "__hadd", "__hiloint2double",
    "__int2double_rn", "__int2float_rn", "__int2float_rz", "__int_as_float", "__isinff", "__isnanf", "__ldg",
    "__ll2double_rn", "__ll2float_rn", "__log10f", "__log2f", "__logf", "__longlong_as_double", "__mul24",
    "__mul64hi", "__mulhi", "__popc", "__popcll", "__powf", "__rhadd", "__sad", "__saturatef", "__signbitf", "__sinf",
    "__tanf", "__uhadd", "__uint2double_rn", "__uint2float_rn", "__uint2float_rz", "__uint_as_float",
    "__ull2double_rn", "__ull2float_rn", "__umul24", "__umul64hi", "__umulhi", "__urhadd", "__usad", "abs", "acos",
    "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "cospi",
    "cyl_bessel_i0", "cyl_bessel_i1", "erf", "erfc", "erfcinv", "erfcx", "erfinv", "exp", "exp10", "exp2", "expm1",
    "fabs", "fdim", "fdivide", "floor", "fma", "fmax", "fmin", "fmod", "fpclassify", "hypot", "ilogb", "isfinite",
    "isgreater", "isgreaterequal", "isinf", "isless", "islessequal", "islessgreater", "isnan", "isnormal",
    "isunordered", "j0", "j1", "jn", "labs", "ldexp", "lgamma", "llabs", "llmax", "llmin", "llrint", "llround", "log",
    "log10", "log1p", "log2", "logb", "lrint", "lround", "make_char1", "make_char2", "make_char3", "make_char4",
    "make_double1", "make_double2", "make_double3", "make_double4", "make_float1", "make_float2", "make_float3",
    "make_float4", "make_int1", "make_int2", "make_int3", "make_int4", "make_long1", "make_long2", "make_long3",
    "make_long4", "make_longlong1", "make_longlong2", "make_longlong3", "make_longlong4", "make_short1",
    "make_short2", "make_short3", "make_short4", "make_uchar1", "make_uchar2", "make_uchar3", "make_uchar4",
    "make_uint1", "make_uint2", "make_uint3", "make_uint4", "make_ulong1", "make_ulong2", "make_ulong3",
    "make_ulong4", "make_ulonglong1", "make_ulonglong2", "make_ulonglong3", "make_ulonglong4", "make_ushort1",
    "make_ushort2", "make_ushort3", "make_ushort4", "max", "min", "nan", "nearbyint", "nextafter", "norm", "norm3d",
    "norm4d", "normcdf", "normcdfinv", "pow", "rcbrt", "remainder", "rhypot", "rint", "rnorm", "rnorm3d", "rnorm4d",
    "round", "rsqrt", "scalbln", "scalbn", "signbit", "sin", "sinh", "sinpi", "sqrt", "tan", "tanh", "tgamma",
    "trunc", "uabs", "ullmax", "ullmin", "umax", "umin", "y0", "y1", "yn"};
  // clang-format on
  if (!function.getDeclName().isIdentifier()) return false;
  const std::string name = function.getNameAsString();
  const bool isFloat = name.size() > 1 && name.back() == 'f' && names.contains(name.substr(0, name.size() - 1));
  if (!isFloat && !names.contains(name)) return false;
  // Functions of templates compare what they are given with operators of its type.
  const bool onNumbers = std::all_of(function.param_begin(), function.param_end(), [](const ParmVarDecl* parameter) {
    const QualType type = parameter->getType().getNonReferenceType();
    return type->isArithmeticType() || type->isPointerType();
  });
  return onNumbers && isOfLanguage(function);
}

}  // namespace warpwright::model
