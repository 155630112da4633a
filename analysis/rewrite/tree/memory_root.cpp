#include "analysis/rewrite/tree/memory_root.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Variables that begin with one another are followed so far.
constexpr int deepest = 8;

class RootFinder {
 public:
  explicit RootFinder(const PointerTrail& trail) : trail_(trail) {}

  const ParmVarDecl* behind(const Expr& given, int depth) const {
    const Expr& pointer = *given.IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(&pointer)) return behindCast(*cast, depth);
    if (const auto* name = dyn_cast<DeclRefExpr>(&pointer)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return variable ? behind(*variable, depth) : nullptr;
    }
    if (const auto* sum = dyn_cast<BinaryOperator>(&pointer); sum && sum->isAdditiveOp()) {
      const bool isFirst = sum->getLHS()->getType()->isPointerType();
      const Expr &base = isFirst ? *sum->getLHS() : *sum->getRHS(), &offset = isFirst ? *sum->getRHS() : *sum->getLHS();
      return offset.getType()->isIntegralOrEnumerationType() ? moved(base, offset, depth) : nullptr;
    }
    const auto* address = dyn_cast<UnaryOperator>(&pointer);
    return address && address->getOpcode() == UO_AddrOf ? place(*address->getSubExpr(), depth) : nullptr;
  }

  const ParmVarDecl* behind(const VarDecl& pointer, int depth) const {
    if (depth > deepest || !pointer.getType()->isPointerType() || !trail_.isFollowed(pointer)) return nullptr;
    if (const auto* argument = dyn_cast<ParmVarDecl>(&pointer)) return argument;
    const Expr* first = trail_.initial(pointer);
    return first ? behind(*first, depth + 1) : nullptr;
  }

  const ParmVarDecl* place(const Expr& given, int depth) const {
    const Expr& place = *given.IgnoreParens();
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(&place))
      return moved(*element->getBase(), *element->getIdx(), depth);
    if (const auto* target = dyn_cast<UnaryOperator>(&place); target && target->getOpcode() == UO_Deref)
      return behind(*target->getSubExpr(), depth);
    const auto* member = trail_.throughMembers ? dyn_cast<MemberExpr>(&place) : nullptr;
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!field || field->isBitField()) return nullptr;
    return member->isArrow() ? behind(*member->getBase(), depth) : this->place(*member->getBase(), depth);
  }

 private:
  const ParmVarDecl* behindCast(const CastExpr& cast, int depth) const {
    if (!trail_.throughCasts && !isa<ImplicitCastExpr>(cast)) return nullptr;
    switch (cast.getCastKind()) {
      case CK_LValueToRValue:
      case CK_NoOp:
        return behind(*cast.getSubExpr(), depth);
      case CK_BitCast:
        return trail_.throughCasts ? behind(*cast.getSubExpr(), depth) : nullptr;
      case CK_ArrayToPointerDecay:
        return trail_.throughMembers ? place(*cast.getSubExpr(), depth) : nullptr;
      default:
        return nullptr;
    }
  }

  const ParmVarDecl* moved(const Expr& base, const Expr& index, int depth) const {
    if (trail_.onIndex) trail_.onIndex(index);
    return behind(base, depth);
  }

  const PointerTrail& trail_;
};

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

/// Is the variable the kernel's own, and only read and moved?
bool staysInMemory(const VarDecl& pointer, const Mentions& mentions) {
  if (pointer.getType().isVolatileQualified() || !pointer.hasLocalStorage()) return false;
  const auto found = mentions.variables.find(pointer.getCanonicalDecl());
  return found == mentions.variables.end() ||
         std::all_of(found->second.begin(), found->second.end(),
                     [](const Mention& mention) { return isRead(mention) || isMoved(mention); });
}

PointerTrail trailOfMoved(const Mentions& mentions) {
  PointerTrail trail;
  trail.throughCasts = true;
  trail.initial = [](const VarDecl& pointer) { return pointer.getInit(); };
  trail.isFollowed = [&mentions](const VarDecl& pointer) { return staysInMemory(pointer, mentions); };
  return trail;
}

}  // namespace

const ParmVarDecl* rootOf(const Expr& pointer, const PointerTrail& trail) {
  return RootFinder(trail).behind(pointer, 0);
}

const ParmVarDecl* rootOfPlace(const Expr& place, const PointerTrail& trail) {
  return RootFinder(trail).place(place, 0);
}

const ParmVarDecl* rootOf(const Expr& pointer, const Mentions& mentions) {
  return rootOf(pointer, trailOfMoved(mentions));
}

const ParmVarDecl* rootOf(const VarDecl& pointer, const Mentions& mentions) {
  const PointerTrail trail = trailOfMoved(mentions);
  return RootFinder(trail).behind(pointer, 0);
}

}  // namespace warpwright::rewrite
