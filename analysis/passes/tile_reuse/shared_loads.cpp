#include "analysis/passes/tile_reuse/shared_loads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/certain_parts.h"
#include "analysis/rewrite/tree/memory_root.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// A number, a pointer-free structure that is copied byte by byte: what shared memory may hold without being made.
bool isPlainType(QualType type, const ASTContext& context) {
  if (type.isNull() || type->isIncompleteType() || type.isVolatileQualified() || type->isReferenceType()) return false;
  if (type->isArithmeticType() || type->isEnumeralType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isUnion() && record->hasTrivialDefaultConstructor() &&
         type.isTriviallyCopyableType(context);
}

class LoadFinder {
 public:
  LoadFinder(const TilePlan& plan, const FunctionDecl& kernel)
      : values_(plan.values), plan_(plan), context_(kernel.getASTContext()), mentions_(*plan.values.mentions()) {}

  Result<std::vector<SharedLoad>> find() {
    eachCertainPart(*plan_.loop->getBody(), [&](const Expr& part) {
      const Expr* place = loaded(part);
      return !place || !isShared(*place);
    });
    if (found_.empty()) return inputError(why_.empty() ? Message("has a loop that loads nothing threads share") : why_);
    return std::move(found_);
  }

 private:
  /// The place that an expression loads, as a number or as a structure that is copied; null: it is another.
  static const Expr* loaded(const Expr& part) {
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(&part))
      return cast->getCastKind() == CK_LValueToRValue ? cast->getSubExpr()->IgnoreParens() : nullptr;
    const auto* made = dyn_cast<CXXConstructExpr>(&part);
    if (!made || made->getNumArgs() != 1 || !made->getConstructor()->isCopyOrMoveConstructor() ||
        !made->getConstructor()->isTrivial())
      return nullptr;
    const Expr* from = made->getArg(0)->IgnoreParens();
    if (const auto* cast = dyn_cast<ImplicitCastExpr>(from); cast && cast->getCastKind() == CK_NoOp)
      from = cast->getSubExpr()->IgnoreParens();
    return from->isLValue() ? from : nullptr;
  }

  /// The argument into whose memory a place leads; null: another memory. `on`: what the place hangs on.
  const ParmVarDecl* arrayOf(const Expr& place, Dependence& on) const {
    PointerTrail trail;
    trail.throughMembers = true;
    trail.initial = [&](const VarDecl& pointer) { return values_.initial(pointer); };
    trail.isFollowed = [&](const VarDecl& pointer) { return isOnlyRead(mentions_, &pointer); };
    trail.onIndex = [&](const Expr& index) { on |= values_.of(index, plan_.counter); };
    return rootOfPlace(place, trail);
  }

  /// Are its names those of variables that are there in front of the loop?
  bool isKnownBefore(const Expr& place) const {
    return !frontend::anyPart(&place, [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
      if (!variable || variable->getCanonicalDecl() == plan_.counter->getCanonicalDecl()) return false;
      const auto declared = mentions_.declared.find(variable->getCanonicalDecl());
      if (declared == mentions_.declared.end()) return false;
      const std::vector<const Stmt*>& around = declared->second.parents;
      return std::find(around.begin(), around.end(), plan_.loop) != around.end();
    });
  }

  /// Is it decided by some of the coordinates whether any thread loads it: each condition looks at those of the load,
  /// or at others, and not at both? All of them are asked, where the source would stop at the first that fails.
  bool isSeparate(Dependence on) const {
    return std::all_of(plan_.conditions.begin(), plan_.conditions.end(), [&](const TileCondition& condition) {
      return (condition.on & ~values_.everything()) == 0 && dividesSafely(*condition.value, context_) &&
             ((condition.on & on) == 0 || (condition.on & ~on) == 0);
    });
  }

  bool isShared(const Expr& place) {
    Dependence on = 0;
    const ParmVarDecl* array = arrayOf(place, on);
    if (!array || (on & notKnown) != 0 || (on & ofRound) == 0) return false;
    on &= values_.everything();
    if (on == values_.everything()) return false;
    if (on != 0 && (on & (on - 1)) != 0) return false;  // several coordinates
    if (!isPlainType(place.getType(), context_)) return false;
    if (!isKnownBefore(place)) return note({"loads %1 at a place that only a round of the loop tells", nameOf(*array)});
    if (!isSeparate(on))
      return note({"loads %1 under conditions that do not tell which elements are loaded at all", nameOf(*array)});
    add(place, *array, on);
    return true;
  }

  static Message nameOf(const ParmVarDecl& array) { return code(array.getNameAsString()); }

  bool note(Message why) {
    if (why_.empty()) why_ = std::move(why);
    return false;
  }

  void add(const Expr& place, const ParmVarDecl& array, Dependence on) {
    const QualType type = place.getType().getUnqualifiedType();
    llvm::FoldingSetNodeID own;
    place.Profile(own, context_, true);
    for (SharedLoad& known : found_) {
      llvm::FoldingSetNodeID other;
      known.mentions.front()->Profile(other, context_, true);
      if (own == other) return known.mentions.push_back(&place);
    }
    SharedLoad load{{&place}, &array, type, on};
    load.isNumber = type->isArithmeticType();
    load.isOwnElement = context_.hasSameUnqualifiedType(type, array.getType()->getPointeeType());
    found_.push_back(std::move(load));
  }

  const ThreadValues& values_;
  const TilePlan& plan_;
  const ASTContext& context_;
  const Mentions& mentions_;
  std::vector<SharedLoad> found_;
  Message why_;
};

}  // namespace

Result<std::vector<SharedLoad>> findSharedLoads(const TilePlan& plan, const FunctionDecl& kernel) {
  return LoadFinder(plan, kernel).find();
}

}  // namespace warpwright::rewrite
