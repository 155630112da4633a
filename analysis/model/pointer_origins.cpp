#include "analysis/model/pointer_origins.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/model/host_pointers.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/pointer_distance.h"
#include "analysis/model/pointer_expressions.h"

namespace warpwright::model {

using namespace clang;

struct PointerOrigins::State : HostPointers {
  using HostPointers::HostPointers;

  /// What an element of an array of addresses is set to, once, in its list or by an assignment; null: not known.
  const Expr* addressIn(const VarDecl& array, unsigned index) const {
    const Place whole{array.getCanonicalDecl(), ""},
        element{array.getCanonicalDecl(), "[" + std::to_string(index) + "]"};
    if (!values.contains(element)) return elementOf(onlyValue(whole), index);
    return values.contains(whole) || array.hasInit() ? nullptr : onlyValue(element);
  }

  /// The only value that a place ever gets; nothing if it changes, or is not known to be set at all.
  const Expr* onlyValue(const Place& place) const {
    const auto found = values.find(place);
    const auto* variable = dyn_cast<VarDecl>(place.variable);
    const bool isOutside = variable && place.path.empty() && !variable->isLocalVarDeclOrParm();
    if (found == values.end()) return isOutside ? variable->getAnyInitializer() : nullptr;
    const bool isSetBefore = isa<ParmVarDecl>(place.variable) || (isOutside && variable->getAnyInitializer());
    return found->second.size() == 1 && !isSetBefore ? found->second.front() : nullptr;
  }

  /// Does a place keep what it was first set to?
  bool isSteady(const Place& place) const {
    const auto* variable = dyn_cast<VarDecl>(place.variable);
    if (variable && place.path.empty() && !variable->getType()->isPointerType()) return true;  // lies where it lies
    const auto found = values.find(place);
    return found == values.end() || found->second.size() + (isa<ParmVarDecl>(place.variable) ? 1 : 0) <= 1;
  }

  /// What a function gives that returns in one way only: an argument, or what lies outside of it.
  Place returned(const CallExpr& call, const FunctionDecl& callee, int steps) const {
    const FunctionDecl* definition = nullptr;
    if (!callee.hasBody(definition) || steps > mostSteps) return {};
    std::vector<const ReturnStmt*> returns;
    addReturns(definition->getBody(), returns);
    const Expr* value = returns.size() == 1 ? returns.front()->getRetValue() : nullptr;
    const Place from = value ? origin(value, steps + 1) : Place{};
    if (!from.variable || !isSteady(from)) return {};
    if (isa<ParmVarDecl>(from.variable) && from.variable->getDeclContext() == definition) {
      const std::optional<Passed> passed = from.path.empty() ? argumentOf(from, call) : std::nullopt;
      return passed ? origin(passed->value, steps + 1) : Place{};
    }
    return from.variable->getParentFunctionOrMethod() == definition ? Place{} : from;
  }

