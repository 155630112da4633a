#include "analysis/passes/atomic_order/counter_updates.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "analysis/passes/warp_exchange/uniform_values.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Sums modulo 2^n, extremes and bits: the same in any order and in any groups. Of floating-point numbers sums alone,
/// which are not (CounterArray::isReal).
constexpr std::array operations = {"atomicAdd", "atomicSub", "atomicMin", "atomicMax",
                                   "atomicAnd", "atomicOr",  "atomicXor"};

LineList lineOf(const frontend::ParsedUnit& unit, const Stmt& at) {
  return lineText(positionAt(unit, at.getBeginLoc()).line);
}

/// The atomic function of CUDA that is called; empty: another one.
std::string atomicName(const frontend::ParsedUnit& unit, const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  if (!callee || !callee->getIdentifier() || !callee->getName().starts_with("atomic")) return {};
  if (unit.isProjectFile(fileNameAt(unit, callee->getLocation()))) return {};
  const bool isGlobal = callee->getDeclContext()->getRedeclContext()->isTranslationUnit();
  return isGlobal && call.getNumArgs() >= 1 ? callee->getName().str() : std::string();
}

/// What names the array in `&a[i]`, `a + i`, `a`, `&a`; null: another form.
const DeclRefExpr* rootOf(const Expr& pointer) {
  const Expr* place = pointer.IgnoreParenCasts();
  const auto* taken = dyn_cast<UnaryOperator>(place);
  if (taken && taken->getOpcode() == UO_AddrOf) {
    const Expr* element = taken->getSubExpr()->IgnoreParens();
    if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(element))
      return dyn_cast<DeclRefExpr>(subscript->getBase()->IgnoreParenImpCasts());
    return dyn_cast<DeclRefExpr>(element);
  }
  const auto* sum = dyn_cast<BinaryOperator>(place);
  if (sum && sum->getOpcode() == BO_Add) place = sum->getLHS()->IgnoreParenImpCasts();
  return dyn_cast<DeclRefExpr>(place);
}

/// Is it a statement, whose value nobody takes?
bool isDropped(const Placed<CallExpr>& call) {
  const Stmt* part = call.node;
  for (auto around = call.parents.rbegin(); around != call.parents.rend(); ++around) {
    const Stmt* parent = *around;
    if (isa<ParenExpr, ExprWithCleanups, AttributedStmt>(parent)) {
      part = parent;
      continue;
    }
    if (const auto* cast = dyn_cast<CastExpr>(parent); cast && cast->getCastKind() == CK_ToVoid) {
      part = parent;
      continue;
    }
    if (const auto* choice = dyn_cast<IfStmt>(parent)) return part == choice->getThen() || part == choice->getElse();
    if (const auto* loop = dyn_cast<ForStmt>(parent)) return part == loop->getBody() || part == loop->getInc();
    if (const auto* loop = dyn_cast<WhileStmt>(parent)) return part == loop->getBody();
    if (const auto* loop = dyn_cast<DoStmt>(parent)) return part == loop->getBody();
    if (const auto* loop = dyn_cast<CXXForRangeStmt>(parent)) return part == loop->getBody();
    if (const auto* label = dyn_cast<SwitchCase>(parent)) return part == label->getSubStmt();
    return isa<CompoundStmt>(parent);
  }
  return false;
}

/// Memory of which blocks can have copies: behind an argument, or a variable of the device with one dimension.
bool mayHaveCopy(const VarDecl& variable, const FunctionDecl& kernel) {
  if (const auto* argument = dyn_cast<ParmVarDecl>(&variable))
    return argument->getDeclContext() == &kernel && argument->getType()->isPointerType();
  return variable.hasGlobalStorage() && !variable.isLocalVarDecl() && variable.hasAttr<CUDADeviceAttr>() &&
         !variable.hasAttr<CUDASharedAttr>() && !variable.hasAttr<CUDAConstantAttr>();
}

class CounterFinder {
 public:
  CounterFinder(const frontend::ParsedUnit& unit, const FunctionDecl& kernel)
      : unit_(unit), kernel_(kernel), mentions_(mentionsOf(kernel.getBody())) {}

