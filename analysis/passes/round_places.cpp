#include "analysis/passes/round_places.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;
using rewrite::Mentions;

constexpr int mostDepth = 32;

/// What the part writes by itself. Null: nothing.
const Expr* written(const Stmt& part) {
  if (const auto* binary = dyn_cast<BinaryOperator>(&part))
    return binary->isAssignmentOp() ? binary->getLHS()->IgnoreParens() : nullptr;
  const auto* unary = dyn_cast<UnaryOperator>(&part);
  return unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()->IgnoreParens() : nullptr;
}

/// The object that a member, or an element of an array, is a part of.
const Expr* wholeOf(const Expr* place) {
  for (;;) {
    place = place->IgnoreParens();
    const auto* member = dyn_cast<MemberExpr>(place);
    const auto* element = dyn_cast<ArraySubscriptExpr>(place);
    const auto* decayed = element ? dyn_cast<ImplicitCastExpr>(element->getBase()) : nullptr;
    if (member && !member->isArrow())
      place = member->getBase();
    else if (decayed && decayed->getCastKind() == CK_ArrayToPointerDecay)
      place = decayed->getSubExpr();
    else if (const auto* same = dyn_cast<ImplicitCastExpr>(place); same && same->getCastKind() == CK_NoOp)
      place = same->getSubExpr();
    else
      return place;
  }
}

const VarDecl* variableOf(const Expr* whole) {
  const auto* name = dyn_cast<DeclRefExpr>(whole);
  return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

/// Is the place, or what the pointer leads to, a variable that the function names? What is done to shared memory and to
/// variables of the device shows where they are named.
class Named {
 public:
  explicit Named(const Mentions& mentions) : mentions_(mentions) {}

  bool isPlace(const Expr* place, int depth = 0) const {
    const Expr* whole = wholeOf(place);
    if (const VarDecl* variable = variableOf(whole)) {
      if (!variable->getType()->isReferenceType()) return true;
      return depth < mostDepth && variable->isLocalVarDecl() && variable->getInit() &&
             isPlace(variable->getInit(), depth + 1);
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(whole); unary && unary->getOpcode() == UO_Deref)
      return isAddress(unary->getSubExpr(), depth + 1);
    if (const auto* member = dyn_cast<MemberExpr>(whole); member && member->isArrow())
      return isAddress(member->getBase(), depth + 1);
    const auto* element = dyn_cast<ArraySubscriptExpr>(whole);
    return element && isAddress(element->getBase(), depth + 1);
  }

 private:
  bool isAddress(const Expr* pointer, int depth) const {
    if (depth > mostDepth) return false;
    pointer = pointer->IgnoreParens();
    if (const auto* cast = dyn_cast<CastExpr>(pointer)) {
      if (cast->getCastKind() == CK_ArrayToPointerDecay) return isPlace(cast->getSubExpr(), depth + 1);
      return isAddress(cast->getSubExpr(), depth + 1);
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(pointer))
      return unary->getOpcode() == UO_AddrOf && isPlace(unary->getSubExpr(), depth + 1);
    if (const auto* binary = dyn_cast<BinaryOperator>(pointer); binary && binary->isAdditiveOp()) {
      const bool isLeft = binary->getLHS()->getType()->isPointerType();
      return isAddress(isLeft ? binary->getLHS() : binary->getRHS(), depth + 1);
    }
    const VarDecl* variable = variableOf(pointer);
    return variable && variable->isLocalVarDecl() && variable->getInit() &&
           rewrite::isOnlyRead(mentions_, variable->getCanonicalDecl()) && isAddress(variable->getInit(), depth + 1);
  }

  const Mentions& mentions_;
};

bool isOfLibrary(const FunctionDecl& function) {
  const SourceManager& files = function.getASTContext().getSourceManager();
  return function.getBuiltinID() != 0 || files.isInSystemHeader(files.getExpansionLoc(function.getLocation()));
}

/// Does the function, or one that it calls, write anything but variables that it names, as far as its text shows?
bool writesElsewhere(const FunctionDecl* function, std::set<const FunctionDecl*>& seen) {
  if (!function) return true;
  if (isOfLibrary(*function)) return false;
  const FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition)) return !function->isTrivial();
  if (!seen.insert(definition).second) return false;
  const Mentions inside = rewrite::mentionsOf(definition->getBody());
  bool writes = inside.strange != nullptr;
  rewrite::eachPart(definition->getBody(), [&](const Stmt& part, const auto&) {
    const Expr* place = written(part);
    const VarDecl* variable = place ? variableOf(wholeOf(place)) : nullptr;
    writes = writes || (place && !Named(inside).isPlace(place)) || (variable && !variable->hasLocalStorage());
  });
  return writes || std::any_of(inside.calls.begin(), inside.calls.end(),
                               [&](const auto& call) { return writesElsewhere(call.node->getDirectCallee(), seen); });
}

/// How an address or a number comes from the counter of a loop.
struct Form {
  bool counts = false;  ///< it has the counter in it, times something
  bool isScaled = false;
  bool varies = false;  ///< and, not scaled, something that may change within a round
  bool isSteady() const { return !counts && !varies && !variesScaled; }
  bool variesScaled = false;  ///< and something that may change, times something
  /// Does each round have a value of its own?
  bool isApart() const { return counts && (isScaled || !varies); }
};

class Places {
 public:
  Places(const Stmt& loop, const BinaryOperator& step, const Mentions& mentions, const ASTContext& context)
      : loop_(loop), counter_(rewrite::namedVariable(step.getLHS())), mentions_(mentions), context_(context) {}

