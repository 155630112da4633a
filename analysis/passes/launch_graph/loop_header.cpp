#include "analysis/passes/launch_graph/loop_header.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/source/macro_text.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr int64_t largestStart = 1'000'000;  ///< numbers of rounds that are added to it are numbers, too

/// A variable of its function that counts and never wraps below what an `int` holds.
bool mayCount(const VarDecl& variable, const ASTContext& context) {
  const QualType type = variable.getType().getCanonicalType();
  return variable.hasLocalStorage() && type->isBuiltinType() && type->isIntegerType() && !type->isBooleanType() &&
         !type.isVolatileQualified() && !type.isConstQualified() && context.getIntWidth(type) >= 32;
}

const VarDecl* namedBy(const Expr* expression) {
  const auto* name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  if (!name || name->refersToEnclosingVariableOrCapture()) return nullptr;
  return dyn_cast<VarDecl>(name->getDecl());
}

/// `++i`, `i++`, `i += 1`
bool isStep(const Expr* step, const VarDecl& counter, const ASTContext& context) {
  if (!step) return false;
  const Expr* inner = step->IgnoreParenImpCasts();
  if (const auto* unary = dyn_cast<UnaryOperator>(inner))
    return unary->isIncrementOp() && namedBy(unary->getSubExpr()) == &counter;
  const auto* adds = dyn_cast<CompoundAssignOperator>(inner);
  if (!adds || adds->getOpcode() != BO_AddAssign || namedBy(adds->getLHS()) != &counter) return false;
  const auto* by = dyn_cast<IntegerLiteral>(adds->getRHS()->IgnoreParenImpCasts());
  return by && by->getValue() == 1 && adds->getRHS()->getType()->isIntegerType() && context.getLangOpts().CPlusPlus;
}

/// What the counter starts at: a variable that the header declares, or sets.
const Expr* startOf(const ForStmt& loop, LoopHeader& header) {
  if (const auto* declares = dyn_cast_or_null<DeclStmt>(loop.getInit())) {
    const auto* variable = declares->isSingleDecl() ? dyn_cast<VarDecl>(declares->getSingleDecl()) : nullptr;
    header.counter = variable;
    const Expr* start = variable ? variable->getInit() : nullptr;
    const auto* list = dyn_cast_or_null<InitListExpr>(start);
    return list && list->getNumInits() == 1 ? list->getInit(0) : start;
  }
  const auto* sets = dyn_cast_or_null<BinaryOperator>(loop.getInit());
  if (!sets || sets->getOpcode() != BO_Assign) return nullptr;
  header.counter = namedBy(sets->getLHS());
  return sets->getRHS();
}

}  // namespace

Result<LoopHeader> readLoopHeader(const rewrite::Editor& editor, const ForStmt& loop) {
  const ASTContext& context = editor.unit()->ast();
  const Error other = inputError("it does not count its rounds one by one, from a number up to another");
  LoopHeader header;
  const Expr* start = startOf(loop, header);
  Expr::EvalResult first;
  if (!start || !header.counter || !mayCount(*header.counter, context) || loop.getConditionVariable()) return other;
  if (start->isValueDependent() || !start->EvaluateAsInt(first, context)) return other;
  header.first = first.Val.getInt().getExtValue();
  if (first.Val.getInt().isNegative() || header.first < 0 || header.first > largestStart) return other;

  const auto* condition =
      dyn_cast_or_null<BinaryOperator>(loop.getCond() ? loop.getCond()->IgnoreParenImpCasts() : nullptr);
  const bool isUpTo = condition && (condition->getOpcode() == BO_LT || condition->getOpcode() == BO_LE);
  if (!isUpTo || namedBy(condition->getLHS()) != header.counter) return other;
  header.bound = condition->getRHS();
  header.includesBound = condition->getOpcode() == BO_LE;
  const QualType type = header.bound->IgnoreImpCasts()->getType().getCanonicalType();
  if (!type->isBuiltinType() || !type->isIntegerType() || type->isBooleanType()) return other;
  if (!isStep(loop.getInc(), *header.counter, context)) return other;

  Expr::EvalResult bound;
  if (!header.bound->isValueDependent() && header.bound->EvaluateAsInt(bound, context))
    header.knownBound = bound.Val.getInt().isRepresentableByInt64() ? bound.Val.getInt().getExtValue() : INT64_MAX;
  const Result<rewrite::TextRange> startPlace = editor.spelled(loop.getInit()->getSourceRange());
  if (!startPlace.ok()) return startPlace.error();
  const Result<rewrite::TextRange> valuePlace = editor.spelled(start->getSourceRange());
  if (!valuePlace.ok()) return valuePlace.error();
  const Result<rewrite::TextRange> boundPlace = editor.spelled(header.bound->getSourceRange());
  if (!boundPlace.ok()) return boundPlace.error();
  if (Status may = rewrite::mayStandTwice(editor, *boundPlace, *header.bound); !may.ok()) return may.error();
  header.start = *startPlace;
  header.value = *valuePlace;
  if (editor.textOf(header.start).ends_with(";")) --header.start.end;
  const std::string text(editor.textOf(*boundPlace));
  const bool isWord = editor.tokens(*boundPlace).size() == 1;
  const bool isTight = isWord && (!rewrite::isMacroName(editor, text) || rewrite::bindsTightly(editor, text));
  header.boundText = isTight ? text : "(" + text + ")";
  return header;
}

}  // namespace warpwright::passes
