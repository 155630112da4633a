#include "analysis/model/pointer_origins.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <unordered_set>

#include "analysis/model/code_pieces.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/kernel_mentions.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"

namespace warpwright::model {

using namespace clang;

namespace {

constexpr int mostSteps = 8;  // from a launch back to where its pointers come from

/// A variable and the way into it; no variable: not known.
struct Place {
  const Decl* variable = nullptr;
  std::string path;
  bool operator==(const Place&) const = default;
  auto operator<=>(const Place&) const = default;
};

}  // namespace

struct PointerOrigins::State {
  explicit State(const frontend::ParsedUnit& unit) : context(unit.ast()), text(unit) {
    for (const Stmt* piece : codePieces(unit).pieces) {
      if (seen.insert(piece).second) walk(piece);
    }
  }

  ASTContext& context;
  SourceText text;
  std::unordered_set<const Stmt*> seen;
  std::map<Place, std::vector<const Expr*>> values;  // null: changed in a way that is not read
  std::map<const Decl*, std::vector<const CallExpr*>> calls;
  std::vector<const CallExpr*> launches;
  std::vector<const Expr*> textures;

  void note(const Place& place, const Expr* value) {
    // What starts as null has no memory yet.
    const bool isNull = value && !value->isValueDependent() &&
                        value->isNullPointerConstant(context, Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
    if (!isNull) values[{place.variable->getCanonicalDecl(), place.path}].push_back(value);
  }

  void walk(const Stmt* statement) {
    if (!statement || isa<PseudoObjectExpr>(statement)) return;
    const auto* lambda = dyn_cast<LambdaExpr>(statement);
    if (lambda && (lambda->isGenericLambda() || !seen.insert(lambda->getBody()).second)) return;
    if (const auto* declarations = dyn_cast<DeclStmt>(statement)) {
      return walkDeclarations(*declarations);
    } else if (const auto* binary = dyn_cast<BinaryOperator>(statement); binary && binary->isAssignmentOp()) {
      const auto* member = dyn_cast<MemberExpr>(binary->getLHS()->IgnoreParens());
      const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      if (field && field->getName() == "devPtr") textures.push_back(binary->getRHS());  // of a cudaResourceDesc
      if (noteAddress(*binary)) return;
      const std::optional<Place> place = placeOf(binary->getLHS());
      if (place && movesPointer(*binary)) return walk(binary->getRHS());
      if (place) {
        const Expr* value = binary->getOpcode() == BO_Assign ? binary->getRHS() : nullptr;
        note(*place, value);
        // Member functions see it as a member of their own object.
        if (field && place->variable != field->getCanonicalDecl()) note({field, ""}, value);
        return walk(binary->getRHS());
      }
    } else if (const auto* size = dyn_cast<UnaryExprOrTypeTraitExpr>(statement); size && !size->isArgumentType()) {
      if (placeOf(size->getArgumentExpr())) return;
    } else if (const auto* unary = dyn_cast<UnaryOperator>(statement); unary && unary->isIncrementDecrementOp()) {
      if (movesPointer(*unary) && placeOf(unary->getSubExpr())) return;
    } else if (const auto* call = dyn_cast<CallExpr>(statement)) {
      if (noteCall(*call)) return;
    } else if (const auto* cast = dyn_cast<ImplicitCastExpr>(statement)) {
      if (cast->getCastKind() == CK_LValueToRValue && placeOf(cast->getSubExpr())) return;
      const auto* element = dyn_cast<ArraySubscriptExpr>(cast->getSubExpr()->IgnoreParens());
      if (cast->getCastKind() == CK_LValueToRValue && element && arrayOf(*element->getBase()))
        return walk(element->getIdx());
    } else if (const auto* made = dyn_cast<CXXConstructExpr>(statement)) {
      const bool copies = made->getConstructor()->isCopyOrMoveConstructor() && made->getNumArgs() == 1;
      if (copies && placeOf(made->getArg(0)->IgnoreImpCasts())) return;
    } else if (const auto* name = dyn_cast<DeclRefExpr>(statement)) {
      if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) note({variable, ""}, nullptr);
    }
    for (const Stmt* child : statement->children()) walk(child);
  }

  void walkDeclarations(const DeclStmt& declarations) {
    std::unordered_set<const Stmt*> understood;
    for (const Decl* one : declarations.decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      const Expr* value = variable ? variable->getInit() : nullptr;
      if (!value) continue;
      if (aliasOf(*variable)) {
        understood.insert(value);
        continue;
      }
      const bool isBound =
          variable->getType()->isReferenceType() && !isa<MaterializeTemporaryExpr>(value->IgnoreParens());
      note({variable, ""}, isBound ? nullptr : value);
      // Addresses for cudaLaunchKernel, which only reads there.
      if (isOfAddresses(*variable)) understood.insert(value);
    }
    for (const Stmt* child : declarations.children()) {
      if (!understood.contains(child)) walk(child);
    }
  }

  /// `v[1] = &count`, of an array of addresses for cudaLaunchKernel, which only reads there. True if it is one.
  bool noteAddress(const BinaryOperator& assignment) {
    const auto* element = dyn_cast<ArraySubscriptExpr>(assignment.getLHS()->IgnoreParens());
    const VarDecl* array = element ? arrayOf(*element->getBase()) : nullptr;
    Expr::EvalResult number;
    if (!array || assignment.getOpcode() != BO_Assign || !isOfAddresses(*array) ||
        element->getIdx()->isValueDependent() || !element->getIdx()->EvaluateAsInt(number, context))
      return false;
    note({array, "[" + std::to_string(number.Val.getInt().getExtValue()) + "]"}, assignment.getRHS());
    return true;
  }

