#include "analysis/model/place_path.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/model/exchanged_numbers.h"
#include "analysis/model/pointer_expressions.h"

namespace warpwright::model {

using namespace clang;

namespace {

/// What a place is named by, without parentheses and casts; null: as something else than it is.
const Expr* namedIn(const Expr& place) {
  const Expr* inner = place.IgnoreParens();
  while (const auto* cast = dyn_cast<CastExpr>(inner)) {
    if (seesOtherwise(*cast)) return nullptr;
    inner = cast->getSubExpr()->IgnoreParens();
  }
  return inner;
}

}  // namespace

void PlacePath::add(const Expr& place) {
  const Expr* inner = namedIn(place);
  if (!inner) return;
  if (const auto* full = dyn_cast<FullExpr>(inner)) return add(*full->getSubExpr());
  if (isa<CXXThisExpr>(inner)) {
    isOwn_ = true;
  } else if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    if (const auto* binding = dyn_cast<BindingDecl>(name->getDecl()); binding && binding->getBinding())
      return add(*binding->getBinding());
    if (!variable) return;
    const bool isAlias = variable->getType()->isReferenceType() && !isa<ParmVarDecl>(variable);
    const Expr* bound = isAlias ? variable->getAnyInitializer() : nullptr;
    if (bound && !isa<MaterializeTemporaryExpr>(bound->IgnoreParens())) return add(*bound);
    if (isAlias && !bound) return;
    root_ = variable->getCanonicalDecl();
    isKept_ = name->refersToEnclosingVariableOrCapture();
  } else if (const auto* member = dyn_cast<MemberExpr>(inner)) {
    const Expr& base = *member->getBase();
    add(base);
    const auto* around = dyn_cast<MemberExpr>(base.IgnoreParenImpCasts());
    const auto* reference = around ? dyn_cast<FieldDecl>(around->getMemberDecl()) : nullptr;
    const bool isLed = (member->isArrow() && !isa<CXXThisExpr>(base.IgnoreParenCasts())) ||
                       (reference && reference->getType()->isReferenceType());
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    steps_.push_back({field ? memberOf(*field) : nullptr, nullptr, isLed ? &base : nullptr, field == nullptr});
  } else if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) {
    addElement(*element->getBase(), element->getIdx());
  } else if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Deref) {
    const auto* sum = dyn_cast<BinaryOperator>(unary->getSubExpr()->IgnoreParenCasts());
    if (!sum || sum->getOpcode() != BO_Add) return addElement(*unary->getSubExpr(), nullptr);
    const bool isLeft = sum->getLHS()->getType()->isPointerType();
    addElement(isLeft ? *sum->getLHS() : *sum->getRHS(), isLeft ? sum->getRHS() : sum->getLHS());
  } else if (const auto* call = dyn_cast<CallExpr>(inner)) {
    addObject(*call);
  }
}

void PlacePath::addElement(const Expr& base, const Expr* index) {
  const Expr* inner = base.IgnoreParenCasts();
  add(base);
  const bool isLed = !inner->getType()->isArrayType();
  steps_.push_back({nullptr, index, isLed ? inner : nullptr, index && index->isValueDependent()});
}

/// An element of a library's object: `all[1]`, `all.at(i)`.
void PlacePath::addObject(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  const auto* symbol = dyn_cast<CXXOperatorCallExpr>(&call);
  const auto* member = dyn_cast<CXXMemberCallExpr>(&call);
  if (!callee || cells_->isOfProject(*callee) || (!symbol && !member)) return;
  const Expr& object = symbol ? *symbol->getArg(0) : *member->getImplicitObjectArgument();
  add(object);
  const bool isAt = member && callee->getDeclName().isIdentifier() && callee->getName() == "at";
  const bool isNumbered = symbol && symbol->getOperator() == OO_Subscript && symbol->getNumArgs() == 2;
  const Expr* index = isNumbered ? symbol->getArg(1) : isAt && call.getNumArgs() == 1 ? call.getArg(0) : nullptr;
  // Iterators lead to elements of others.
  const Expr* led = cells_->isContainer(object.getType()) ? nullptr : &object;
  steps_.push_back({nullptr, index, led, !index || !index->getType()->isIntegerType(), true});
}

void PlacePath::enter(const FieldDecl& member, const Expr& object) {
  const bool isLed = object.getType()->isPointerType() && !isa<CXXThisExpr>(object.IgnoreParenCasts());
  steps_.push_back({&member, nullptr, isLed ? &object : nullptr, false});
}

void PlacePath::enter(const std::vector<const FieldDecl*>& members) {
  for (const FieldDecl* member : members) steps_.push_back({member, nullptr, nullptr, false});
}

bool PlacePath::isSteady() const {
  return std::ranges::all_of(steps_, [&](const Step& step) {
    const bool isConstant = !step.index || (!step.isOpen && step.index->isEvaluatable(cells_->context));
    return isConstant && !step.pointer && !step.isOfLibrary;
  });
}

/// Is a step one to a member that is a reference?
bool PlacePath::isReference(size_t at) const {
  return steps_[at].member && steps_[at].member->getType()->isReferenceType();
}

/// Does a step from there on lead to another object?
bool PlacePath::leads(size_t from) const {
  for (size_t i = from; i < steps_.size(); ++i) {
    if (steps_[i].pointer || isReference(i)) return true;
  }
  return false;
}

bool PlacePath::isCopied(size_t from) const {
  return std::any_of(steps_.begin() + from, steps_.end(),
                     [&](const Step& step) { return step.member && cells_->isCopied(*step.member->getParent()); });
}

bool PlacePath::isApart(const PlacePath& other, const AreApart& areApart) const {
  if (isKept_ != other.isKept_) return false;  // one is a copy of an earlier time, perhaps
  const bool isKnown = (root_ || isOwn_) && (other.root_ || other.isOwn_);
  const bool areObjects = root_ && other.root_ && root_ != other.root_ && !root_->getType()->isReferenceType() &&
                          !other.root_->getType()->isReferenceType();
  if (areObjects && !leads(0) && !other.leads(0)) return !isCopied(0) && !other.isCopied(0);
  const size_t common = std::min(steps_.size(), other.steps_.size());
  if (!isKnown || root_ != other.root_ || isOwn_ != other.isOwn_) {
    // `a->x` and `b->x`: so they are where the pointers lead to different objects.
    const bool isLed = steps_.size() == other.steps_.size() && !steps_.empty() && steps_.back().pointer &&
                       other.steps_.back().pointer && steps_.back().member && other.steps_.back().member;
    const size_t last = steps_.empty() ? 0 : steps_.size() - 1;
    return isLed && !isReference(last) && !other.isReference(last) && !isCopied(last) && !other.isCopied(last) &&
           areApart(*steps_.back().pointer, *other.steps_.back().pointer);
  }
  for (size_t i = 0; i < common; ++i) {
    const Step &one = steps_[i], &two = other.steps_[i];
    if (one.isOpen || two.isOpen || !one.member != !two.member) return false;
    const bool areExchanges = one.index && two.index && areExchanged(*one.index, *two.index);
    const bool differ = one.member ? one.member != two.member : areExchanges || !mayMeet(one.index, two.index);
    if (!differ) continue;
    return !leads(i + 1) && !other.leads(i + 1) && !isReference(i) && !other.isReference(i) &&
           (i + 1 == steps_.size() || (!isCopied(i + 1) && !other.isCopied(i + 1)));
  }
  return false;
}

}  // namespace warpwright::model
