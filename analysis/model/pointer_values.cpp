#include "analysis/model/pointer_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

#include "analysis/model/pointer_expressions.h"
#include "analysis/model/pointer_types.h"
#include "analysis/model/shared_names.h"

namespace warpwright::model {

using namespace clang;

namespace {

constexpr int mostCalls = 5;
constexpr int mostSteps = 20'000;

using Value = PointerValues::Value;
using Values = PointerValues::Values;

const Values unknown = {Value{}};

void append(Values& all, Values more) {
  all.insert(all.end(), more.begin(), more.end());
}

bool isOneOf(const FunctionDecl* function, std::initializer_list<llvm::StringRef> names) {
  return function && function->getDeclName().isIdentifier() &&
         std::find(names.begin(), names.end(), function->getName()) != names.end();
}

/// May two be one object? One that a function gave back is known by all calls, elsewhere by fewer.
bool isSame(const Value& a, const Value& b) {
  if (!a.object || !b.object) return true;
  if (a.object != b.object) return false;
  const size_t common = std::min(a.calls.size(), b.calls.size());
  return std::equal(a.calls.begin(), a.calls.begin() + common, b.calls.begin());
}

}  // namespace

bool PointerValues::mayMeet(const Values& ones, const Values& others) {
  return std::ranges::any_of(ones, [&](const Value& one) {
    return std::ranges::any_of(others, [&](const Value& other) { return isSame(one, other); });
  });
}

bool PointerValues::holdsEachOnce(PointerCells::Cell cell, const std::set<const PointerCells::Write*>& others) {
  cell = cells_.sameAs(cell);
  steps_ = 0;
  circles_.clear();
  Values all;
  asked_.insert({cell, nullptr});
  for (const PointerCells::Write& write : cells_.writes(cell)) {
    if (others.contains(&write)) continue;
    Values given = ofWrite(write, nullptr);
    for (Value& one : given) one.isOnce = one.isOnce || write.isFixed;
    append(all, std::move(given));
  }
  for (const ParmVarDecl* parameter : cells_.parameters(cell)) append(all, ofParameter(*parameter, nullptr));
  asked_.erase({cell, nullptr});
  if (!circles_.empty() || all.empty() || cells_.isOpen(cell)) return false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].object || !all[i].isOnce) return false;
    for (size_t j = 0; j < i; ++j) {
      if (isSame(all[i], all[j])) return false;
    }
  }
  return true;
}

int PointerValues::depthOf(const Frame* frame) {
  return frame ? frame->depth : 0;
}

/// Is it the function that is looked into?
bool PointerValues::isOf(const Frame* frame, const DeclContext* function) {
  return frame && function && cast<Decl>(function)->getCanonicalDecl() == frame->callee->getCanonicalDecl();
}

/// What the code makes there.
Value PointerValues::madeAt(const Stmt& at, const Frame* frame) {
  return {&at, {}, &at, true, true, depthOf(frame)};
}

/// They come to a place in the code.
void PointerValues::moveOn(Values& values, const Stmt& at) const {
  for (Value& one : values) {
    one.isOnce = one.isOnce && cells_.runsOnceAfter(one.at, at);
    one.at = &at;
  }
}

Values PointerValues::ofVariable(const Decl& variable) const {
  Value value;
  value.object = variable.getCanonicalDecl();
  value.isOnce = value.isLocal = false;
  return {value};
}

Values PointerValues::ofMember(const Expr& structure, const std::string& path) {
  steps_ = 0;
  const Expr* value = stripped(&structure);
  if (isa<InitListExpr>(value)) {
    const Expr* part = partOf(value, path);
    return part == value ? unknown : of(*part, nullptr);
  }
  const std::vector<const FieldDecl*> members = membersOf(structure.getType(), path);
  const bool isFound = !members.empty() && isPointer(members.back()->getType());
  return isFound ? ofCell(cells_.cellOf(*members.back()), nullptr) : unknown;
}

const Expr* PointerValues::passesOn(const CallExpr& call) const {
  const FunctionDecl* callee = call.getDirectCallee();
  const bool passes = callee && !cells_.isOfProject(*callee) && call.getNumArgs() == 1 && !objectOf(call) &&
                      isOneOf(callee, {"raw_pointer_cast", "move", "forward", "launder", "as_const"});
  return passes && isPointer(call.getType()) && isPointer(call.getArg(0)->getType()) ? call.getArg(0) : nullptr;
}