  std::vector<CounterArray> all() {
    for (const Placed<CallExpr>& call : mentions_.calls) add(call);
    if (found_.empty()) return {};
    const Message other = otherAtomic();
    for (CounterArray& counter : found_) {
      if (counter.why.empty()) counter.why = hiddenMention(counter);
      if (counter.why.empty()) counter.why = other;
    }
    return std::move(found_);
  }

 private:
  void add(const Placed<CallExpr>& call) {
    const std::string name = atomicName(unit_, *call.node);
    const DeclRefExpr* root = name.empty() ? nullptr : rootOf(*call.node->getArg(0));
    const auto* variable = root ? dyn_cast<VarDecl>(root->getDecl()) : nullptr;
    if (!variable || !mayHaveCopy(*variable, kernel_)) return;
    CounterArray& counter = counterOf(*variable);
    counter.updates.push_back({call.node, root});
    if (counter.why.empty()) counter.why = problemOf(counter, call, name);
  }

  CounterArray& counterOf(const VarDecl& variable) {
    const auto known = std::find_if(found_.begin(), found_.end(), [&](const CounterArray& one) {
      return one.array->getCanonicalDecl() == variable.getCanonicalDecl();
    });
    if (known != found_.end()) return *known;
    found_.push_back({&variable, {}, {}, false, {}, {}});
    return found_.back();
  }

  /// What is wrong with one update; `counter` learns what it is.
  Message problemOf(CounterArray& counter, const Placed<CallExpr>& call, const std::string& name) const {
    const LineList line = lineOf(unit_, *call.node);
    if (!isDropped(call))
      return {"what %1 gives at %2 is used, and it depends on what other threads did", code(name), line};
    if (std::find(operations.begin(), operations.end(), name) == operations.end() || call.node->getNumArgs() != 2)
      return {"%1 at %2 cannot be done for a block at once", code(name), line};
    const QualType pointer = call.node->getDirectCallee()->getParamDecl(0)->getType();
    const QualType type = pointer->isPointerType() ? pointer->getPointeeType() : QualType();
    const bool isSum =
        name == "atomicAdd" && !type.isNull() &&
        (type->isSpecificBuiltinType(BuiltinType::Float) || type->isSpecificBuiltinType(BuiltinType::Double));
    if (isSum) return sameKind(counter, call, name, type.getCanonicalType());
    if (!type.isNull() && (type->isRealFloatingType() || type->isRecordType() || type->isVectorType()))
      return {"it would add floating-point numbers of a type that is not understood in another order at %1", line};
    if (type.isNull() || !type->isIntegerType() || type->isEnumeralType())
      return {"%1 at %2 updates what is no whole number", code(name), line};
    return sameKind(counter, call, name == "atomicSub" ? "atomicAdd" : name, type.getCanonicalType());
  }

  Message sameKind(CounterArray& counter, const Placed<CallExpr>& call, const std::string& operation,
                   QualType type) const {
    const ASTContext& context = unit_.ast();
    const LineList line = lineOf(unit_, *call.node);
    if (type.isVolatileQualified()) return {"the memory is volatile at %1", line};
    type = type.getUnqualifiedType();
    const QualType element = counter.elementType();
    const bool isAlike =
        !element.isNull() && !element->isDependentType() &&
        (type->isIntegerType() ? element->isIntegerType() && context.getTypeSize(element) == context.getTypeSize(type)
                               : context.hasSameUnqualifiedType(element, type));
    if (!isAlike || element.isConstQualified()) return {"elements are seen as another type at %1", line};
    if (element.isVolatileQualified()) return {"the memory is volatile at %1", line};
    if (call.node->getBeginLoc().isMacroID() || counter.updates.back().array->getLocation().isMacroID() ||
        call.node->getEndLoc().isMacroID())
      return {"a macro spells the update at %1", line};
    if (counter.operation.empty()) {
      counter.operation = operation;
      counter.type = type;
      counter.isCast = !context.hasSameUnqualifiedType(element, type);
      return {};
    }
    if (counter.operation != operation || !context.hasSameType(counter.type, type))
      return {"updates are of several kinds: the one at %1 is another than those before", line};
    return {};
  }

