#include "analysis/passes/hoist/loop_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/passes/compaction/effects.h"
#include "analysis/rewrite/tree/index_names.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {

using namespace clang;

bool holds(const std::vector<const Stmt*>& parents, const Stmt& statement) {
  return std::find(parents.begin(), parents.end(), &statement) != parents.end();
}

/// A constant of that name in front of the loop would be another one.
bool LoopValues::isDeclaredIn(const VarDecl& variable, const Stmt& loop) const {
  const auto declared = mentions_.declared.find(variable.getCanonicalDecl());
  return declared != mentions_.declared.end() && holds(declared->second.parents, loop);
}

bool LoopValues::stays(const VarDecl& variable, const Stmt& loop) const {
  if (!isOfThread(variable) || variable.getType()->isReferenceType() || variable.getType().isVolatileQualified())
    return false;
  const auto declared = mentions_.declared.find(variable.getCanonicalDecl());
  if (declared == mentions_.declared.end() ? !isa<ParmVarDecl>(variable) : holds(declared->second.parents, loop))
    return false;
  const auto mentioned = mentions_.variables.find(variable.getCanonicalDecl());
  if (mentioned == mentions_.variables.end()) return true;
  return std::all_of(mentioned->second.begin(), mentioned->second.end(), [&](const Mention& mention) {
    if (isRead(mention)) return true;
    return !holds(mention.parents, loop) && useOfPlace(mention.node, mention.parents) == VariableUse::Kind::value;
  });
}

bool LoopValues::isSame(const Expr& number, const Stmt& loop) const {
  const Expr& part = *number.IgnoreParens();
  if (!part.getType()->isIntegralOrEnumerationType()) return false;
  if (indexNamed(part) || isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr>(part)) return true;
  if (const auto* name = dyn_cast<DeclRefExpr>(&part)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable) return isa<EnumConstantDecl>(name->getDecl());
    return (variable->isUsableInConstantExpressions(context_) && !isDeclaredIn(*variable, loop)) ||
           stays(*variable, loop);
  }
  if (const auto* both = dyn_cast<BinaryOperator>(&part))
    return !both->isAssignmentOp() && !both->isCommaOp() && isSame(*both->getLHS(), loop) &&
           isSame(*both->getRHS(), loop);
  if (const auto* one = dyn_cast<UnaryOperator>(&part)) {
    const bool computes = one->getOpcode() == UO_Plus || one->getOpcode() == UO_Minus || one->getOpcode() == UO_Not;
    return computes && isSame(*one->getSubExpr(), loop);
  }
  if (const auto* made = dyn_cast<CastExpr>(&part)) return isSame(*made->getSubExpr(), loop);
  if (const auto* made = dyn_cast<SubstNonTypeTemplateParmExpr>(&part)) return isSame(*made->getReplacement(), loop);
  return false;
}

}  // namespace warpwright::rewrite
