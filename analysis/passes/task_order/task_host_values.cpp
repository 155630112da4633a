#include "analysis/passes/task_order/task_host_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/model/cuda_names.h"
#include "analysis/model/project_functions.h"
#include "analysis/passes/judgement.h"

namespace warpwright::passes {

using namespace clang;

bool isPlain(const Stmt* part, const model::SourceText& text) {
  if (!part) return true;
  if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(part)) part = pseudo->getSyntacticForm();
  const auto* unary = dyn_cast<UnaryOperator>(part);
  const auto* binary = dyn_cast<BinaryOperator>(part);
  bool effect = (unary && unary->isIncrementDecrementOp()) || (binary && binary->isAssignmentOp());
  if (const auto* made = dyn_cast<CXXConstructExpr>(part)) {
    effect = !made->getConstructor()->isTrivial() && !model::isDim3(made->getType(), text);
  }
  const bool known = isa<DeclRefExpr, IntegerLiteral, CXXNullPtrLiteralExpr, ParenExpr, CastExpr, UnaryOperator,
                         BinaryOperator, MemberExpr, CXXConstructExpr, CXXDefaultArgExpr, MaterializeTemporaryExpr,
                         FullExpr, UnaryExprOrTypeTraitExpr, ConditionalOperator, InitListExpr>(part);
  return known && !effect &&
         std::all_of(part->child_begin(), part->child_end(), [&](const Stmt* child) { return isPlain(child, text); });
}

void multiply(const Expr& factor, const Mentions& mentions, const ASTContext& context, HostProduct& product,
              int depth) {
  const Expr* plain = factor.IgnoreParenImpCasts();
  Expr::EvalResult value;
  const VarDecl* variable = namedVariable(plain);
  const bool isFixed = variable && isOnlyRead(mentions, variable);
  const auto* binary = dyn_cast<BinaryOperator>(plain);
  if (plain->EvaluateAsInt(value, context) && value.Val.getInt().getActiveBits() <= 32) {
    product.constant *= value.Val.getInt().getZExtValue();
  } else if (binary && binary->getOpcode() == BO_Mul && depth < 8) {
    multiply(*binary->getLHS(), mentions, context, product, depth + 1);
    multiply(*binary->getRHS(), mentions, context, product, depth + 1);
  } else if (isFixed && variable->isLocalVarDecl() && variable->getInit() && depth < 8) {
    multiply(*variable->getInit(), mentions, context, product, depth + 1);
  } else if (isFixed && variable->isLocalVarDeclOrParm()) {
    product.variables.push_back(variable);
  } else {
    product.isKnown = false;
  }
}

Message lineOfCapture(const rewrite::Editor& editor) {
  const model::SourceText text(*editor.unit());
  for (const FunctionDecl* function : model::projectFunctions(*editor.unit())) {
    if (!function->hasBody() || function->hasAttr<CUDAGlobalAttr>()) continue;
    for (const auto& call : mentionsOf(function->getBody()).calls) {
      if (model::captureCalls().contains(model::cudaFunction(*call.node, text)))
        return lineText(rewrite::positionAt(*editor.unit(), call.node->getBeginLoc()));
    }
  }
  return {};
}

}  // namespace warpwright::passes
