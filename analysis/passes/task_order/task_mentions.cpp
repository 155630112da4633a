#include "analysis/passes/task_order/task_mentions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/ExprObjC.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <set>
#include <string>

namespace warpwright::passes {

using namespace clang;

bool isNumberOfThread(const rewrite::Editor& editor, const Expr& expression) {
  // (a + b) * c reads like a + b * c once its brackets are gone.
  const auto* sum = dyn_cast<BinaryOperator>(expression.IgnoreParenCasts());
  const Result<rewrite::TextRange> place = editor.locate(expression.getSourceRange());
  if (!sum || sum->getOpcode() != BO_Add || !place.ok()) return false;
  std::string text;
  for (const rewrite::RawToken& token : editor.tokens(*place)) {
    if (!token.is("(") && !token.is(")")) text += token.text;
  }
  static const std::set<std::string> forms = {"blockIdx.x*blockDim.x+threadIdx.x", "blockDim.x*blockIdx.x+threadIdx.x",
                                              "threadIdx.x+blockIdx.x*blockDim.x", "threadIdx.x+blockDim.x*blockIdx.x"};
  return forms.contains(text);
}

std::optional<LinearTerm> linearIn(const Expr* expression, const VarDecl* variable) {
  expression = expression->IgnoreParens();
  if (const auto* conversion = dyn_cast<CastExpr>(expression)) {
    const bool keeps = conversion->getCastKind() == CK_IntegralCast || conversion->getCastKind() == CK_LValueToRValue ||
                       conversion->getCastKind() == CK_NoOp;
    // A narrower type would cut the number off.
    const QualType type = conversion->getType();
    if (!keeps || !type->isIntegerType() || variable->getASTContext().getTypeSize(type) < 32) return std::nullopt;
    return linearIn(conversion->getSubExpr(), variable);
  }
  if (const auto* number = dyn_cast<IntegerLiteral>(expression)) {
    if (number->getValue().getActiveBits() > 31) return std::nullopt;
    return LinearTerm{0, static_cast<int64_t>(number->getValue().getZExtValue())};
  }
  if (namedVariable(expression) == variable && isa<DeclRefExpr>(expression)) return LinearTerm{1, 0};
  const auto* binary = dyn_cast<BinaryOperator>(expression);
  if (!binary) return std::nullopt;
  const std::optional<LinearTerm> a = linearIn(binary->getLHS(), variable), b = linearIn(binary->getRHS(), variable);
  if (!a || !b) return std::nullopt;
  if (binary->getOpcode() == BO_Add) return LinearTerm{a->scale + b->scale, a->offset + b->offset};
  if (binary->getOpcode() != BO_Mul || (a->scale != 0 && b->scale != 0)) return std::nullopt;
  const int64_t factor = a->scale == 0 ? a->offset : b->offset;
  const LinearTerm& other = a->scale == 0 ? *b : *a;
  if (factor > 4096 || other.scale > 4096 || other.offset > 4096) return std::nullopt;
  return LinearTerm{other.scale * factor, other.offset * factor};
}

Holder holderOf(const Stmt* node, const std::vector<const Stmt*>& parents) {
  Holder holder{nullptr, node, 0};
  for (size_t i = parents.size(); i-- > 0;) {
    if (isa<ParenExpr, ImplicitCastExpr, FullExpr>(parents[i])) {
      holder.child = parents[i];
      continue;
    }
    holder.parent = parents[i];
    holder.depth = i;
    break;
  }
  return holder;
}

const ArraySubscriptExpr* subscriptOf(const Mention& mention, bool asBase, size_t* depth) {
  if (asBase) {
    const Holder holder = holderOf(mention.node, mention.parents);
    const auto* subscript = dyn_cast_or_null<ArraySubscriptExpr>(holder.parent);
    if (!subscript || subscript->getBase() != holder.child) return nullptr;
    *depth = holder.depth;
    return subscript;
  }
  const Stmt* child = mention.node;
  for (size_t i = mention.parents.size(); i-- > 0; child = mention.parents[i]) {
    const auto* subscript = dyn_cast<ArraySubscriptExpr>(mention.parents[i]);
    if (subscript) {
      *depth = i;
      return subscript->getIdx() == child ? subscript : nullptr;
    }
    if (!isa<Expr>(mention.parents[i])) return nullptr;
  }
  return nullptr;
}

}  // namespace warpwright::passes
