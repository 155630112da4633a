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

/// A constant of that name in front of the part would be another one.
bool LoopValues::isDeclaredIn(const VarDecl& variable, const Region& part) const {
  const auto declared = mentions_.declared.find(variable.getCanonicalDecl());
  return declared != mentions_.declared.end() && part(declared->second.parents);
}

bool LoopValues::stays(const VarDecl& variable, const Region& part) const {
  if (!isOfThread(variable) || variable.getType()->isReferenceType() || variable.getType().isVolatileQualified())
    return false;
  const auto declared = mentions_.declared.find(variable.getCanonicalDecl());
  if (declared == mentions_.declared.end() ? !isa<ParmVarDecl>(variable) : part(declared->second.parents)) return false;
  const auto mentioned = mentions_.variables.find(variable.getCanonicalDecl());
  if (mentioned == mentions_.variables.end()) return true;
  return std::all_of(mentioned->second.begin(), mentioned->second.end(), [&](const Mention& mention) {
    if (isRead(mention)) return true;
    return !part(mention.parents) && useOfPlace(mention.node, mention.parents) == VariableUse::Kind::value;
  });
}

bool LoopValues::isSame(const Expr& number, const Region& part) const {
  const Expr& value = *number.IgnoreParens();
  if (!value.getType()->isIntegralOrEnumerationType()) return false;
  if (indexNamed(value) || isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr>(value)) return true;
  if (const auto* name = dyn_cast<DeclRefExpr>(&value)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable) return isa<EnumConstantDecl>(name->getDecl());
    return (variable->isUsableInConstantExpressions(context_) && !isDeclaredIn(*variable, part)) ||
           stays(*variable, part);
  }
  if (const auto* both = dyn_cast<BinaryOperator>(&value))
    return !both->isAssignmentOp() && !both->isCommaOp() && isSame(*both->getLHS(), part) &&
           isSame(*both->getRHS(), part);
  if (const auto* one = dyn_cast<UnaryOperator>(&value)) {
    const bool computes = one->getOpcode() == UO_Plus || one->getOpcode() == UO_Minus || one->getOpcode() == UO_Not;
    return computes && isSame(*one->getSubExpr(), part);
  }
  if (const auto* made = dyn_cast<CastExpr>(&value)) return isSame(*made->getSubExpr(), part);
  if (const auto* made = dyn_cast<SubstNonTypeTemplateParmExpr>(&value)) return isSame(*made->getReplacement(), part);
  return false;
}

bool LoopValues::stays(const VarDecl& variable, const Stmt& loop) const {
  return stays(variable, [&](const std::vector<const Stmt*>& parents) { return holds(parents, loop); });
}

bool LoopValues::isSame(const Expr& number, const Stmt& loop) const {
  return isSame(number, [&](const std::vector<const Stmt*>& parents) { return holds(parents, loop); });
}

}  // namespace warpwright::rewrite