const Expr* PointerValues::memoryOf(const Expr& value) const {
  const auto* taken = dyn_cast<UnaryOperator>(&value);
  const auto* call = dyn_cast<CallExpr>(
      taken && taken->getOpcode() == UO_AddrOf ? taken->getSubExpr()->IgnoreParenImpCasts() : &value);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (!callee || cells_.isOfProject(*callee)) return nullptr;
  if (isOneOf(callee, {"raw_pointer_cast"}) && call->getNumArgs() == 1) return memoryOf(*stripped(call->getArg(0)));
  const Expr* object = objectOf(*call);
  if (!object || !cells_.ownsMemory(object->getType()) || !PointerCells::ownObject(*object)) return nullptr;
  const auto* symbol = dyn_cast<CXXOperatorCallExpr>(call);
  const bool isElement = taken && symbol && symbol->getOperator() == OO_Subscript;
  return isElement || (!taken && isOneOf(callee, {"data", "begin"})) ? object : nullptr;
}

Values PointerValues::of(const Expr& value, const Frame* frame) {
  if (++steps_ > mostSteps || value.isValueDependent()) return unknown;
  const Expr* inner = stripped(&value);
  if (isNull(*inner, cells_.context)) return {};
  if (inner->getType()->isArrayType() && inner->isGLValue()) return ofAddress(*inner, frame);
  if (const auto* standard = dyn_cast<CXXDefaultArgExpr>(inner)) return of(*standard->getExpr(), frame);
  if (const auto* standard = dyn_cast<CXXDefaultInitExpr>(inner)) return of(*standard->getExpr(), frame);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(inner)) return {};
  if (const Expr* taken = isPointer(inner->getType()) ? takenIn(*inner) : nullptr) return ofAddress(*taken, frame);
  if (const auto* call = dyn_cast<CallExpr>(inner)) return ofCall(*call, frame);
  if (const auto* choice = dyn_cast<ConditionalOperator>(inner)) {
    Values all = of(*choice->getTrueExpr(), frame);
    append(all, of(*choice->getFalseExpr(), frame));
    return all;
  }
  if (const auto* list = dyn_cast<InitListExpr>(inner))
    return list->getNumInits() == 0 ? Values{} : list->getNumInits() == 1 ? of(*list->getInit(0), frame) : unknown;
  if (const auto* made = dyn_cast<CXXNewExpr>(inner)) {
    if (made->getNumPlacementArgs() > 0) return unknown;
    return {madeAt(*made, frame)};
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(inner)) {
    if (cells_.isOfProject(*made->getConstructor()->getParent())) return unknown;
    Values all = ofArguments({made->getArgs(), made->getNumArgs()}, frame);
    all.push_back(madeAt(*made, frame));
    return all;
  }
  if (isPointer(inner->getType())) {
    if (const auto* binary = dyn_cast<BinaryOperator>(inner)) {
      if (binary->isAdditiveOp() && cells_.isMadeOfAddresses(*binary)) return unknown;
      if (binary->isAdditiveOp())
        return of(isPointer(binary->getLHS()->getType()) ? *binary->getLHS() : *binary->getRHS(), frame);
      if (binary->getOpcode() == BO_Comma || binary->getOpcode() == BO_Assign) return of(*binary->getRHS(), frame);
      return binary->isCompoundAssignmentOp() ? ofPlace(*binary->getLHS(), frame) : unknown;
    }
    if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->isIncrementDecrementOp())
      return ofPlace(*unary->getSubExpr(), frame);
    return inner->isGLValue() ? ofPlace(*inner, frame) : unknown;
  }
  return holdsPointers(inner->getType()) && inner->getType()->isRecordType() ? ofObject(*inner, frame) : unknown;
}

/// What a place holds: a variable of the function that is looked into, or of all that there is.
Values PointerValues::ofPlace(const Expr& place, const Frame* frame) {
  const PointerCells::Cell cell = cells_.cellOf(place);
  const auto* name = dyn_cast<DeclRefExpr>(place.IgnoreParens());
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  const bool isOfCallee = variable && isOf(frame, variable->getParentFunctionOrMethod());
  const bool isLocal = variable && variable->isLocalVarDeclOrParm() && !variable->isStaticLocal() &&
                       !variable->getType()->isReferenceType() && !name->refersToEnclosingVariableOrCapture() &&
                       cells_.isVariable(cell) && (!frame || isOfCallee);
  const bool isEverNull = isLocal && variable->isLocalVarDecl() && variable->getInit() &&
                          isNull(*variable->getInit(), cells_.context) && cells_.writes(cell).empty() &&
                          !cells_.isOpen(cell);
  if (isEverNull) return {};  // what nothing else is seen to set
  Values all = ofCell(cell, isLocal ? frame : nullptr);
  for (Value& one : all) {
    one.isLocal = one.isLocal && isLocal;
    if (!isLocal) one.isOnce = false;
  }
  moveOn(all, place);
  return all;
}

