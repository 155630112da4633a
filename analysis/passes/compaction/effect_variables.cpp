// What variables, types and names of a kernel are, as their declarations tell.
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/passes/compaction/effects.h"

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

bool isOwn(const VarDecl& variable, const MergedAxis& axis) {
  if (isOfThread(variable)) return true;
  if (!axis.ofBlocks || !variable.hasAttr<CUDASharedAttr>() || variable.hasExternalStorage()) return false;
  const auto* function = dyn_cast<FunctionDecl>(variable.getDeclContext());
  return function && function->hasAttr<CUDAGlobalAttr>();
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

}  // namespace warpwright::rewrite
