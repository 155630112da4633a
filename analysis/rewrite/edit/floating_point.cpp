#include "analysis/rewrite/edit/floating_point.h"

#include <clang/AST/Expr.h>

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

const BinaryOperator* arithmetic(const Expr* expression) {
  const auto* one = dyn_cast<BinaryOperator>(expression);
  if (!one) return nullptr;
  const auto* stores = dyn_cast<CompoundAssignOperator>(one);
  const QualType type = stores ? stores->getComputationResultType() : one->getType();
  if (!isNumber(type)) return nullptr;
  switch (one->getOpcode()) {
    case BO_Add:
    case BO_Sub:
    case BO_Mul:
    case BO_AddAssign:
    case BO_SubAssign:
    case BO_MulAssign:
      return one;
    default:
      return nullptr;
  }
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
