#include "analysis/passes/row_access/memory_root.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Variables that begin with one another are followed so far.
constexpr int deepest = 8;

const ParmVarDecl* rootOfVariable(const VarDecl& pointer, const Mentions& mentions, int depth);

const ParmVarDecl* rootOfValue(const Expr& given, const Mentions& mentions, int depth) {
  const Expr& pointer = *given.IgnoreParens();
  if (const auto* cast = dyn_cast<CastExpr>(&pointer)) {
    switch (cast->getCastKind()) {
      case CK_LValueToRValue:
      case CK_NoOp:
      case CK_BitCast:
        return rootOfValue(*cast->getSubExpr(), mentions, depth);
      default:
        return nullptr;
    }
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(&pointer)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    return variable ? rootOfVariable(*variable, mentions, depth) : nullptr;
  }
  if (const auto* sum = dyn_cast<BinaryOperator>(&pointer); sum && sum->isAdditiveOp()) {
    const bool isFirst = sum->getLHS()->getType()->isPointerType();
    const Expr &base = isFirst ? *sum->getLHS() : *sum->getRHS(), &offset = isFirst ? *sum->getRHS() : *sum->getLHS();
    return offset.getType()->isIntegralOrEnumerationType() ? rootOfValue(base, mentions, depth) : nullptr;
  }
  const auto* address = dyn_cast<UnaryOperator>(&pointer);
  if (!address || address->getOpcode() != UO_AddrOf) return nullptr;
  const Expr& place = *address->getSubExpr()->IgnoreParens();
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(&place))
    return rootOfValue(*element->getBase(), mentions, depth);
  const auto* behind = dyn_cast<UnaryOperator>(&place);
  return behind && behind->getOpcode() == UO_Deref ? rootOfValue(*behind->getSubExpr(), mentions, depth) : nullptr;
}

/// Is what stands at `parents[at]` a place that nobody takes: its value is read or dropped?
bool isValueOnly(const std::vector<const Stmt*>& parents, size_t at) {
  for (; at > 0; --at) {
    const Stmt* around = parents[at - 1];
    if (!isa<Expr>(around)) return true;
    if (const auto* cast = dyn_cast<CastExpr>(around)) return cast->getCastKind() == CK_LValueToRValue;
    const auto* both = dyn_cast<BinaryOperator>(around);
    if (!isa<ParenExpr>(around) && !(both && both->isCommaOp())) return false;
  }
  return true;
}

/// Is the variable moved there, `p += n`, `++p`?
bool isMoved(const Mention& mention) {
  if (mention.parents.empty()) return false;
  const Stmt* around = mention.parents.back();
  const auto* one = dyn_cast<UnaryOperator>(around);
  const auto* more = dyn_cast<CompoundAssignOperator>(around);
  const bool moves = (one && one->isIncrementDecrementOp()) || (more && more->getLHS() == mention.node);
  return moves && (cast<Expr>(around)->isPRValue() || isValueOnly(mention.parents, mention.parents.size() - 1));
}

const ParmVarDecl* rootOfVariable(const VarDecl& pointer, const Mentions& mentions, int depth) {
  if (depth > deepest || !pointer.getType()->isPointerType() || pointer.getType().isVolatileQualified() ||
      !pointer.hasLocalStorage())
    return nullptr;
  const auto found = mentions.variables.find(pointer.getCanonicalDecl());
  const bool isKept =
      found == mentions.variables.end() ||
      std::all_of(found->second.begin(), found->second.end(), [](const Mention& m) { return isRead(m) || isMoved(m); });
  if (!isKept) return nullptr;
  if (const auto* argument = dyn_cast<ParmVarDecl>(&pointer)) return argument;
  return pointer.getInit() ? rootOfValue(*pointer.getInit(), mentions, depth + 1) : nullptr;
}

}  // namespace

const ParmVarDecl* rootOf(const Expr& pointer, const Mentions& mentions) {
  return rootOfValue(pointer, mentions, 0);
}

const ParmVarDecl* rootOf(const VarDecl& pointer, const Mentions& mentions) {
  return rootOfVariable(pointer, mentions, 0);
}

}  // namespace warpwright::rewrite
