#include "analysis/passes/warp_exchange/uniform_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/rewrite/tree/index_names.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {

using namespace clang;

bool UniformValues::is(const Expr* expression, int depth) const {
  if (depth > 32) return false;
  expression = expression->IgnoreParenCasts();
  if (const auto* full = dyn_cast<FullExpr>(expression)) return is(full->getSubExpr(), depth + 1);
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral, SubstNonTypeTemplateParmExpr,
          UnaryExprOrTypeTraitExpr>(expression))
    return true;
  if (const auto named = rewrite::indexNamed(*expression)) return named->first != "threadIdx";
  if (const auto* name = dyn_cast<DeclRefExpr>(expression)) {
    if (isa<EnumConstantDecl>(name->getDecl())) return true;
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (!variable || variable->getType().isVolatileQualified() || !variable->getType()->isArithmeticType())
      return false;
    if (variable->isConstexpr() || variable->isUsableInConstantExpressions(kernel_.getASTContext())) return true;
    if (variable->hasAttr<CUDASharedAttr>() || !rewrite::isOnlyRead(mentions_, variable)) return false;
    if (isa<ParmVarDecl>(variable)) return variable->getDeclContext() == &kernel_;
    return variable->isLocalVarDecl() && !variable->isStaticLocal() && variable->hasInit() &&
           is(variable->getInit(), depth + 1);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    const UnaryOperatorKind kind = unary->getOpcode();
    return (kind == UO_Plus || kind == UO_Minus || kind == UO_Not || kind == UO_LNot) &&
           is(unary->getSubExpr(), depth + 1);
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(expression))
    return is(choice->getCond(), depth + 1) && is(choice->getTrueExpr(), depth + 1) &&
           is(choice->getFalseExpr(), depth + 1);
  const auto* binary = dyn_cast<BinaryOperator>(expression);
  return binary && !binary->isAssignmentOp() && binary->getOpcode() != BO_Comma && !binary->isPtrMemOp() &&
         is(binary->getLHS(), depth + 1) && is(binary->getRHS(), depth + 1);
}

}  // namespace warpwright::passes
