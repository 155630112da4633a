#include "analysis/passes/local_to_shared/thread_arrays.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/written_kernel.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/variable_uses.h"
#include "analysis/rewrite/tree/written_out_loops.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Type of the elements, and how many there are along each dimension; nothing: they are no such elements.
std::optional<std::pair<QualType, std::vector<uint64_t>>> elementsOf(QualType type, const ASTContext& context) {
  std::vector<uint64_t> extents;
  while (const auto* array = context.getAsConstantArrayType(type)) {
    extents.push_back(array->getSize().getZExtValue());
    type = array->getElementType();
  }
  if (extents.empty() || type->isDependentType() || type.hasQualifiers() || type->isReferenceType()) return {};
  const auto* record = type->getAsCXXRecordDecl();
  if (record && !(record->hasDefinition() && record->hasTrivialDefaultConstructor())) return {};
  const bool isNumber = type->isArithmeticType() && !type->isAnyComplexType();
  if (!isNumber && !(record && type.isTriviallyCopyableType(context))) return {};
  return std::pair(type, std::move(extents));
}

bool isZero(const Expr& value, const ASTContext& context) {
  if (const auto* list = dyn_cast<InitListExpr>(&value))
    return llvm::all_of(list->inits(), [&](const Expr* one) { return one && isZero(*one, context); });
  if (isa<ImplicitValueInitExpr>(value)) return true;
  Expr::EvalResult result;
  if (value.isValueDependent() || !value.EvaluateAsRValue(result, context) || result.HasSideEffects) return false;
  return (result.Val.isInt() && result.Val.getInt() == 0) ||
         (result.Val.isFloat() && result.Val.getFloat().isPosZero());
}

bool isDesignated(const InitListExpr& list) {
  const InitListExpr* written = list.getSyntacticForm() ? list.getSyntacticForm() : &list;
  return llvm::any_of(written->inits(), [](const Expr* one) {
    const auto* inner = dyn_cast_or_null<InitListExpr>(one);
    return isa_and_nonnull<DesignatedInitExpr>(one) || (inner && isDesignated(*inner));
  });
}

/// What it begins with. False: that cannot be written in statements.
bool readInitialiser(ThreadArray& array, const ASTContext& context) {
  const Expr* value = array.variable->getInit();
  if (!value) return true;
  if (const auto* made = dyn_cast<CXXConstructExpr>(value)) return made->getConstructor()->isTrivial();
  const auto* list = dyn_cast<InitListExpr>(value);
  if (!list || isDesignated(*list) || array.element->isRecordType()) return false;
  array.isFilled = true;
  if (isZero(*list, context)) return true;
  if (array.extents.size() != 1) return false;
  for (const Expr* one : list->inits()) {
    if (!one || isa<InitListExpr, ImplicitValueInitExpr>(one)) return false;
    array.first.push_back(one);
  }
  array.isFilled = array.first.size() < array.elements();
  return true;
}

/// The arrays that the body declares, as far as they may lie elsewhere.
std::vector<ThreadArray> declaredIn(const FunctionDecl& kernel, const Mentions& mentions, const ASTContext& context) {
  std::vector<ThreadArray> all;
  for (const auto& [variable, declared] : mentions.declared) {
    const bool isInBlock = !declared.parents.empty() && isa<CompoundStmt>(declared.parents.back());
    if (!isInBlock || !declared.node->isSingleDecl() || variable->getParentFunctionOrMethod() != &kernel) continue;
    if (variable->getStorageClass() != SC_None || variable->hasAttrs() || variable->isConstexpr()) continue;
    auto elements = elementsOf(variable->getType(), context);
    if (!elements) continue;
    ThreadArray array;
    array.variable = variable;
    array.statement = declared.node;
    array.element = elements->first;
    array.elementBytes = static_cast<uint64_t>(context.getTypeSizeInChars(array.element).getQuantity());
    array.extents = std::move(elements->second);
    if (array.elements() > 1 && readInitialiser(array, context)) all.push_back(std::move(array));
  }
  std::ranges::sort(all, {}, [](const ThreadArray& one) { return one.variable->getLocation().getRawEncoding(); });
  return all;
}

