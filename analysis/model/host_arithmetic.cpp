#include "analysis/model/host_arithmetic.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

namespace warpwright::model {
namespace {

/// What depends on there being no sign, of two such numbers; nothing: it is done as with a sign, or not at all.
std::optional<int64_t> applyWide(clang::BinaryOperatorKind op, uint64_t a, uint64_t b) {
  switch (op) {
    case clang::BO_Div:
      return b == 0 ? std::nullopt : std::optional(static_cast<int64_t>(a / b));
    case clang::BO_Rem:
      return b == 0 ? std::nullopt : std::optional(static_cast<int64_t>(a % b));
    case clang::BO_Shr:
      return b < 64 ? std::optional(static_cast<int64_t>(a >> b)) : std::nullopt;
    case clang::BO_LT:
      return a < b;
    case clang::BO_GT:
      return a > b;
    case clang::BO_LE:
      return a <= b;
    case clang::BO_GE:
      return a >= b;
    default:
      return std::nullopt;
  }
}

bool dependsOnSign(clang::BinaryOperatorKind op) {
  return op == clang::BO_Div || op == clang::BO_Rem || op == clang::BO_Shr || clang::BinaryOperator::isRelationalOp(op);
}

}  // namespace

bool isWide(clang::QualType type, const clang::ASTContext& context) {
  return type->isUnsignedIntegerOrEnumerationType() && context.getIntWidth(type) == 64;
}

std::optional<int64_t> apply(clang::BinaryOperatorKind op, int64_t x, int64_t y, bool wide) {
  const auto a = static_cast<uint64_t>(x), b = static_cast<uint64_t>(y);
  if (wide && dependsOnSign(op)) return applyWide(op, a, b);
  const bool shifts = y >= 0 && y < 63;
  switch (op) {
    case clang::BO_Add:
      return static_cast<int64_t>(a + b);
    case clang::BO_Sub:
      return static_cast<int64_t>(a - b);
    case clang::BO_Mul:
      return static_cast<int64_t>(a * b);
    case clang::BO_Div:
      return y == 0 || y == -1 ? std::nullopt : std::optional(x / y);
    case clang::BO_Rem:
      return y == 0 || y == -1 ? std::nullopt : std::optional(x % y);
    case clang::BO_Shl:
      return shifts ? std::optional(static_cast<int64_t>(a << y)) : std::nullopt;
    case clang::BO_Shr:
      return shifts ? std::optional(x >> y) : std::nullopt;
    case clang::BO_And:
      return x & y;
    case clang::BO_Or:
      return x | y;
    case clang::BO_Xor:
      return x ^ y;
    case clang::BO_LT:
      return x < y;
    case clang::BO_GT:
      return x > y;
    case clang::BO_LE:
      return x <= y;
    case clang::BO_GE:
      return x >= y;
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
