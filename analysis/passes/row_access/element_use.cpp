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

/// Methods that call one another are followed so far.
constexpr int deepest = 8;

bool staysInside(const CXXMethodDecl& method, int depth);

/// Does it lead to a part of the object, a copy of it, or only to what the method returns?
bool isPartOfThis(const Placed<Expr>& self, int depth) {
  if (self.parents.empty()) return false;
  if (const auto* member = dyn_cast<MemberExpr>(self.parents.back())) {
    const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
    return method ? staysInside(*method, depth + 1) : isa<FieldDecl>(member->getMemberDecl());
  }
  const auto* object = dyn_cast<UnaryOperator>(self.parents.back());
  if (!object || object->getOpcode() != UO_Deref) return false;
  const std::vector<const Stmt*> around(self.parents.begin(), self.parents.end() - 1);
  return (!around.empty() && isa<ReturnStmt>(around.back())) || useOfElement({object, around}) != ElementUse::other;
}

/// Does the method touch nothing beside its object by way of it, as `this[1]` does?
bool staysInside(const CXXMethodDecl& method, int depth) {
  if (method.isTrivial()) return true;
  if (depth > deepest || method.isVirtual() || !method.getBody()) return false;
  bool stays = true;
  eachPart(method.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
    if (const auto* self = dyn_cast<CXXThisExpr>(&part)) stays = stays && isPartOfThis({self, parents}, depth);
  });
  return stays;
}

/// A method that makes a value of the object alone and cannot change it, where no other of its name would be chosen for
/// one that is not constant.
bool onlyReads(const CXXMethodDecl& method) {
  if (!method.isConst() || method.isStatic() || method.isVolatile() || !staysInside(method, 0)) return false;
  const QualType made = method.getReturnType();
  if (made->isReferenceType() || made->isPointerType()) return false;
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
  if (!method || !staysInside(*method, 0)) return ElementUse::other;
  return method->isTrivial() ? ElementUse::store : ElementUse::update;
}

}  // namespace warpwright::rewrite
