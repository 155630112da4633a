#include "analysis/model/pointer_sharing.h"
#include "analysis/model/returned_value.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "analysis/model/place_path.h"
#include "analysis/model/pointer_cells.h"
#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"
#include "analysis/model/pointer_values.h"
#include "analysis/model/project_functions.h"
#include "analysis/model/source_text.h"

namespace warpwright::model {

using namespace clang;

namespace {

constexpr int mostCalls = 4;  // from a launch back to where its pointers come from

bool isOfDevice(const FunctionDecl& function) {
  return function.hasAttr<CUDAGlobalAttr>() ||
         (function.hasAttr<CUDADeviceAttr>() && !function.hasAttr<CUDAHostAttr>());
}

bool compiledWhole(const frontend::ParsedUnit& unit) {
  const SourceText text(unit);
  std::vector<warpwright::SourceRange> others;  // of functions of the device
  for (const FunctionDecl* function : projectFunctions(unit)) {
    if (isOfDevice(*function))
      others.push_back(text.range(function->getSourceRange()));
    else if (unit.hasErrors(*function))
      return false;
  }
  return std::ranges::all_of(unit.summary().errors, [&](const Diagnostic& one) {
    return one.severity != Diagnostic::Severity::error || std::ranges::any_of(others, [&](const auto& range) {
             return range.begin.file == one.range.begin.file && range.begin.line <= one.range.begin.line &&
                    one.range.begin.line <= range.endLine;
           });
  });
}

}  // namespace

struct PointerSharing::State {
  State(const frontend::ParsedUnit& unit, std::set<std::string> open)
      : cells(unit, std::move(open)), values(cells), isWhole(compiledWhole(unit)) {}

  using Cell = PointerCells::Cell;

  /// What a pointer is read from, in the end.
  struct Read {
    Cell cell = 0;
    PlacePath path;
    const VarDecl* via = nullptr;            ///< it was kept in this variable first
    const ParmVarDecl* parameter = nullptr;  ///< it is this one, which nothing changes
    bool isMemory = false;                   ///< of a container that owns it
    const Expr* place = nullptr;             ///< as the code names it; null: in another way
  };

  PointerCells cells;
  PointerValues values;
  bool isWhole;
  bool onlySeen = false;  ///< what is not known shares nothing

  /// The initial value of a variable that keeps it.
  const Expr* keptIn(const Expr& place, const VarDecl*& variable) const {
    const auto* name = dyn_cast<DeclRefExpr>(place.IgnoreParens());
    variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable || !variable->isLocalVarDecl() || variable->isStaticLocal() || !variable->getInit()) return nullptr;
    if (variable->getType()->isReferenceType()) return nullptr;
    const Cell cell = cells.cellOf(*variable);
    const auto& writes = cells.writes(cell);
    const bool isKept = cells.isVariable(cell) && writes.size() == 1 && writes.front().value == variable->getInit();
    return isKept ? variable->getInit() : nullptr;
  }

  std::optional<Read> readOf(const Pointer& pointer) const {
    if (!pointer.value) return std::nullopt;
    const Expr* value = stripped(pointer.value);
    std::string path = pointer.path;
    if (!path.empty() && isa<InitListExpr>(value)) {
      const Expr* part = partOf(value, path);
      if (part == value) return std::nullopt;
      value = part;
      path.clear();
    }
    if (!path.empty()) {
      const std::vector<const FieldDecl*> members = membersOf(value->getType(), path);
      if (members.empty() || !value->isGLValue()) return std::nullopt;
      PlacePath place(cells, *value);
      place.enter(members);
      return Read{cells.cellOf(*members.back()), std::move(place)};
    }
    return readOf(*value);
  }

  std::optional<Read> readOf(const Expr& value) const {
    const VarDecl* via = nullptr;
    const Expr* inner = stripped(&value);
    for (int steps = 0; steps < 8; ++steps) {
      if (const Expr* object = values.memoryOf(*inner)) {
        return Read{cells.elementsOf(*object), PlacePath(cells, *object), via, nullptr, true};
      } else if (const auto* sum = dyn_cast<BinaryOperator>(inner); sum && sum->isAdditiveOp()) {
        if (cells.isMadeOfAddresses(*sum)) return std::nullopt;
        inner = stripped(isPointer(sum->getLHS()->getType()) ? sum->getLHS() : sum->getRHS());
      } else if (const auto* call = dyn_cast<CallExpr>(inner)) {
        const Expr* on = values.passesOn(*call);
        if (!on) break;
        inner = stripped(on);
      } else if (inner->isGLValue() && isPointer(inner->getType())) {
        const VarDecl* variable = nullptr;
        const Expr* kept = keptIn(*inner, variable);
        if (!kept) return Read{cells.cellOf(*inner), PlacePath(cells, *inner), via, parameterIn(*inner), false, inner};
        via = via ? via : variable;
        inner = stripped(kept);
      } else {
        break;
      }
    }
    const auto* call = dyn_cast<CallExpr>(inner);
    if (std::optional<Read> member = call ? memberGivenBy(*call, via) : std::nullopt) return member;
    if (call && call->isGLValue() && isPointer(call->getType()))
      return Read{cells.cellOf(*call), PlacePath(cells, *call), via};
    return std::nullopt;
  }