  Place origin(const Expr* expression, int steps) const {
    const Expr* inner = stripped(expression);
    if (steps > mostSteps || inner->isValueDependent()) return {};
    if (const auto* unary = dyn_cast<UnaryOperator>(inner)) {
      const bool isArray = unary->getType()->isArrayType();  // it lies where its address points to
      if (unary->getOpcode() == UO_Deref && isArray) return origin(unary->getSubExpr(), steps + 1);
      if (unary->getOpcode() != UO_AddrOf) return {};
    }
    if (const Expr* taken = takenIn(*inner)) {
      const auto* followed = dyn_cast<UnaryOperator>(taken);
      if (followed && followed->getOpcode() == UO_Deref) return origin(followed->getSubExpr(), steps + 1);
      const auto* element = dyn_cast<ArraySubscriptExpr>(taken);
      if (element) return origin(element->getBase(), steps + 1);
      std::optional<Place> itself = placeOf(taken);
      if (itself && taken->getType()->isPointerType()) itself->path += "&";
      return itself.value_or(Place{});
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(inner)) {
      if (binary->getOpcode() == BO_Assign) return origin(binary->getLHS(), steps + 1);
      if (binary->getOpcode() == BO_Comma) return origin(binary->getRHS(), steps + 1);
      if (binary->getOpcode() != BO_Add && binary->getOpcode() != BO_Sub) return {};
      const bool isLeft = binary->getLHS()->getType()->isPointerType();
      return origin(isLeft ? binary->getLHS() : binary->getRHS(), steps + 1);
    }
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) {
      Place place = origin(element->getBase(), steps + 1);
      if (!place.variable) return place;
      Expr::EvalResult number;
      if (element->getIdx()->isValueDependent()) return {};
      if (!element->getIdx()->EvaluateAsInt(number, context)) return originOfAll(place, steps);
      const int64_t index = number.Val.getInt().getExtValue();
      const Expr* value = place.path.empty() ? elementOf(onlyValue(place), index) : nullptr;
      const Place from = value ? origin(value, steps + 1) : Place{};
      if (from.variable && isSteady(from)) return from;
      place.path += "[" + std::to_string(index) + "]";
      return place;
    }
    if (const auto* call = dyn_cast<CXXMemberCallExpr>(inner)) {
      const auto* method = call->getMethodDecl();
      const auto* callee = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
      if (!method || !callee || call->getNumArgs() != 0 || !method->getDeclName().isIdentifier()) return {};
      std::optional<Place> place = placeOf(callee->getBase()->IgnoreParenImpCasts());
      if (!place) return {};
      static const std::vector<llvm::StringRef> own = {"data", "get", "begin", "c_ptr"};
      if (std::find(own.begin(), own.end(), method->getName()) == own.end())
        place->path += "." + method->getNameAsString() + "()";
      return *place;
    }
    if (const auto* call = dyn_cast<CallExpr>(inner)) {
      const FunctionDecl* callee = call->getDirectCallee();
      const bool passes = callee && callee->getDeclName().isIdentifier() && call->getNumArgs() == 1 &&
                          (callee->getName() == "raw_pointer_cast" || callee->getBuiltinID() != 0);
      return passes ? origin(call->getArg(0), steps + 1) : callee ? returned(*call, *callee, steps) : Place{};
    }
    const std::optional<Place> place = placeOf(inner);
    return place ? follow(*place, steps + 1) : Place{};
  }

  /// Where all elements of an array come from that is set once; nothing where they come from several memories.
  Place originOfAll(const Place& array, int steps) const {
    const Expr* list = array.path.empty() ? onlyValue(array) : nullptr;
    const Expr* first = elementOf(list, 0);
    const Place common = first ? origin(first, steps + 1) : Place{};
    if (!common.variable || !isSteady(common)) return {};
    for (int64_t i = 1; const Expr* next = elementOf(list, i); ++i) {
      if (origin(next, steps + 1) != common) return {};
    }
    return common;
  }

  /// Where what a place holds comes from: the place itself unless it is set once, to something that is known.
  Place follow(const Place& place, int steps) const {
    if (const Expr* value = onlyValue(place)) {
      const Place from = origin(value, steps + 1);
      if (from.variable && isSteady(from)) return from;
    }
    // A member of a structure that is made from a list, or copied from another one.
    const size_t dot = place.path.rfind('.');
    if (dot == std::string::npos || values.contains(place)) return place;
    const Place around{place.variable, place.path.substr(0, dot)};
    const Expr* made = onlyValue(around);
    const Expr* part = made ? partOf(made, place.path.substr(dot)) : nullptr;
    if (part && part != made) {
      const Place from = origin(part, steps + 1);
      return from.variable ? from : place;
    }
    if (made && !isa<InitListExpr>(stripped(made))) {
      const Place from = origin(made, steps + 1);
      if (from.variable && steps < mostSteps)
        return follow({from.variable, from.path + place.path.substr(dot)}, steps + 1);
    }
    return place;
  }
  Place originOf(const Passed& passed) const {
    if (!passed.value) return {passed.variable ? passed.variable->getCanonicalDecl() : nullptr, ""};
    if (passed.path.empty()) return origin(passed.value, 0);
    const Expr* value = stripped(passed.value);
    if (isa<InitListExpr>(value)) {
      const Expr* part = partOf(value, passed.path);
      return part == value ? Place{} : origin(part, 0);
    }
    const Place from = origin(value, 0);
    return from.variable ? follow({from.variable, from.path + passed.path}, 0) : Place{};
  }

