#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include "analysis/passes/compaction/effects.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::rewrite {

using namespace clang;

// What is chosen when the program is compiled has no effect; of a template, the branch not taken is not there any more.
Status EffectReader::branchHead(const IfStmt& choice) {
  if (choice.isConsteval()) return refusal(choice, "chooses with `if consteval`");
  return allOf({statement(choice.getInit()), statement(choice.getConditionVariableDeclStmt()),
                choice.isConstexpr() ? Status() : read(choice.getCond())});
}

// `for (float w : weights)` over an array, whose elements stay as they are.
Status EffectReader::rangeHead(const CXXForRangeStmt& loop) {
  if (Status known = statement(loop.getInit()); !known.ok()) return known;
  const VarDecl& variable = *loop.getLoopVariable();
  const Expr* range = loop.getRangeInit()->IgnoreParens();
  const QualType type = variable.getType(), plain = type.getNonReferenceType();
  const bool isArray = range->isLValue() && range->getType()->isConstantArrayType();
  const bool onlyReads = !type->isReferenceType() || plain.isConstQualified();
  if (!isArray || !onlyReads || isa<DecompositionDecl>(variable) || plain.isVolatileQualified() ||
      !plain.isTriviallyCopyableType(editor_.unit()->ast())) {
    return refusal(loop, "goes over something else than the values of an array with its range-based `for`");
  }
  effects_.declares.insert(&variable);
  effects_.writes.insert(&variable);
  return place(range, Use::read);
}

}  // namespace warpwright::rewrite
