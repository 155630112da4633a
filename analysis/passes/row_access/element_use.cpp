#include "analysis/passes/row_access/element_use.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Goes up from an element: what stands around it, without parentheses.
class Way {
 public:
  explicit Way(const Placed<Expr>& element) : parents_(element.parents), at_(parents_.size()), part_(element.node) {
    skipParentheses();
  }

  const Stmt* around() const { return at_ > 0 ? parents_[at_ - 1] : nullptr; }
  const Expr* part() const { return part_; }
  void up() {
    part_ = dyn_cast_or_null<Expr>(around());
    --at_;
    skipParentheses();
  }
  bool isStatement() const {
    size_t at = at_;
    while (at > 0 && isa<ExprWithCleanups, ParenExpr>(parents_[at - 1])) --at;
    return at > 0 && !isa<Expr>(parents_[at - 1]);
  }

 private:
  void skipParentheses() {
    while (at_ > 0 && isa<ParenExpr>(parents_[at_ - 1])) part_ = cast<Expr>(parents_[--at_]);
  }

  const std::vector<const Stmt*>& parents_;
  size_t at_;
  const Expr* part_;
};

/// A method that cannot change the object, where no other of its name would be chosen for one that is not constant.
bool onlyReads(const CXXMethodDecl& method) {
  if (!method.isConst() || method.isStatic() || method.isVolatile()) return false;
  const auto named = method.getParent()->lookup(method.getDeclName());
  return std::all_of(named.begin(), named.end(), [](const NamedDecl* one) {
    const auto* other = dyn_cast<CXXMethodDecl>(one->getUnderlyingDecl());
    return other && other->isConst();
  });
}

/// Does the value go on from the place, as a number, a copy, or through a method that only reads?
bool isTaken(Way way) {
  const Stmt* around = way.around();
  if (const auto* cast = dyn_cast_or_null<CastExpr>(around)) {
    if (cast->getCastKind() == CK_LValueToRValue) return true;
    if (cast->getCastKind() != CK_NoOp || !cast->isLValue()) return false;
    way.up();
    return isTaken(way);
  }
  if (const auto* member = dyn_cast_or_null<MemberExpr>(around); member && !member->isArrow()) {
    if (const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl())) return onlyReads(*method);
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field || field->getType()->isReferenceType() || field->getType().isVolatileQualified()) return false;
    way.up();
    return isTaken(way);
  }
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(around);
  return made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor() &&
         made->getConstructor()->isTrivial();
}

}  // namespace

const Expr* assignedPlace(const Expr& expression) {
  if (const auto* store = dyn_cast<BinaryOperator>(&expression))
    return store->isAssignmentOp() ? store->getLHS()->IgnoreParens() : nullptr;
  const auto* call = dyn_cast<CXXOperatorCallExpr>(&expression);
  return call && call->isAssignmentOp() ? call->getArg(0)->IgnoreParens() : nullptr;
}

ElementUse useOfElement(const Placed<Expr>& element) {
  const Way way(element);
  if (isTaken(way)) return ElementUse::load;
  const auto* store = dyn_cast_or_null<Expr>(way.around());
  if (!store || assignedPlace(*store) != way.part()->IgnoreParens()) return ElementUse::other;
  Way behind = way;
  behind.up();
  if (!behind.isStatement()) return ElementUse::other;
  if (const auto* plain = dyn_cast<BinaryOperator>(store))
    return plain->isCompoundAssignmentOp() ? ElementUse::update : ElementUse::store;
  // What a class's own operator leaves of the object is not looked at.
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(cast<CXXOperatorCallExpr>(store)->getDirectCallee());
  if (!method) return ElementUse::other;
  return method->isTrivial() ? ElementUse::store : ElementUse::update;
}

}  // namespace warpwright::rewrite