  bool meet() const {
    bool meet = false;
    rewrite::eachPart(&loop_, [&](const Stmt& part, const auto&) {
      const Expr* place = written(part);
      meet = meet || (place && !Named(mentions_).isPlace(place) && !isApart(place));
      std::set<const FunctionDecl*> seen;
      if (const auto* call = dyn_cast<CallExpr>(&part)) meet = meet || writesElsewhere(call->getDirectCallee(), seen);
      if (const auto* made = dyn_cast<CXXConstructExpr>(&part))
        meet = meet || writesElsewhere(made->getConstructor(), seen);
    });
    return meet;
  }

 private:
  bool isApart(const Expr* place) const {
    const Expr* whole = wholeOf(place);
    const VarDecl* variable = variableOf(whole);
    if (variable && variable->isLocalVarDecl() && variable->getInit()) return isApart(variable->getInit());
    return addressOf(whole, 0).isApart();
  }

  Form addressOf(const Expr* whole, int depth) const {
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(whole))
      return sum(formOf(element->getBase(), depth + 1), formOf(element->getIdx(), depth + 1));
    if (const auto* unary = dyn_cast<UnaryOperator>(whole); unary && unary->getOpcode() == UO_Deref)
      return formOf(unary->getSubExpr(), depth + 1);
    if (const auto* member = dyn_cast<MemberExpr>(whole); member && member->isArrow())
      return formOf(member->getBase(), depth + 1);
    return anything();
  }

  static Form anything() { return {.varies = true}; }

  /// The counter that comes in twice may go: `i - i`.
  static Form sum(const Form& a, const Form& b) {
    if (a.counts && b.counts) return anything();
    return {a.counts || b.counts, a.isScaled || b.isScaled, a.varies || b.varies, a.variesScaled || b.variesScaled};
  }

  static Form times(const Form& a, const Form& b) {
    if (!a.isSteady() && !b.isSteady()) return anything();
    const Form& one = a.isSteady() ? b : a;
    return {one.counts, one.counts, false, one.varies || one.variesScaled};
  }

  Form formOf(const Expr* expression, int depth) const {
    if (depth > mostDepth) return anything();
    expression = expression->IgnoreParens();
    if (Expr::EvalResult value; !expression->isValueDependent() && expression->EvaluateAsInt(value, context_))
      return {};
    if (const auto* cast = dyn_cast<CastExpr>(expression)) {
      const bool isWide = cast->getType()->isPointerType() || context_.getTypeSize(cast->getType()) >= 32;
      const bool isNumber = cast->getType()->isIntegerType() || cast->getType()->isPointerType();
      return isWide && isNumber ? formOf(cast->getSubExpr(), depth + 1) : anything();
    }
    if (isa<PseudoObjectExpr, MSPropertyRefExpr>(expression)) return {};  // an index
    if (const auto* binary = dyn_cast<BinaryOperator>(expression)) return formOf(*binary, depth);
    if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_AddrOf)
      return addressOf(wholeOf(unary->getSubExpr()), depth + 1);
    const Expr* whole = wholeOf(expression);
    const VarDecl* variable = variableOf(whole);
    if (!variable || variable->getType()->isReferenceType()) return anything();
    if (variable == counter_) return {.counts = true};
    return whole == expression || !isOfLoop(*variable) ? ofVariable(*variable, depth) : anything();
  }

  Form formOf(const BinaryOperator& binary, int depth) const {
    const Form left = formOf(binary.getLHS(), depth + 1), right = formOf(binary.getRHS(), depth + 1);
    if (left.isSteady() && right.isSteady() && !binary.isAssignmentOp()) return {};
    if (binary.getOpcode() == BO_Add || binary.getOpcode() == BO_Sub) return sum(left, right);
    if (binary.getOpcode() == BO_Mul && !isZero(*binary.getLHS()) && !isZero(*binary.getRHS()))
      return times(left, right);
    return anything();
  }

  bool isZero(const Expr& factor) const {
    Expr::EvalResult value;
    return !factor.isValueDependent() && factor.EvaluateAsInt(value, context_) && value.Val.getInt() == 0;
  }

  bool isOfLoop(const VarDecl& variable) const {
    const auto declared = mentions_.declared.find(&variable);
    if (declared == mentions_.declared.end()) return false;
    const auto& parents = declared->second.parents;
    return std::find(parents.begin(), parents.end(), &loop_) != parents.end();
  }

  /// What the loop does not declare stays as it is in it: see carriesState.
  Form ofVariable(const VarDecl& variable, int depth) const {
    if (!isOfLoop(variable)) return {};
    const bool isSetOnce = variable.getInit() && rewrite::isOnlyRead(mentions_, variable.getCanonicalDecl());
    return isSetOnce ? formOf(variable.getInit(), depth + 1) : anything();
  }

  const Stmt& loop_;
  const VarDecl* counter_;
  const Mentions& mentions_;
  const ASTContext& context_;
};

}  // namespace

bool writesPlacesTwice(const Stmt& loop, const BinaryOperator& step, const Mentions& mentions,
                       const ASTContext& context) {
  return Places(loop, step, mentions, context).meet();
}

bool addsByPointer(const Stmt& part, const Mentions& mentions) {
  const Expr* place = written(part);
  if (!place || Named(mentions).isPlace(place)) return false;
  const auto* assignment = dyn_cast<BinaryOperator>(&part);
  if (!assignment || assignment->getOpcode() != BO_Assign) return true;
  const Mentions target = rewrite::mentionsOf(place), value = rewrite::mentionsOf(assignment->getRHS());
  return std::any_of(target.variables.begin(), target.variables.end(), [&](const auto& one) {
    return one.first->getType()->isPointerType() && value.variables.contains(one.first);
  });
}

}  // namespace warpwright::passes
