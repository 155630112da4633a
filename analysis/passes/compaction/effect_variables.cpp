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

std::optional<std::pair<std::string, int>> indexNamed(const Stmt& expression) {
  const auto* pseudo = dyn_cast<PseudoObjectExpr>(&expression);
  if (!pseudo) return std::nullopt;
  const auto* property = dyn_cast<MSPropertyRefExpr>(pseudo->getSyntacticForm()->IgnoreParens());
  if (!property) return std::nullopt;
  const Expr* base = property->getBaseExpr()->IgnoreParenImpCasts();
  if (const auto* opaque = dyn_cast<OpaqueValueExpr>(base); opaque && opaque->getSourceExpr()) {
    base = opaque->getSourceExpr()->IgnoreParenImpCasts();
  }
  const auto* name = dyn_cast<DeclRefExpr>(base);
  const StringRef member = property->getPropertyDecl()->getName();
  if (!name || member.size() != 1 || member[0] < 'x' || member[0] > 'z') return std::nullopt;
  return std::pair(name->getDecl()->getNameAsString(), member[0] - 'x');
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