  /// A place that names the array and is no update of it.
  Message hiddenMention(const CounterArray& counter) const {
    std::set<const DeclRefExpr*> known;
    for (const CounterUpdate& update : counter.updates) known.insert(update.array);
    for (const auto& [variable, places] : mentions_.variables) {
      if (variable->getCanonicalDecl() != counter.array->getCanonicalDecl()) continue;
      for (const Mention& place : places) {
        if (!known.contains(place.node))
          return {"%1 does something else with it", lineText(positionAt(unit_, place.node->getBeginLoc()).line)};
      }
    }
    for (const DeclRefExpr* name : namesInTypes(kernel_.getBody())) {
      if (name->getDecl()->getCanonicalDecl() == counter.array->getCanonicalDecl())
        return {"%1 takes a type from it", lineText(positionAt(unit_, name->getBeginLoc()).line)};
    }
    return nameProblem(counter);
  }

  /// The end of the kernel has to name it as the updates do.
  Message nameProblem(const CounterArray& counter) const {
    for (const auto& [variable, declared] : mentions_.declared) {
      if (variable->getName() == counter.array->getName())
        return {"another variable of the kernel has its name at %1", lineOf(unit_, *declared.node)};
    }
    if (isa<ParmVarDecl>(counter.array)) return {};
    for (const CounterUpdate& update : counter.updates) {
      if (update.array->hasQualifier() || update.array->getFoundDecl() != update.array->getDecl() ||
          !counter.array->getDeclContext()->Encloses(kernel_.getDeclContext()))
        return {"%1 names it in another way than the end of the kernel could", lineOf(unit_, *update.call)};
    }
    return {};
  }

  /// What another atomic gives may tell threads when to go on.
  Message otherAtomic() const {
    for (const Placed<CallExpr>& other : mentions_.calls) {
      const std::string name = atomicName(unit_, *other.node);
      if (!name.empty() && !isDropped(other))
        return {"what %1 gives at %2 may tell threads that others are done", code(name), lineOf(unit_, *other.node)};
    }
    return {};
  }

  const frontend::ParsedUnit& unit_;
  const FunctionDecl& kernel_;
  Mentions mentions_;
  std::vector<CounterArray> found_;
};

/// Arguments alone, which no variable of the body can hide, and no macros, which may be defined anew: what the text
/// means is the same at the end of the kernel.
bool namesArguments(const Expr& expression) {
  bool areArguments = true;
  eachPart(&expression, [&](const Stmt& part, const auto& around) {
    const bool isIndex =
        std::any_of(around.begin(), around.end(), [](const Stmt* one) { return isa<MSPropertyRefExpr>(one); });
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    if (name && !isIndex && !isa<ParmVarDecl>(name->getDecl())) areArguments = false;
    if (part.getBeginLoc().isMacroID()) areArguments = false;
  });
  return areArguments;
}

/// `return`, alone or as the last of a block. Null: it ends in another way.
const ReturnStmt* lastReturn(const Stmt* body, bool& isAlone) {
  isAlone = true;
  body = ignoreWrappers(body);
  if (const auto* block = dyn_cast<CompoundStmt>(body)) {
    if (block->body_empty()) return nullptr;
    isAlone = block->size() == 1;
    body = ignoreWrappers(block->body_back());
  }
  return dyn_cast<ReturnStmt>(body);
}

}  // namespace

QualType CounterArray::elementType() const {
  const QualType whole = array->getType();
  if (whole->isPointerType()) return whole->getPointeeType();
  if (const auto* type = array->getASTContext().getAsConstantArrayType(whole)) return type->getElementType();
  return whole;
}

bool CounterArray::isPointer() const {
  return array->getType()->isPointerType();
}

bool CounterArray::isReal() const {
  return !type.isNull() && type->isRealFloatingType();
}

uint64_t CounterArray::extent() const {
  if (isPointer()) return 0;
  const auto* type = array->getASTContext().getAsConstantArrayType(array->getType());
  return type ? type->getSize().getZExtValue() : 1;
}

bool CounterArray::hasEffects() const {
  return std::any_of(updates.begin(), updates.end(), [&](const CounterUpdate& update) {
    return update.call->getArg(0)->HasSideEffects(array->getASTContext());
  });
}