  /// What a function is called with for a parameter that a place begins at.
  static std::optional<Passed> argumentOf(const Place& place, const CallExpr& call) {
    const auto* parameter = dyn_cast_or_null<ParmVarDecl>(place.variable);
    if (!parameter) return std::nullopt;
    const auto* method = dyn_cast<CXXMethodDecl>(parameter->getDeclContext());
    const bool namesObject = method && method->isInstance() && isa<CXXOperatorCallExpr>(call);
    const unsigned index = parameter->getFunctionScopeIndex() + (namesObject ? 1 : 0);
    if (index >= call.getNumArgs()) return std::nullopt;
    return Passed{call.getArg(index), nullptr, place.path};
  }

  bool areSame(const Place& a, const Place& b, int steps) const {
    if (!a.variable || !b.variable) return false;
    if (a == b) return true;
    if (steps > 3) return false;
    return inAnyCall(a, b, [&](const std::optional<Passed>& from, const std::optional<Passed>& to) {
      const Place x = from ? originOf(*from) : a, y = to ? originOf(*to) : b;
      return (x != a || y != b) && areSame(x, y, steps + 1);
    });
  }

  /// Is it so in a call of a function whose parameter one of the places begins at? `isSo`: told what that call passes
  /// for either, where it begins at a parameter of that function.
  template <typename IsSo>
  bool inAnyCall(const Place& a, const Place& b, const IsSo& isSo) const {
    for (const Place* one : {&a, &b}) {
      const auto* parameter = dyn_cast_or_null<ParmVarDecl>(one->variable);
      const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
      const auto known = function ? calls.find(function->getCanonicalDecl()) : calls.end();
      if (known == calls.end()) continue;
      for (const CallExpr* call : known->second) {
        const auto passedFor = [&](const Place& place) {
          const auto* own = dyn_cast_or_null<ParmVarDecl>(place.variable);
          return own && own->getDeclContext() == function ? argumentOf(place, *call) : std::nullopt;
        };
        if (isSo(passedFor(a), passedFor(b))) return true;
      }
    }
    return false;
  }
};

PointerOrigins::PointerOrigins(const frontend::ParsedUnit& unit) : state_(std::make_unique<State>(unit)) {}
PointerOrigins::~PointerOrigins() = default;

const std::vector<const CallExpr*>& PointerOrigins::launches() const {
  return state_->launches;
}

const Expr* PointerOrigins::argument(const CallExpr& launch, unsigned index) const {
  const auto at = [&](unsigned i) { return i < launch.getNumArgs() ? launch.getArg(i) : nullptr; };
  if (isa<CUDAKernelCallExpr>(launch)) return at(index);
  if (!launchesItsFirstArgument(launch, state_->text)) return at(index + 2);  // cudaLaunchKernelEx
  const Expr* list = at(3);
  if (!list) return nullptr;
  const VarDecl* array = State::arrayOf(*list);
  const Expr* address = array ? state_->addressIn(*array, index) : elementOf(list, index);
  return address ? takenIn(*address) : nullptr;
}

const std::vector<const Expr*>& PointerOrigins::textures() const {
  return state_->textures;
}

bool PointerOrigins::areSame(const Passed& a, const Passed& b) const {
  return state_->areSame(state_->originOf(a), state_->originOf(b), 0);
}

std::optional<int64_t> PointerOrigins::bytesBetween(const Passed& from, const Passed& to) const {
  const auto pointerOf = [](const Passed& passed) -> const Expr* {
    if (!passed.value || passed.path.empty()) return passed.value;
    const Expr* value = stripped(passed.value);
    const Expr* part = isa<InitListExpr>(value) ? partOf(value, passed.path) : value;
    return part == value ? nullptr : part;
  };
  const Expr *one = pointerOf(from), *other = pointerOf(to);
  return one && other ? model::bytesBetween(*one, *other, state_->text, state_->context) : std::nullopt;
}

}  // namespace warpwright::model