  static bool isOfAddresses(const VarDecl& array) {
    const auto* type = array.getType()->getAsArrayTypeUnsafe();
    return type && type->getElementType()->isVoidPointerType();
  }

  /// What an element of an array of addresses is set to, once, in its list or by an assignment; null: not known.
  const Expr* addressIn(const VarDecl& array, unsigned index) const {
    const Place whole{array.getCanonicalDecl(), ""},
        element{array.getCanonicalDecl(), "[" + std::to_string(index) + "]"};
    if (!values.contains(element)) return elementOf(onlyValue(whole), index);
    return values.contains(whole) || array.hasInit() ? nullptr : onlyValue(element);
  }

  /// True if the arguments need no further look.
  bool noteCall(const CallExpr& call) {
    const FunctionDecl* callee = call.getDirectCallee();
    if (callee) calls[callee->getCanonicalDecl()].push_back(&call);
    const std::string name = cudaFunction(call, text);
    if (isa<CUDAKernelCallExpr>(call) || name == "cudaLaunchKernelEx") launches.push_back(&call);
    if (launchesItsFirstArgument(call, text)) {
      launches.push_back(&call);
      for (unsigned i = 0; i < call.getNumArgs(); ++i) {
        if (i != 3 || !arrayOf(*call.getArg(i))) walk(call.getArg(i));
      }
      return true;
    }
    // What is copied from stays what it is.
    const bool copies = name.starts_with("cudaMemcpyToSymbol") || name == "cudaMemcpy" || name == "cudaMemcpyAsync";
    if (const Expr* source = copies && call.getNumArgs() > 1 ? stripped(call.getArg(1)) : nullptr) {
      const auto* address = dyn_cast<UnaryOperator>(source);
      const bool isPlace = address && address->getOpcode() == UO_AddrOf && placeOf(address->getSubExpr());
      for (unsigned i = 0; i < call.getNumArgs(); ++i) {
        if (i != 1 || !isPlace) walk(call.getArg(i));
      }
      return true;
    }
    if (name.starts_with("cudaBindTexture") && call.getNumArgs() > 2) textures.push_back(call.getArg(2));
    if (name != "cudaGetSymbolAddress" || call.getNumArgs() != 2) return false;
    const auto* taken = dyn_cast<UnaryOperator>(call.getArg(0)->IgnoreParenCasts());
    const std::optional<Place> place =
        taken && taken->getOpcode() == UO_AddrOf ? placeOf(taken->getSubExpr()) : std::nullopt;
    if (place) note(*place, call.getArg(1));
    return place.has_value();
  }

  /// The variable of which an array's elements are.
  static const VarDecl* arrayOf(const Expr& expression) {
    const auto* name = dyn_cast<DeclRefExpr>(stripped(&expression));
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    return variable && variable->getType()->isArrayType() ? variable : nullptr;
  }

  /// What a reference is another name of.
  static std::optional<Place> aliasOf(const VarDecl& variable, int steps = 0) {
    const bool isAlias = variable.getType()->isReferenceType() && !isa<ParmVarDecl>(variable) && steps < mostSteps;
    const Expr* bound = isAlias ? variable.getAnyInitializer() : nullptr;
    return bound ? placeOf(bound->IgnoreParenNoopCasts(variable.getASTContext()), steps + 1) : std::nullopt;
  }

  /// A variable, or a member of one.
  static std::optional<Place> placeOf(const Expr* expression, int steps = 0) {
    const Expr* inner = expression->IgnoreParens();
    if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      if (std::optional<Place> alias = variable ? aliasOf(*variable, steps) : std::nullopt) return alias;
      return variable ? std::optional(Place{variable->getCanonicalDecl(), ""}) : std::nullopt;
    }
    const auto* member = dyn_cast<MemberExpr>(inner);
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (!field) return std::nullopt;
    const Expr* base = member->getBase()->IgnoreParenImpCasts();
    if (isa<CXXThisExpr>(base)) return Place{field->getCanonicalDecl(), ""};
    std::optional<Place> around = placeOf(base, steps);
    if (around) around->path += (member->isArrow() ? "->" : ".") + field->getNameAsString();
    return around;
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
      if (unary->getOpcode() != UO_AddrOf) return {};
      const auto* element = dyn_cast<ArraySubscriptExpr>(unary->getSubExpr()->IgnoreParens());
      if (element) return origin(element->getBase(), steps + 1);
      std::optional<Place> itself = placeOf(unary->getSubExpr());
      if (itself && unary->getSubExpr()->getType()->isPointerType()) itself->path += "&";
      return itself.value_or(Place{});
    }
    if (const auto* binary = dyn_cast<BinaryOperator>(inner)) {
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

  /// May a call that is not followed have made one of the other's memory?
  bool mayShare(const Passed& a, const Passed& b, int steps) const {
    const Roots x = rootsOf(a), y = rootsOf(b);
    for (const auto& [variable, isMade] : x) {
      const auto other = y.find(variable);
      if (other != y.end() && (isMade || other->second)) return true;
    }
    if (steps > 3) return false;
    return inAnyCall(originOf(a), originOf(b), [&](const std::optional<Passed>& from, const std::optional<Passed>& to) {
      return mayShare(from.value_or(a), to.value_or(b), steps + 1);
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