const Expr* indexOf(const CounterUpdate& update) {
  const Expr* place = update.call->getArg(0)->IgnoreParenImpCasts();
  const auto* taken = dyn_cast<UnaryOperator>(place);
  if (taken && taken->getOpcode() == UO_AddrOf) {
    const auto* subscript = dyn_cast<ArraySubscriptExpr>(taken->getSubExpr()->IgnoreParens());
    return subscript ? subscript->getIdx()->IgnoreParenImpCasts() : nullptr;
  }
  const auto* sum = dyn_cast<BinaryOperator>(place);
  return sum && sum->getOpcode() == BO_Add ? sum->getRHS()->IgnoreParenImpCasts() : nullptr;
}

bool isOneOfBlock(const CounterArray& counter, const FunctionDecl& kernel) {
  const Mentions mentions = mentionsOf(kernel.getBody());
  const passes::UniformValues uniform(kernel, mentions);
  std::optional<llvm::FoldingSetNodeID> first;
  for (const CounterUpdate& update : counter.updates) {
    const Expr* index = indexOf(update);
    if (!index || !uniform.is(*index) || !namesArguments(*index)) return false;
    llvm::FoldingSetNodeID form;
    index->Profile(form, kernel.getASTContext(), true);
    if (first && *first != form) return false;
    first = form;
  }
  return first.has_value();
}

std::vector<CounterArray> counterArrays(const frontend::ParsedUnit& unit, const FunctionDecl& kernel) {
  if (!kernel.getBody()) return {};
  return CounterFinder(unit, kernel).all();
}

std::string neutralText(const CounterArray& counter, const ASTContext& context) {
  if (counter.isReal()) return context.getTypeSize(counter.type) == 64 ? "-0.0" : "-0.0f";
  const bool isWide = context.getTypeSize(counter.type) == 64, isSigned = counter.type->isSignedIntegerType();
  const std::string ones = isWide ? "0xffffffffffffffffULL" : "0xffffffffU";
  if (counter.operation == "atomicAnd") return isSigned ? "-1" : ones;
  if (counter.operation == "atomicMin") return !isSigned ? ones : isWide ? "0x7fffffffffffffffLL" : "0x7fffffff";
  if (counter.operation == "atomicMax" && isSigned) return isWide ? "(-0x7fffffffffffffffLL - 1)" : "(-0x7fffffff - 1)";
  return "0";
}

Result<KernelEnds> endsOf(const frontend::ParsedUnit& unit, const FunctionDecl& kernel) {
  const auto* body = cast<CompoundStmt>(kernel.getBody());
  KernelEnds ends;
  std::set<const ReturnStmt*> known;
  for (const Stmt* statement : body->body()) {
    const Stmt* part = ignoreWrappers(statement);
    if (const auto* last = dyn_cast<ReturnStmt>(part); last && statement == body->body_back()) {
      ends.last = last;
      known.insert(last);
    }
    const auto* choice = dyn_cast<IfStmt>(part);
    if (!choice || choice->getElse() || choice->getInit() || choice->getConditionVariable() || choice->isConstexpr() ||
        choice->isConsteval() || choice->getBeginLoc().isMacroID())
      continue;
    bool isAlone = false;
    const ReturnStmt* end = lastReturn(choice->getThen(), isAlone);
    if (!end) continue;
    ends.early.push_back({statement, choice, end, isAlone});
    known.insert(end);
  }
  const ReturnStmt* other = nullptr;
  eachPart(body, [&](const Stmt& part, const auto&) {
    const auto* end = dyn_cast<ReturnStmt>(&part);
    if (end && !known.contains(end) && !other) other = end;
  });
  if (other) return inputError({"threads leave the kernel at %1, inside of other statements", lineOf(unit, *other)});
  return ends;
}

Message strangeText(const frontend::ParsedUnit& unit, const FunctionDecl& kernel) {
  const Mentions mentions = mentionsOf(kernel.getBody());
  if (!mentions.launches.empty()) return {"%1 launches a kernel", lineOf(unit, *mentions.launches.front().node)};
  if (!mentions.strange) return {};
  return {"%1 holds a lambda, a jump, assembly or `new`", lineOf(unit, *mentions.strange)};
}

}  // namespace warpwright::rewrite
