#include "analysis/model/handed_functions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "analysis/frontend/kept_fact.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/shared_names.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {
namespace {

using namespace clang;

const ParmVarDecl* functionParameter(const Stmt& part) {
  const auto* name = dyn_cast<DeclRefExpr>(&part);
  const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
  const QualType type = parameter ? parameter->getType().getNonReferenceType() : QualType();
  const bool isIt = parameter && (type->isFunctionType() || type->isFunctionPointerType());
  return isIt ? parameter : nullptr;
}

/// Is it `std::forward<F>(f)` or `std::move(f)`, which is what it is given?
bool isForwarded(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  const unsigned number = callee && call.getNumArgs() == 1 ? callee->getBuiltinID() : 0;
  return number == Builtin::BIforward || number == Builtin::BImove;
}

/// `k`, `&k` and `*k`, as a call or an argument spells it; none: it is cast, or computed.
const DeclRefExpr* nameIn(const Expr* expression) {
  const Expr* inner = expression->IgnoreParenImpCasts();
  if (const auto* call = dyn_cast<CallExpr>(inner); call && isForwarded(*call)) return nameIn(call->getArg(0));
  const auto* unary = dyn_cast<UnaryOperator>(inner);
  const bool isSame = unary && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Deref);
  return dyn_cast<DeclRefExpr>(isSame ? unary->getSubExpr()->IgnoreParenImpCasts() : inner);
}

/// A local variable that holds a function.
const VarDecl* variableIn(const Expr& expression) {
  const DeclRefExpr* name = nameIn(&expression);
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  const bool isIt = variable && !isa<ParmVarDecl>(variable) && variable->hasLocalStorage() &&
                    variable->getType()->isFunctionPointerType();
  return isIt ? variable : nullptr;
}

const FunctionDecl* functionIn(const Expr& expression) {
  const DeclRefExpr* name = nameIn(&expression);
  return name ? dyn_cast<FunctionDecl>(name->getDecl()) : nullptr;
}

class Finder {
 public:
  explicit Finder(const frontend::ParsedUnit& unit) : text_(unit) {}

  /// A part of no other: what it names is not handed to a call.
  void lookAtAll(const Stmt* piece) {
    noteUnder(piece, nullptr);
    look(piece);
  }

  HandedFunctions found() const {
    HandedFunctions all;
    for (const Place& place : places_) {
      const DeclRefExpr* name = nameIn(place.second);
      if (!isOnlyCalled(*name)) continue;
      all.names.insert(name);
      std::set<Place> seen;
      const auto* function = dyn_cast<FunctionDecl>(name->getDecl());
      reach(place, seen,
            function ? all.calls[function->getCanonicalDecl()] : all.ofVariables[cast<VarDecl>(name->getDecl())]);
    }
    return all;
  }

 private:
  using Place = std::pair<const Stmt*, const Expr*>;  ///< a call and one of its arguments
  struct Parameter {
    std::vector<const Expr*> mentions;
    std::vector<const CallExpr*> calls;  ///< by the parameter
    std::vector<Place> handedOn;         ///< to other functions
  };

  void look(const Stmt* part) {
    if (!part || !seen_.insert(part).second) return;
    if (const ParmVarDecl* parameter = functionParameter(*part))
      parameters_[parameter].mentions.push_back(cast<Expr>(part));
    if (const auto* call = dyn_cast<CallExpr>(part)) lookAtCall(*call);
    if (const auto* lambda = dyn_cast<LambdaExpr>(part)) lookAtCaptures(*lambda);
    if (const auto* compare = dyn_cast<BinaryOperator>(part); compare && compare->isEqualityOp()) {
      for (const Expr* side : {compare->getLHS(), compare->getRHS()}) understood_.emplace(compare, side);
    }
    for (const Stmt* child : part->children()) {
      noteUnder(child, part);
      look(child);
    }
  }

  void lookAtCall(const CallExpr& call) {
    const ParmVarDecl* parameter = parameterIn(*call.getCallee());
    if (parameter) {
      parameters_[parameter].calls.push_back(&call);
      understood_.emplace(&call, call.getCallee());
    } else if (onlyLooksAtKernels(call, text_)) {
      for (const Expr* argument : call.arguments()) {
        understood_.emplace(&call, argument);
        for (const auto* cast = dyn_cast<ExplicitCastExpr>(argument->IgnoreParenImpCasts()); cast;
             cast = dyn_cast<ExplicitCastExpr>(cast->getSubExpr()->IgnoreParenImpCasts()))
          understood_.emplace(cast, cast->getSubExpr());
      }
    } else if (call.getDirectCallee() && !isForwarded(call)) {
      noteHanded(call);
    }
  }

  /// `[&] { kernel<<<…>>>(…); }` names the parameter itself in its body.
  void lookAtCaptures(const LambdaExpr& lambda) {
    const auto* value = lambda.capture_init_begin();
    for (const LambdaCapture& capture : lambda.captures()) {
      if (capture.capturesVariable() && !lambda.isInitCapture(&capture)) understood_.emplace(&lambda, *value);
      ++value;
    }
  }

