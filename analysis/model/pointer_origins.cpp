#include "analysis/model/pointer_origins.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/model/host_pointers.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"

namespace warpwright::model {

using namespace clang;

struct PointerOrigins::State : HostPointers {
  using HostPointers::HostPointers;

  /// What an element of an array of addresses is set to, once, in its list or by an assignment; null: not known.
  const Expr* addressIn(const VarDecl& array, unsigned index) const {
    const Place whole{array.getCanonicalDecl(), ""},
        element{array.getCanonicalDecl(), "[" + std::to_string(index) + "]"};
    if (!values.contains(element)) return model::elementOf(onlyValue(whole), index);
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
      const auto* element = dyn_cast<ArraySubscriptExpr>(unary->getSubExpr()->IgnoreParens());
      if (element) return origin(element->getBase(), steps + 1);
      std::optional<Place> itself = placeOf(unary->getSubExpr());
      if (itself && unary->getSubExpr()->getType()->isPointerType()) itself->path += "&";
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
      const Expr* value = place.path.empty() ? model::elementOf(onlyValue(place), index) : nullptr;
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
    const Expr* first = model::elementOf(list, 0);
    const Place common = first ? origin(first, steps + 1) : Place{};
    if (!common.variable || !isSteady(common)) return {};
    for (int64_t i = 1; const Expr* next = model::elementOf(list, i); ++i) {
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

  /// Variables that a value may come from, each with whether a call that is not followed lies between.
  using Roots = std::map<const Decl*, bool>;

  void addRoots(const Expr& expression, bool isMade, Roots& roots, int steps) const {
    const Expr* inner = stripped(&expression);
    if (steps > mostSteps || inner->isValueDependent()) return;
    if (const std::optional<Place> place = placeOf(inner)) return addRoots(*place, isMade, roots, steps);
    const auto* call = dyn_cast<CallExpr>(inner);
    if (const Place from = call ? origin(call, steps + 1) : Place{}; from.variable)
      return addRoots(from, isMade, roots, steps);
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    const Decl* callee = call ? call->getCalleeDecl() : made ? made->getConstructor() : nullptr;
    const bool isOfLibrary = callee && !text.isInProject(callee->getLocation());
    // Which of two a choice gives is not followed: programs that swap their buffers would have no findings.
    if (isa<ConditionalOperator, LambdaExpr>(inner)) return;
    for (const Stmt* child : inner->children()) {
      const auto* part = dyn_cast_or_null<Expr>(child);
      if (!part) continue;
      // Functions of libraries hand on pointers; what lies in their containers does not overlap.
      if (isOfLibrary && !part->getType()->isPointerType()) continue;
      const auto* callees =
          call && part == call->getCallee() ? dyn_cast<MemberExpr>(part->IgnoreParenCasts()) : nullptr;
      if (callees) part = callees->getBase();
      if (!call && !made)
        addRoots(*part, isMade, roots, steps + 1);
      else if (mayGivePointer(part->getType(), inner->getType()))
        addRoots(*part, true, roots, steps + 1);
    }
  }

  void addRoots(const Place& place, bool isMade, Roots& roots, int steps) const {
    const Decl* variable = place.variable->getCanonicalDecl();
    const auto [known, isNew] = roots.try_emplace(variable, isMade);
    if (!isNew && (known->second || !isMade)) return;
    known->second = isMade;
    for (auto at = values.lower_bound({variable, ""}); at != values.end() && at->first.variable == variable; ++at) {
      const std::string& path = at->first.path;
      if (!path.starts_with(place.path) && !place.path.starts_with(path)) continue;
      const std::string rest = place.path.substr(std::min(path.size(), place.path.size()));
      for (const Expr* value : at->second) {
        if (value) addRoots(*partOf(value, rest), isMade, roots, steps + 1);
      }
    }
  }

  Roots rootsOf(const Passed& passed) const {
    Roots roots;
    const Place place = originOf(passed);
    if (place.variable)
      addRoots(place, false, roots, 0);
    else if (passed.value)
      addRoots(*partOf(passed.value, passed.path), false, roots, 0);
    return roots;
  }

  /// Is a place set by calls that allocate, or get allocated memory from a function, and by nothing else?
  bool isFresh(const Place& place, int steps = 0) const {
    const auto set = values.find(place);
    const auto allocated = allocations.find(place);
    const size_t times = allocated == allocations.end() ? 0 : allocated->second;
    if (!place.path.empty()) return times > 0 && set == values.end();
    if (set == values.end() || steps > mostSteps) return false;
    size_t unread = 0;
    for (const Expr* value : set->second) {
      if (!value)
        ++unread;
      else if (!givesFresh(*value, steps + 1))
        return false;
    }
    return unread == times;
  }

  /// Does a function of the program's give memory that it allocates?
  bool givesFresh(const Expr& value, int steps) const {
    const auto* call = dyn_cast<CallExpr>(stripped(&value));
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const FunctionDecl* definition = nullptr;
    if (!callee || !callee->hasBody(definition)) return false;
    std::vector<const ReturnStmt*> returns;
    addReturns(definition->getBody(), returns);
    return !returns.empty() && std::ranges::all_of(returns, [&](const ReturnStmt* one) {
      const std::optional<Place> place = one->getRetValue() ? placeOf(stripped(one->getRetValue())) : std::nullopt;
      return place && place->variable->getParentFunctionOrMethod() == definition && isFresh(*place, steps);
    });
  }

  /// May a place hold an address that was given to it in a way that is not followed?
  bool mayBeLent(const Passed& passed, int steps = 0) const {
    const Place place = originOf(passed);
    const auto* variable = dyn_cast_or_null<VarDecl>(place.variable);
    const bool isItself = variable && place.path.empty() && !variable->getType()->isPointerType();
    if (isItself || place.path.ends_with("&")) {
      return std::ranges::any_of(lent, [&](const Expr* one) {
        const Place from = origin(one, 0);
        return !from.variable || from == place || isa<ParmVarDecl>(from.variable);
      });
    }
    const auto* parameter = dyn_cast_or_null<ParmVarDecl>(place.variable);
    const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
    if (!function || steps > 3) return !isFresh(place);
    const auto known = calls.find(function->getCanonicalDecl());
    if (known == calls.end()) return false;  // not called from here
    return std::ranges::any_of(known->second, [&](const CallExpr* call) {
      const std::optional<Passed> from = argumentOf(place, *call);
      return !from || mayBeLent(*from, steps + 1);
    });
  }

  /// Is one of the places set to the other at times?
  bool becomes(const Place& place, const Place& other) const {
    const auto set = values.find(place);
    if (set == values.end() || !place.variable || !other.variable) return false;
    return std::ranges::any_of(set->second, [&](const Expr* value) {
      return value && !exchanged.contains(value) && origin(value, 0) == other;
    });
  }

  /// What a container is given: one by one, or when it is made.
  std::vector<const Expr*> entriesOf(const Place& container) const {
    std::vector<const Expr*> all;
    if (const auto given = entries.find(container); given != entries.end()) all = given->second;
    const auto set = values.find(container);
    if (set == values.end()) return all;
    for (const Expr* value : set->second) {
      const auto* made = value ? dyn_cast<CXXConstructExpr>(stripped(value)) : nullptr;
      const Expr* first = made && made->getNumArgs() > 0 ? made->getArg(0)->IgnoreImplicit() : nullptr;
      const auto* list = first ? dyn_cast<CXXStdInitializerListExpr>(first) : nullptr;
      const auto* elements = list ? dyn_cast<InitListExpr>(stripped(list->getSubExpr())) : nullptr;
      if (elements) llvm::append_range(all, elements->inits());
    }
    return all;
  }

  /// May an element of a container be the other memory, an element of the same one, too?
  bool mayBeEntry(const Expr* element, const Passed& other) const {
    const std::optional<Place> container = element ? containerOf(*element) : std::nullopt;
    if (!container) return false;
    const Expr* value = other.value ? partOf(other.value, other.path) : nullptr;
    const bool isOfSame = value && containerOf(*value) == container;
    const Place place = originOf(other);
    std::set<Place> given;
    return std::ranges::any_of(entriesOf(*container), [&](const Expr* entry) {
      const Place from = origin(entry, 0);
      if (from.variable && from == place) return true;
      const bool isTwice = from.variable && isSteady(from) && !given.insert(from).second;
      return isOfSame && (isTwice || containerOf(*entry) == container);
    });
  }

  /// An element of an array: `p[i]`, `*(p + i)`, `*p` (no index).
  struct Element {
    const Expr *base = nullptr, *index = nullptr;
  };

  /// What is passed as an element; a variable that is set once is what it is set to. No base: it is none.
  Element elementOf(const Passed& passed) const {
    const Expr* value = passed.value ? stripped(partOf(passed.value, passed.path)) : nullptr;
    for (int steps = 0; value && steps < mostSteps; ++steps) {
      if (const auto* element = dyn_cast<ArraySubscriptExpr>(value)) return {element->getBase(), element->getIdx()};
      if (const auto* unary = dyn_cast<UnaryOperator>(value)) {
        if (unary->getOpcode() != UO_Deref) return {};
        const Expr* base = stripped(unary->getSubExpr());
        const auto* sum = dyn_cast<BinaryOperator>(base);
        if (!sum || sum->getOpcode() != BO_Add) return {base, nullptr};
        const bool isLeft = sum->getLHS()->getType()->isPointerType();
        return isLeft ? Element{sum->getLHS(), sum->getRHS()} : Element{sum->getRHS(), sum->getLHS()};
      }
      const std::optional<Place> place = placeOf(value);
      const Expr* set = place ? onlyValue(*place) : nullptr;
      value = set ? stripped(set) : nullptr;
    }
    return {};
  }

  /// May both be one element of one array?
  bool areOneElement(const Passed& a, const Passed& b) const {
    const Element x = elementOf(a), y = elementOf(b);
    if (!x.base || !y.base) return false;
    if ((x.index && x.index->isValueDependent()) || (y.index && y.index->isValueDependent())) return false;
    const std::optional<Place> first = placeOf(stripped(x.base)), second = placeOf(stripped(y.base));
    return first && first == second && mayMeet(x.index, y.index);
  }

  /// May a call that is not followed have made one of the other's memory, or does one become the other at times?
  bool mayShare(const Passed& a, const Passed& b, int steps) const {
    const Place from = originOf(a), to = originOf(b);
    if (becomes(from, to) || becomes(to, from) || areOneElement(a, b)) return true;
    if (!lent.empty() && mayBeLent(a) && mayBeLent(b)) return true;
    if ((a.value && mayBeEntry(partOf(a.value, a.path), b)) || (b.value && mayBeEntry(partOf(b.value, b.path), a)))
      return true;
    const Roots x = rootsOf(a), y = rootsOf(b);
    for (const auto& [variable, isMade] : x) {
      const auto other = y.find(variable);
      if (other != y.end() && (isMade || other->second)) return true;
    }
    if (steps > 3) return false;
    return inAnyCall(from, to, [&](const std::optional<Passed>& x, const std::optional<Passed>& y) {
      return mayShare(x.value_or(a), y.value_or(b), steps + 1);
    });
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
  const auto* taken = address ? dyn_cast<UnaryOperator>(stripped(address)) : nullptr;
  return taken && taken->getOpcode() == UO_AddrOf ? taken->getSubExpr() : nullptr;
}

const std::vector<const Expr*>& PointerOrigins::textures() const {
  return state_->textures;
}

bool PointerOrigins::areSame(const Passed& a, const Passed& b) const {
  return state_->areSame(state_->originOf(a), state_->originOf(b), 0);
}

bool PointerOrigins::mayShare(const Passed& a, const Passed& b) const {
  return state_->mayShare(a, b, 0);
}

}  // namespace warpwright::model
