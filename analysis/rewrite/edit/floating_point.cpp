#include "analysis/rewrite/edit/floating_point.h"

#include <clang/AST/Expr.h>
#include <llvm/ADT/SmallString.h>

namespace warpwright::rewrite {

using namespace clang;

bool isDouble(QualType type) {
  const auto* kind = type->getAs<BuiltinType>();
  return kind && kind->getKind() == BuiltinType::Double;
}

bool isNumber(QualType type) {
  const auto* kind = type->getAs<BuiltinType>();
  return kind && (kind->getKind() == BuiltinType::Float || kind->getKind() == BuiltinType::Double);
}

QualType typeOf(const BinaryOperator& operation) {
  const auto* stores = dyn_cast<CompoundAssignOperator>(&operation);
  return stores ? stores->getComputationResultType() : operation.getType();
}

std::optional<std::string> reciprocal(const BinaryOperator& quotient) {
  if (quotient.getOpcode() != BO_Div && quotient.getOpcode() != BO_DivAssign) return std::nullopt;
  const QualType type = typeOf(quotient);
  if (!isNumber(type)) return std::nullopt;
  const llvm::fltSemantics& kind = isDouble(type) ? llvm::APFloat::IEEEdouble() : llvm::APFloat::IEEEsingle();
  llvm::APFloat divisor(kind), inverse(kind);
  const Expr* by = quotient.getRHS()->IgnoreParenImpCasts();
  if (const auto* number = dyn_cast<FloatingLiteral>(by)) {
    divisor = number->getValue();
    bool isOther = false;
    divisor.convert(kind, llvm::APFloat::rmNearestTiesToEven, &isOther);
    if (isOther) return std::nullopt;
  } else if (const auto* number = dyn_cast<IntegerLiteral>(by)) {
    if (divisor.convertFromAPInt(number->getValue(), false, llvm::APFloat::rmNearestTiesToEven) != llvm::APFloat::opOK)
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  if (!divisor.getExactInverse(&inverse)) return std::nullopt;
  llvm::SmallString<32> text;
  inverse.toString(text);
  std::string words(text);
  if (words.find_first_of(".E") == std::string::npos) words += ".0";
  return isDouble(type) ? words : words + "f";
}

const BinaryOperator* arithmetic(const Expr* expression) {
  const auto* one = dyn_cast<BinaryOperator>(expression);
  if (!one || !isNumber(typeOf(*one))) return nullptr;
  switch (one->getOpcode()) {
    case BO_Add:
    case BO_Sub:
    case BO_Mul:
    case BO_AddAssign:
    case BO_SubAssign:
    case BO_MulAssign:
      return one;
    default:
      return reciprocal(*one) ? one : nullptr;
  }
}

bool isProduct(const BinaryOperator& one) {
  return !one.isAdditiveOp() && one.getOpcode() != BO_AddAssign && one.getOpcode() != BO_SubAssign;
}

const Expr* plain(const Expr* expression) {
  for (;;) {
    if (const auto* brackets = dyn_cast<ParenExpr>(expression)) {
      expression = brackets->getSubExpr();
    } else if (const auto* converted = dyn_cast<ImplicitCastExpr>(expression)) {
      expression = converted->getSubExpr();
    } else {
      return expression;
    }
  }
}

}  // namespace warpwright::rewrite