  /// `buffer.data()`, of a method that gives a member of its object.
  std::optional<Read> memberGivenBy(const CallExpr& call, const VarDecl* via) const {
    const auto* member = dyn_cast<CXXMemberCallExpr>(&call);
    const CXXMethodDecl* method = member ? member->getMethodDecl() : nullptr;
    const Expr* returned = method && cells.isOfProject(*method) ? onlyReturned(*method) : nullptr;
    const auto* given = returned ? dyn_cast<MemberExpr>(stripped(returned)) : nullptr;
    const auto* field = given ? dyn_cast<FieldDecl>(given->getMemberDecl()) : nullptr;
    if (!field || !isPointer(field->getType()) || !isa<CXXThisExpr>(given->getBase()->IgnoreParenImpCasts()))
      return std::nullopt;
    const Expr& object = *member->getImplicitObjectArgument();
    PlacePath path(cells, object);
    path.enter(*field, object);
    return Read{cells.cellOf(*field), std::move(path), via};
  }

  const ParmVarDecl* parameterIn(const Expr& place) const {
    const auto* name = dyn_cast<DeclRefExpr>(place.IgnoreParens());
    const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
    const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
    if (!function || !cells.callsOf(*function)) return nullptr;
    if (cells.mayBeCalledElsewhere(*function) || cells.isOpen(*function)) return nullptr;
    const Cell cell = cells.cellOf(*parameter);
    return cells.isVariable(cell) && cells.writes(cell).empty() ? parameter : nullptr;
  }

  /// May they share in a call of the function that one of them is a parameter of?
  bool mayShareInCalls(const Pointer& a, const Read& x, const Pointer& b, const Read& y, int calls) {
    const ParmVarDecl* of = x.parameter ? x.parameter : y.parameter;
    const auto* function = cast<FunctionDecl>(of->getDeclContext());
    return std::ranges::any_of(*cells.callsOf(*function), [&](const PointerCells::Call& call) {
      const auto isOf = [&](const ParmVarDecl* parameter) {
        return parameter && parameter->getDeclContext() == function;
      };
      const auto passed = [&](const Pointer& pointer, const ParmVarDecl* parameter) -> std::optional<Pointer> {
        if (!isOf(parameter)) return pointer;
        const unsigned index = parameter->getFunctionScopeIndex();
        if (index >= call.arguments.size()) return std::nullopt;
        return Pointer{call.arguments[index], "", nullptr};
      };
      const auto one = passed(a, x.parameter), other = passed(b, y.parameter);
      const bool isMixed = !isOf(x.parameter) || !isOf(y.parameter);
      if (!one || !other) return !onlySeen;
      return mayShare(*one, *other, calls + 1, isMixed);
    });
  }

  /// Two choices by one condition: they are compared arm by arm.
  const ConditionalOperator* choiceOf(const Pointer& pointer, const VarDecl*& via) const {
    if (!pointer.value || !pointer.path.empty()) return nullptr;
    const Expr* inner = stripped(pointer.value);
    const Expr* kept = keptIn(*inner, via);
    if (!kept) via = nullptr;
    return dyn_cast<ConditionalOperator>(kept ? stripped(kept) : inner);
  }

  std::optional<bool> mayShareByChoice(const Pointer& a, const Pointer& b, int calls, bool isMixed) {
    const VarDecl *first = nullptr, *second = nullptr;
    const ConditionalOperator *x = choiceOf(a, first), *y = choiceOf(b, second);
    if (!x || !y || isMixed || x->getCond()->HasSideEffects(cells.context)) return std::nullopt;
    const Expr *one = x->getCond()->IgnoreParenImpCasts(), *other = y->getCond()->IgnoreParenImpCasts();
    if (!areAlike(*one, *other, cells.context)) return std::nullopt;
    const bool isAtOnce = !first && !second;
    if (!isAtOnce && (!first || !second || !cells.standTogether(*first, *second))) return std::nullopt;
    const auto arms = [&](const Expr* a, const Expr* b) {
      return mayShare({a, "", nullptr}, {b, "", nullptr}, calls + 1, false);
    };
    return arms(x->getTrueExpr(), y->getTrueExpr()) || arms(x->getFalseExpr(), y->getFalseExpr());
  }

