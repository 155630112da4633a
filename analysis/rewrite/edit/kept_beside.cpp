#include "analysis/rewrite/edit/kept_beside.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

bool isNamedIn(const Stmt& part, const VarDecl& variable) {
  const auto* named = dyn_cast<DeclRefExpr>(&part);
  return (named && named->getDecl() == &variable) ||
         std::ranges::any_of(part.children(), [&](const Stmt* child) { return child && isNamedIn(*child, variable); });
}

/// A variable of the function's that only its own statements read and change.
bool isOwn(const VarDecl& variable, const FunctionDecl& function) {
  if (!variable.hasLocalStorage() || variable.getType()->isReferenceType()) return false;
  return std::ranges::all_of(findUses(function, variable, 0), [](const VariableUse& use) {
    return use.kind == VariableUse::Kind::value || use.kind == VariableUse::Kind::elementSize;
  });
}

/// A number of the program's that nothing may change.
bool isConstant(const VarDecl& variable) {
  const QualType type = variable.getType();
  return variable.hasGlobalStorage() && type->isArithmeticType() && type.isConstQualified() &&
         !type.isVolatileQualified();
}

}  // namespace

bool isKeptBeside(const Stmt& whole, const Expr& operand, const FunctionDecl& function, const Mentions& mentions) {
  const auto isKept = [&](const Stmt& part, const auto& self, bool isWhole) -> bool {
    if (&part == &operand) return true;
    if (const auto* named = dyn_cast<DeclRefExpr>(&part)) {
      const auto* variable = dyn_cast<VarDecl>(named->getDecl());
      if (!variable) return isa<EnumConstantDecl>(named->getDecl());
      const bool isSame = isOnlyRead(mentions, variable) || !isNamedIn(operand, *variable);
      return isConstant(*variable) || (isOwn(*variable, function) && isSame);
    }
    const auto* binary = dyn_cast<BinaryOperator>(&part);
    const auto* unary = dyn_cast<UnaryOperator>(&part);
    const bool isStored = binary && binary->isCompoundAssignmentOp() && isWhole;
    const bool isPlain = isa<ParenExpr, ImplicitCastExpr, CStyleCastExpr, IntegerLiteral, FloatingLiteral>(part) ||
                         (binary && !binary->isAssignmentOp()) || (unary && unary->isArithmeticOp()) || isStored;
    return isPlain &&
           std::ranges::all_of(part.children(), [&](const Stmt* child) { return child && self(*child, self, false); });
  };
  return isKept(whole, isKept, true);
}

}  // namespace warpwright::rewrite
