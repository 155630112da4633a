// What variables, types, names and functions of the language are, as their declarations tell.
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>

#include "analysis/model/language_functions.h"
#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/group_calls.h"

namespace warpwright::rewrite {

using namespace clang;

bool isInitialised(const VarDecl& variable) {
  if (!variable.hasInit()) return false;
  const auto* made = dyn_cast<CXXConstructExpr>(variable.getInit());
  return !made || made->getNumArgs() > 0 || !made->getConstructor()->isTrivial() || made->isListInitialization();
}

bool isOfThread(const VarDecl& variable) {
  return variable.getDeclContext()->isFunctionOrMethod() && !variable.hasAttr<CUDASharedAttr>() &&
         !variable.isStaticLocal() && !variable.hasExternalStorage();
}

bool isSharedOfKernel(const VarDecl& variable) {
  if (!variable.hasAttr<CUDASharedAttr>() || variable.hasExternalStorage()) return false;
  const auto* function = dyn_cast<FunctionDecl>(variable.getDeclContext());
  return function && function->hasAttr<CUDAGlobalAttr>();
}

bool isOwn(const VarDecl& variable, const MergedAxis& axis) {
  return isOfThread(variable) || (axis.ofBlocks && !axis.keepsShared && isSharedOfKernel(variable));
}

// Is there a pointer in a value of the type, or may there be?
bool mayHoldPointer(QualType type) {
  type = type.getCanonicalType();
  if (const auto* array = type->getAsArrayTypeUnsafe()) return mayHoldPointer(array->getElementType());
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) {
    return !type->isArithmeticType() && !type->isEnumeralType() && !type->isVoidType();
  }
  const auto inField = [](const FieldDecl* field) { return mayHoldPointer(field->getType()); };
  const auto inBase = [](const CXXBaseSpecifier& base) { return mayHoldPointer(base.getType()); };
  return llvm::any_of(record->fields(), inField) || llvm::any_of(record->bases(), inBase);
}

bool ordersWarp(const FunctionDecl& function) {
  return function.getDeclName().isIdentifier() && function.getName() == "__syncwarp" && model::isOfLanguage(function);
}

bool exchangesInWarp(const CallExpr& call) {
  const GroupCall done = groupCall(call);
  if (done == GroupCall::exchanges || done == GroupCall::orders) return true;
  if (!call.getDirectCallee()) return false;
  const FunctionDecl& function = *call.getDirectCallee();
  if (!function.getDeclName().isIdentifier() || !model::isOfLanguage(function)) return false;
  if (ordersWarp(function)) return true;
  static constexpr std::array names = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync",
                                       "__any_sync",  "__all_sync",     "__ballot_sync",    "__match_any_sync"};
  const StringRef name = function.getName();
  return std::find(names.begin(), names.end(), name) != names.end() ||
         (name.starts_with("__reduce_") && name.ends_with("_sync"));
}

}  // namespace warpwright::rewrite