Values PointerValues::ofCell(PointerCells::Cell cell, const Frame* frame) {
  cell = cells_.sameAs(cell);
  if (++steps_ > mostSteps) return unknown;
  const std::pair asked(cell, frame ? frame->call.at : nullptr);
  if (!asked_.insert(asked).second) {
    if (frame) return unknown;  // another call of the function that is looked into
    circles_.insert(cell);
    return {};
  }
  Values all;
  for (const PointerCells::Write& write : cells_.writes(cell)) append(all, ofWrite(write, frame));
  for (const ParmVarDecl* parameter : cells_.parameters(cell)) append(all, ofParameter(*parameter, frame));
  asked_.erase(asked);
  const bool isSet = !cells_.writes(cell).empty() || !cells_.parameters(cell).empty();
  if (!isSet || cells_.isOpen(cell)) return unknown;  // by what is not seen, too
  return all;
}

Values PointerValues::ofWrite(const PointerCells::Write& write, const Frame* frame) {
  using Kind = PointerCells::Write::Kind;
  Values given;
  if (write.kind == Kind::unread || !write.at) return unknown;
  if (write.kind == Kind::made) {
    given.push_back(madeAt(*write.at, frame));
  } else {
    given = write.kind == Kind::address ? ofAddress(*write.value, frame) : of(*write.value, frame);
  }
  moveOn(given, *write.at);
  for (Value& one : given) one.isOnce = one.isOnce && write.isOnce;
  return given;
}

Values PointerValues::ofParameter(const ParmVarDecl& parameter, const Frame* frame) {
  const auto* function = dyn_cast<FunctionDecl>(parameter.getDeclContext());
  if (!function) return unknown;
  const unsigned index = parameter.getFunctionScopeIndex();
  const auto passed = [&](const PointerCells::Call& call, const Frame* outer) {
    if (index >= call.arguments.size()) return unknown;
    Values given = of(*call.arguments[index], outer);
    moveOn(given, *call.at);
    for (Value& one : given) one.at = nullptr;
    return given;
  };
  if (isOf(frame, function)) return passed(frame->call, frame->outer);
  if (cells_.mayBeCalledElsewhere(*function) || cells_.isOpen(*function)) return unknown;
  const std::vector<PointerCells::Call>* calls = cells_.callsOf(*function);
  if (!calls) {
    // Its callers, who are not here, know. What a library makes of a class is not seen.
    if (isa<CXXConstructorDecl>(function)) return unknown;
    return {Value{&parameter, {}, nullptr, false, false, 0}};
  }
  Values all;
  for (const PointerCells::Call& call : *calls) append(all, passed(call, nullptr));
  for (Value& one : all) one.isLocal = false;
  return all;
}

/// What the address of a place leads to.
Values PointerValues::ofAddress(const Expr& place, const Frame* frame) {
  if (++steps_ > mostSteps) return unknown;
  const Expr* inner = place.IgnoreParenCasts();
  if (const Expr* object = memoryOf(*inner)) return ofMemory(*object);
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(inner))
    return cells_.isMadeOfAddresses(*element->getIdx()) ? unknown : of(*element->getBase(), frame);
  if (const auto* unary = dyn_cast<UnaryOperator>(inner))
    return unary->getOpcode() == UO_Deref ? of(*unary->getSubExpr(), frame) : unknown;
  if (const auto* member = dyn_cast<MemberExpr>(inner)) {
    if (const auto* variable = dyn_cast<VarDecl>(member->getMemberDecl())) return ofVariable(*variable);
    return member->isArrow() ? of(*member->getBase(), frame) : ofAddress(*member->getBase(), frame);
  }
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(inner)) {
    const FunctionDecl* callee = call->getDirectCallee();
    const bool isElement = call->getOperator() == OO_Subscript && callee && !cells_.isOfProject(*callee);
    return isElement && cells_.ownsMemory(call->getArg(0)->getType()) ? ofMemory(*call->getArg(0)) : unknown;
  }
  const auto* name = dyn_cast<DeclRefExpr>(inner);
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  if (!variable) return unknown;
  if (!variable->getType()->isReferenceType()) return ofVariable(*variable);
  const Expr* bound = isa<ParmVarDecl>(variable) ? nullptr : variable->getAnyInitializer();
  if (bound) return ofAddress(*bound, frame);
  const auto* parameter = dyn_cast<ParmVarDecl>(variable);
  const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
  const unsigned index = parameter ? parameter->getFunctionScopeIndex() : 0;
  if (!function || cells_.mayBeCalledElsewhere(*function) || cells_.isOpen(*function)) return unknown;
  if (isOf(frame, function))
    return index < frame->call.arguments.size() ? ofAddress(*frame->call.arguments[index], frame->outer) : unknown;
  const std::vector<PointerCells::Call>* calls = cells_.callsOf(*function);
  if (!calls) return ofVariable(*variable);
  Values all;
  for (const PointerCells::Call& call : *calls)
    append(all, index < call.arguments.size() ? ofAddress(*call.arguments[index], nullptr) : unknown);
  return all;
}