  static bool namesOne(const Expr& expression) {
    return functionIn(expression) || parameterIn(expression) || variableIn(expression);
  }
  static const ParmVarDecl* parameterIn(const Expr& expression) {
    const DeclRefExpr* name = nameIn(&expression);
    return name ? functionParameter(*name) : nullptr;
  }

  void noteUnder(const Stmt* part, const Stmt* above) {
    const auto* expression = dyn_cast_or_null<Expr>(part);
    if (expression && namesOne(*expression)) above_[expression].push_back(above);
  }

  void noteHanded(const CallExpr& call) {
    const FunctionDecl* callee = bodyThatRuns(*call.getDirectCallee());
    const auto* method = dyn_cast<CXXMethodDecl>(call.getDirectCallee());
    if (!callee || (method && method->isVirtual())) return;
    const llvm::ArrayRef<const Expr*> arguments = argumentsOf(call);
    for (unsigned i = 0; i < arguments.size() && i < callee->getNumParams(); ++i) {
      if (const ParmVarDecl* parameter = parameterIn(*arguments[i])) {
        parameters_[parameter].handedOn.emplace_back(&call, arguments[i]);
        understood_.emplace(&call, arguments[i]);
      }
      const FunctionDecl* function = functionIn(*arguments[i]);
      if ((function && !function->isCXXInstanceMember()) || variableIn(*arguments[i]))
        places_.emplace_back(&call, arguments[i]);
      if (namesOne(*arguments[i])) handed_[{&call, arguments[i]}] = callee->getParamDecl(i);
    }
  }

  /// Adds the calls of what is handed on at a place.
  void reach(const Place& place, std::set<Place>& seen, std::vector<HandedFunctions::Call>& calls) const {
    if (!seen.insert(place).second) return;
    const ParmVarDecl* parameter = handed_.at(place);
    const auto* caller = cast<CallExpr>(place.first);
    const Parameter& known = parameters_.at(parameter);
    for (const CallExpr* call : known.calls) {
      auto same = std::ranges::find(calls, call, &HandedFunctions::Call::call);
      if (same == calls.end()) same = calls.insert(same, {call, cast<FunctionDecl>(parameter->getDeclContext()), {}});
      if (std::ranges::find(same->callers, caller) == same->callers.end()) same->callers.push_back(caller);
    }
    for (const Place& next : known.handedOn) reach(next, seen, calls);
  }

  /// A kernel is launched; called without `<<<`, it is launched in a way that is not read.
  bool isOnlyCalled(bool isKernel, const ParmVarDecl* parameter, std::unordered_set<const ParmVarDecl*>& seen) const {
    if (!seen.insert(parameter).second) return true;
    const auto known = parameters_.find(parameter);
    if (known == parameters_.end()) return false;  // its function is not looked at
    const auto isUnderstood = [&](const Place& place) { return understood_.contains(place); };
    const auto isRead = [&](const Expr* mention) { return isAlways(*mention, isUnderstood); };
    const auto isRight = [&](const CallExpr* one) { return isa<CUDAKernelCallExpr>(one) == isKernel; };
    const auto isOnly = [&](const Place& next) { return isOnlyCalled(isKernel, handed_.at(next), seen); };
    return std::ranges::all_of(known->second.mentions, isRead) && std::ranges::all_of(known->second.calls, isRight) &&
           std::ranges::all_of(known->second.handedOn, isOnly);
  }

  bool isOnlyCalled(const DeclRefExpr& name) const {
    const auto* function = dyn_cast<FunctionDecl>(name.getDecl());
    const bool isKernel = !function || function->hasAttr<CUDAGlobalAttr>();
    return isAlways(name, [&](const Place& place) {
      const auto known = handed_.find(place);
      std::unordered_set<const ParmVarDecl*> seen;
      return known != handed_.end() && isOnlyCalled(isKernel, known->second, seen);
    });
  }

  /// Is it so of each call that a name stands in? Instances of a template share what does not depend on its arguments:
  /// such a name is in several.
  template <typename IsSo>
  bool isAlways(const Expr& part, const IsSo& isSo) const {
    const auto all = above_.find(&part);
    return all != above_.end() && std::ranges::all_of(all->second, [&](const Stmt* above) {
             if (isSo(Place(above, &part))) return true;
             const auto* around = dyn_cast_or_null<Expr>(above);
             return around && namesOne(*around) && isAlways(*around, isSo);
           });
  }

  SourceText text_;
  std::unordered_set<const Stmt*> seen_;
  std::map<const ParmVarDecl*, Parameter> parameters_;
  std::set<Place> understood_;  ///< where parameters are called, handed on, compared or looked at
  std::vector<Place> places_;   ///< where functions are handed, in the order of the text
  std::map<Place, const ParmVarDecl*> handed_;
  std::unordered_map<const Expr*, std::vector<const Stmt*>> above_;  ///< of what names functions: what it is part of
};

}  // namespace

const HandedFunctions& handedFunctions(const frontend::ParsedUnit& unit) {
  return frontend::keptFact<HandedFunctions>(unit, [&] {
    Finder finder(unit);
    for (const Stmt* piece : codePieces(unit).pieces) finder.lookAtAll(piece);
    return finder.found();
  });
}

}  // namespace warpwright::model
