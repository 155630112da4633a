#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <utility>

#include "analysis/passes/compaction/effects.h"

namespace warpwright::rewrite {

using namespace clang;

// What is chosen when the program is compiled has no effect; of a template, the branch not taken is not there any more.
void EffectReader::branchHead(const IfStmt& choice) {
  if (choice.isConsteval()) return refuse(choice, "chooses with `if consteval`");
  statement(choice.getInit());
  statement(choice.getConditionVariableDeclStmt());
  if (!choice.isConstexpr()) read(choice.getCond());
}

// `for (float w : weights)` over an array, whose elements stay as they are.
void EffectReader::rangeHead(const CXXForRangeStmt& loop) {
  statement(loop.getInit());
  const VarDecl& variable = *loop.getLoopVariable();
  const Expr* range = loop.getRangeInit()->IgnoreParens();
  const QualType type = variable.getType(), plain = type.getNonReferenceType();
  const bool isArray = range->isLValue() && range->getType()->isConstantArrayType();
  const bool onlyReads = !type->isReferenceType() || plain.isConstQualified();
  if (!isArray || !onlyReads || isa<DecompositionDecl>(variable) || plain.isVolatileQualified() ||
      !plain.isTriviallyCopyableType(editor_.unit()->ast())) {
    return refuse(loop, "goes over something else than the values of an array with its range-based `for`");
  }
  place(range, Use::read);
  effects_.declares.insert(&variable);
  effects_.writes.insert(&variable);
}

Effects EffectReader::ofHead(const Stmt& statement) {
  Effects outer = std::exchange(effects_, {});
  if (const auto* choice = dyn_cast<IfStmt>(&statement)) branchHead(*choice);
  if (const auto* loop = dyn_cast<CXXForRangeStmt>(&statement)) rangeHead(*loop);
  return std::exchange(effects_, std::move(outer));
}

}  // namespace warpwright::rewrite