Values PointerValues::ofArguments(llvm::ArrayRef<const Expr*> arguments, const Frame* frame) {
  Values all;
  for (const Expr* argument : arguments) {
    if (holdsPointers(argument->getType())) append(all, of(*argument, frame));
  }
  return all;
}

Values PointerValues::ofCall(const CallExpr& call, const Frame* frame) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee) return unknown;
  if (!cells_.isOfProject(*callee)) return ofLibrary(call, frame);
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const FunctionDecl* definition = bodyThatRuns(*callee);
  if (!definition || (method && method->isVirtual())) return unknown;
  if (depthOf(frame) >= mostCalls) return unknown;
  return ofReturns(call, *definition, frame);
}

Values PointerValues::ofReturns(const CallExpr& call, const FunctionDecl& callee, const Frame* frame) {
  const Frame inside{{&call, argumentsOf(call).vec()}, &callee, frame, depthOf(frame) + 1};
  std::vector<const ReturnStmt*> returns;
  addReturns(callee.getBody(), returns);
  Values all;
  for (const ReturnStmt* one : returns) {
    if (!one->getRetValue()) return unknown;
    Values given = of(*one->getRetValue(), &inside);
    moveOn(given, *one);
    for (Value& value : given) {
      value.at = &call;
      if (!value.isLocal || value.depth != inside.depth) continue;
      value.calls.push_back(&call);
      --value.depth;
    }
    append(all, std::move(given));
  }
  return returns.empty() ? unknown : all;
}

Values PointerValues::ofLibrary(const CallExpr& call, const Frame* frame) {
  if (const Expr* on = passesOn(call)) return of(*on, frame);
  if (const Expr* object = memoryOf(call)) return ofMemory(*object);
  const Expr* object = objectOf(call);
  if (object && call.isGLValue() && isPointer(call.getType())) return ofPlace(call, frame);
  // `std::next(a, std::distance(a, b))` is b.
  if (std::ranges::any_of(argumentsOf(call), [&](const Expr* one) { return cells_.isMadeOfAddresses(*one); }))
    return unknown;
  Values all = ofArguments(argumentsOf(call), frame);
  if (object)
    append(all, ofObject(*object, frame));
  else if (all.empty() && isPointer(call.getType()) && !makesMemory(*call.getDirectCallee()))
    return unknown;
  else
    all.push_back(madeAt(call, frame));
  if (call.isGLValue()) append(all, ofCell(PointerCells::elsewhere, nullptr));
  return all;
}

/// What an object of a library's class gives pointers to: memory of its own, or what it was given.
Values PointerValues::ofObject(const Expr& object, const Frame* frame) {
  const Expr* inner = stripped(&object);
  if (const auto* call = dyn_cast<CallExpr>(inner)) return ofCall(*call, frame);
  if (isa<CXXConstructExpr>(inner)) return of(*inner, frame);
  const auto* name = dyn_cast<DeclRefExpr>(inner);
  const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
  if (parameter && !cells_.isOfProject(*parameter->getType().getNonReferenceType()->getAsCXXRecordDecl()))
    return ofParameter(*parameter, frame);
  const ValueDecl* own = PointerCells::ownObject(*inner);
  if (!own || !cells_.isContainer(own->getType())) return unknown;
  const PointerCells::Cell cell = cells_.elementsOf(*inner);
  if (!cells_.ownsMemory(own->getType())) return ofCell(cell, nullptr);
  Values all = ofMemory(*inner);
  if (cells_.keepsPointers(own->getType())) append(all, ofCell(cell, nullptr));
  return all;
}

/// The memory that a container owns.
Values PointerValues::ofMemory(const Expr& container) const {
  const ValueDecl* own = PointerCells::ownObject(container);
  if (!own) return unknown;
  Values all = ofVariable(*own);
  const PointerCells::Cell cell = cells_.elementsOf(container);
  if (cells_.isElsewhere(cell) || cells_.isExchanged(cell)) all.front().object = &cells_;  // one of several, perhaps
  return all;
}

}  // namespace warpwright::model