bool counts(const ForStmt& loop, const VarDecl& variable) {
  if (const auto* declares = dyn_cast_or_null<DeclStmt>(loop.getInit()))
    return llvm::is_contained(declares->decls(), &variable);
  const auto* sets = dyn_cast_or_null<BinaryOperator>(loop.getInit());
  return sets && sets->isAssignmentOp() && namedVariable(sets->getLHS()) == &variable;
}

/// Do compilers know the place, which stands inside of these?
bool isKnown(const Expr& index, const std::vector<const Stmt*>& parents, const ASTContext& context) {
  if (!index.isValueDependent() && index.isEvaluatable(context)) return true;
  return !frontend::anyPart(&index, [&](const Stmt& part) {
    if (isa<CallExpr, MemberExpr, ArraySubscriptExpr>(part)) return true;
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable || name->isValueDependent() || name->isEvaluatable(context)) return false;
    return llvm::none_of(parents, [&](const Stmt* parent) {
      const auto* loop = dyn_cast<ForStmt>(parent);
      return loop && counts(*loop, *variable) && isWrittenOut(*loop, context);
    });
  });
}

/// Is a place of it looked up that compilers do not know, or do functions get it?
bool isLookedUp(const FunctionDecl& instance, const VarDecl& variable, size_t rank) {
  return std::ranges::any_of(findUses(instance, variable, static_cast<unsigned>(rank)), [&](const VariableUse& use) {
    return use.kind == VariableUse::Kind::address || std::ranges::any_of(use.subscripts, [&](const Expr* index) {
             return !isKnown(*index, use.parents, instance.getASTContext());
           });
  });
}

/// What an instance of the kernel has at the place of the pattern's array; null: none of these extents.
const VarDecl* arrayIn(const Mentions& instance, const ThreadArray& array) {
  for (const auto& [variable, declared] : instance.declared) {
    if (variable->getLocation() != array.variable->getLocation()) continue;
    const auto elements = elementsOf(variable->getType(), variable->getASTContext());
    return elements && elements->second == array.extents ? variable : nullptr;
  }
  return nullptr;
}

}  // namespace

std::string ThreadArray::name() const {
  return variable->getNameAsString();
}

uint64_t ThreadArray::elements() const {
  uint64_t all = 1;
  for (const uint64_t extent : extents) all *= extent;
  return all;
}

uint64_t ThreadArray::pitch() const {
  const uint64_t ofUnit = elementBytes < 4 ? 4 / elementBytes : 1;
  return ((elements() + ofUnit - 1) / ofUnit | 1) * ofUnit;
}

std::vector<ThreadArray> threadArrays(const model::ParsedKernel& kernel) {
  const FunctionDecl& pattern = *kernel.pattern;
  std::vector<ThreadArray> all = declaredIn(pattern, mentionsOf(pattern.getBody()), pattern.getASTContext());
  if (all.empty()) return all;
  std::set<const VarDecl*> wanted;
  for (const FunctionDecl* instance : model::instancesOf(kernel)) {
    const FunctionDecl* definition = nullptr;
    if (!instance->hasBody(definition)) return {};
    const Mentions mentions = mentionsOf(definition->getBody());
    std::erase_if(all, [&](ThreadArray& array) {
      const VarDecl* variable = arrayIn(mentions, array);
      if (!variable) return true;
      array.ofInstances.push_back(variable);
      if (isLookedUp(*definition, *variable, array.extents.size())) wanted.insert(array.variable);
      return false;
    });
  }
  std::erase_if(all, [&](const ThreadArray& array) { return !wanted.contains(array.variable); });
  return all;
}

}  // namespace warpwright::rewrite