  /// Are they different elements, of which no two ever hold the same?
  bool areElements(const Read& x, const Read& y, int calls, bool isMixed) {
    const auto pointers = [&](const Expr& a, const Expr& b) {
      return calls < mostCalls && !mayShare({&a, "", nullptr}, {&b, "", nullptr}, calls + 1, isMixed);
    };
    const bool isKept = x.via || y.via || isMixed;
    const bool isTogether = x.via && y.via && !isMixed && cells.standTogether(*x.via, *y.via);
    const auto mayMove = [&](const Read& one) { return cells.isExchanged(one.cell) || !one.path.isSteady(); };
    if (isKept && !isTogether && (mayMove(x) || mayMove(y))) return false;
    if (!x.path.isApart(y.path, pointers)) return false;
    return x.isMemory || values.holdsEachOnce(x.cell, writesElsewhere(x, y));
  }

  /// The pointer, or the array, that leads to an element; null: the place is none.
  static const Expr* leadingTo(const Expr* place) {
    if (!place) return nullptr;
    const Expr* inner = place->IgnoreParens();
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner)) return stripped(element->getBase());
    const auto* unary = dyn_cast<UnaryOperator>(inner);
    return unary && unary->getOpcode() == UO_Deref ? stripped(unary->getSubExpr()) : nullptr;
  }

  /// What sets elements of the same cell, but surely of other objects than both places are in.
  std::set<const PointerCells::Write*> writesElsewhere(const Read& x, const Read& y) {
    const Expr *one = leadingTo(x.place), *other = leadingTo(y.place);
    if (!one || !other) return {};
    PointerValues::Values objects = values.of(*one);
    std::ranges::move(values.of(*other), std::back_inserter(objects));
    std::set<const PointerCells::Write*> apart;
    for (const PointerCells::Write& write : cells.writes(x.cell)) {
      const Expr* leading = leadingTo(write.place);
      if (leading && !PointerValues::mayMeet(objects, values.of(*leading))) apart.insert(&write);
    }
    return apart;
  }

  bool mayShare(const Pointer& a, const Pointer& b, int calls, bool isMixed) {
    if (calls > mostCalls) return !onlySeen;
    if (const std::optional<bool> chosen = mayShareByChoice(a, b, calls, isMixed)) return *chosen;
    const std::optional<Read> x = readOf(a), y = readOf(b);
    if (x && y) {
      if (x->parameter || y->parameter) return mayShareInCalls(a, *x, b, *y, calls);
      const bool areAlike = x->isMemory == y->isMemory;
      if (areAlike && (x->isMemory || cells.sameAs(x->cell) == cells.sameAs(y->cell)))
        return !areElements(*x, *y, calls, isMixed);
    } else if ((x && x->parameter) || (y && y->parameter)) {
      return mayShareInCalls(a, x.value_or(Read{0, PlacePath(cells)}), b, y.value_or(Read{0, PlacePath(cells)}), calls);
    }
    PointerValues::Values ones = valuesOf(a), others = valuesOf(b);
    for (PointerValues::Values* some : {&ones, &others}) {
      if (onlySeen) std::erase_if(*some, [](const PointerValues::Value& one) { return !one.object; });
    }
    return values.mayMeet(ones, others);
  }

  PointerValues::Values valuesOf(const Pointer& pointer) {
    if (!pointer.value) return values.ofVariable(*pointer.variable);
    if (pointer.path.empty()) return values.of(*pointer.value);
    return values.ofMember(*pointer.value, pointer.path);
  }
};

PointerSharing::PointerSharing(const frontend::ParsedUnit& unit, std::set<std::string> open)
    : state_(std::make_unique<State>(unit, std::move(open))) {}
PointerSharing::~PointerSharing() = default;

bool PointerSharing::mayShare(const Pointer& a, const Pointer& b) const {
  return !isWhole() || state_->mayShare(a, b, 0, false);
}

bool PointerSharing::isSeenToShare(const Pointer& a, const Pointer& b) const {
  state_->onlySeen = true;
  const bool isSeen = state_->mayShare(a, b, 0, false);
  state_->onlySeen = false;
  return isSeen;
}

bool PointerSharing::isWhole() const {
  return state_->isWhole;
}

}  // namespace warpwright::model
