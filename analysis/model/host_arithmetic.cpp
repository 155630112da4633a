#include "analysis/model/host_arithmetic.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <compare>

namespace warpwright::model {

bool isWide(clang::QualType type, const clang::ASTContext& context) {
  return type->isUnsignedIntegerOrEnumerationType() && context.getIntWidth(type) == 64;
}

std::optional<int64_t> apply(clang::BinaryOperatorKind op, int64_t x, int64_t y, bool wide) {
  const auto a = static_cast<uint64_t>(x), b = static_cast<uint64_t>(y);
  const std::strong_ordering order = wide ? a <=> b : x <=> y;
  const bool divides = y != 0 && (wide || y != -1), shifts = y >= 0 && y < 63;
  switch (op) {
    case clang::BO_Add:
      return static_cast<int64_t>(a + b);
    case clang::BO_Sub:
      return static_cast<int64_t>(a - b);
    case clang::BO_Mul:
      return static_cast<int64_t>(a * b);
    case clang::BO_Div:
      if (!divides) return std::nullopt;
      return wide ? static_cast<int64_t>(a / b) : x / y;
    case clang::BO_Rem:
      if (!divides) return std::nullopt;
      return wide ? static_cast<int64_t>(a % b) : x % y;
    case clang::BO_Shl:
      return shifts ? std::optional(static_cast<int64_t>(a << y)) : std::nullopt;
    case clang::BO_Shr:
      if (wide) return b < 64 ? std::optional(static_cast<int64_t>(a >> b)) : std::nullopt;
      return shifts ? std::optional(x >> y) : std::nullopt;
    case clang::BO_And:
      return x & y;
    case clang::BO_Or:
      return x | y;
    case clang::BO_Xor:
      return x ^ y;
    case clang::BO_LT:
      return order < 0;
    case clang::BO_GT:
      return order > 0;
    case clang::BO_LE:
      return order <= 0;
    case clang::BO_GE:
      return order >= 0;
    case clang::BO_EQ:
      return x == y;
    case clang::BO_NE:
      return x != y;
    case clang::BO_LAnd:
      return x && y;
    case clang::BO_LOr:
      return x || y;
    default:
      return std::nullopt;
  }
}

int64_t convert(int64_t value, clang::QualType type, const clang::ASTContext& context) {
  if (type.isNull() || !type->isIntegerType() || type->isDependentType()) return value;
  if (type->isBooleanType()) return value != 0;
  const unsigned bits = context.getIntWidth(type);
  if (bits >= 64) return value;
  const auto low = static_cast<uint64_t>(value) & ((uint64_t{1} << bits) - 1);
  if (type->isUnsignedIntegerOrEnumerationType()) return static_cast<int64_t>(low);
  const uint64_t sign = uint64_t{1} << (bits - 1);
  return static_cast<int64_t>((low ^ sign) - sign);
}

}  // namespace warpwright::model
