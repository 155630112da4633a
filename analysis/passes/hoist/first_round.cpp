#include "analysis/passes/hoist/first_round.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <optional>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Control may leave it in another way than at its end.
bool jumps(const Stmt* statement) {
  return frontend::anyPart(statement, [](const Stmt& part) {
    return isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt>(part);
  });
}

/// Whoever evaluates the expression evaluates this operand of it.
bool alwaysTakes(const Expr& around, const Stmt& operand, const ASTContext& context) {
  if (const auto* both = dyn_cast<BinaryOperator>(&around)) return !both->isLogicalOp() || both->getLHS() == &operand;
  if (const auto* choice = dyn_cast<ConditionalOperator>(&around)) return choice->getCond() == &operand;
  // What is built in may look at an operand's type alone.
  if (const auto* call = dyn_cast<CallExpr>(&around)) {
    const unsigned built = call->getBuiltinCallee();
    return built == 0 || context.BuiltinInfo.isPredefinedLibFunction(built);
  }
  return isa<UnaryOperator, CastExpr, ParenExpr, ArraySubscriptExpr, MemberExpr, CXXConstructExpr, ExprWithCleanups,
             MaterializeTemporaryExpr>(around);
}

/// Whoever comes to the statement comes to this part of it.
bool alwaysComes(const Stmt& around, const Stmt& part, const ASTContext& context) {
  if (const auto* block = dyn_cast<CompoundStmt>(&around)) {
    const auto at = std::find(block->body_begin(), block->body_end(), &part);
    return at != block->body_end() && std::none_of(block->body_begin(), at, jumps);
  }
  if (const auto* choice = dyn_cast<IfStmt>(&around))
    return !choice->isConsteval() && (choice->getInit() == &part || choice->getCond() == &part);
  if (const auto* loop = dyn_cast<ForStmt>(&around)) return loop->getInit() == &part || loop->getCond() == &part;
  if (const auto* loop = dyn_cast<WhileStmt>(&around)) return loop->getCond() == &part;
  if (const auto* loop = dyn_cast<DoStmt>(&around)) return loop->getBody() == &part;
  if (isa<DeclStmt, AttributedStmt>(around)) return true;
  const auto* expression = dyn_cast<Expr>(&around);
  return expression && alwaysTakes(*expression, part, context);
}

bool names(const Stmt* part, const VarDecl& variable) {
  return frontend::anyPart(part, [&](const Stmt& one) {
    const auto* name = dyn_cast<DeclRefExpr>(&one);
    return name && name->getDecl()->getCanonicalDecl() == variable.getCanonicalDecl();
  });
}

/// `for (int k = begin; k < end; …)`: whether there is a round can be asked in front of it.
FirstRound ofBody(const ForStmt& loop, const ASTContext& context) {
  const auto* declared = dyn_cast_or_null<DeclStmt>(loop.getInit());
  const auto* counter = declared && declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
  const auto* compared = loop.getCond() && !loop.getConditionVariable()
                             ? dyn_cast<BinaryOperator>(loop.getCond()->IgnoreParenImpCasts())
                             : nullptr;
  if (!counter || !counter->getInit() || counter->getInitStyle() != VarDecl::CInit || !compared) return {};
  const QualType type = counter->getType();
  if (!type->isIntegerType() || type->isBooleanType() || type->isEnumeralType() || type.isVolatileQualified())
    return {};
  if (!compared->isRelationalOp() && compared->getOpcode() != BO_NE) return {};
  const Expr &begin = *counter->getInit(), &end = *compared->getRHS();
  if (namedVariable(compared->getLHS()) != counter->getCanonicalDecl() || names(&end, *counter)) return {};
  if (hasEffects(&begin, context) || hasEffects(&end, context)) return {};
  return {FirstRound::Kind::ifAny, counter, &begin, compared};
}

/// Both ends are numbers of the text, and there is a round.
bool hasRound(const FirstRound& round, const ASTContext& context) {
  Expr::EvalResult begin, end;
  const auto& compared = *cast<BinaryOperator>(round.comparison);
  if (!round.begin->EvaluateAsInt(begin, context) || !compared.getRHS()->EvaluateAsInt(end, context)) return false;
  const llvm::APSInt &from = begin.Val.getInt(), &to = end.Val.getInt();
  if (from.isNegative() || to.isNegative()) return false;
  const int order = llvm::APSInt::compareValues(from, to);
  switch (compared.getOpcode()) {
    case BO_LT:
      return order < 0;
    case BO_LE:
      return order <= 0;
    case BO_GT:
      return order > 0;
    case BO_GE:
      return order >= 0;
    default:
      return order != 0;
  }
}

}  // namespace

FirstRound firstRoundOf(const Stmt& part, const std::vector<const Stmt*>& parents, const Stmt& loop,
                        const ASTContext& context) {
  auto at = std::find(parents.begin(), parents.end(), &loop);
  const auto inside = [&](auto around) { return around + 1 == parents.end() ? &part : *(around + 1); };
  FirstRound result{FirstRound::Kind::always};
  if (const auto* counting = dyn_cast<ForStmt>(&loop); counting && inside(at) == counting->getBody()) {
    result = ofBody(*counting, context);
    if (result.kind == FirstRound::Kind::notKnown) return {};
    if (hasRound(result, context)) result = {FirstRound::Kind::always};
    ++at;
    if (at == parents.end()) return result;
  }
  for (; at != parents.end(); ++at) {
    if (!alwaysComes(**at, *inside(at), context)) return {};
  }
  return result;
}

}  // namespace warpwright::rewrite
