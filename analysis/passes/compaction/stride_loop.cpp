#include "analysis/passes/compaction/stride_loop.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/passes/compaction/statements.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/source/steps.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

bool isIndex(QualType type, const ASTContext& context) {
  return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() && context.getIntWidth(type) >= 32;
}

/// The variable that the expression names, and nothing changes: its declaration says what it is. Null: none.
const VarDecl* fixedVariable(const Expr& expression, const Mentions& mentions, const ASTContext& context) {
  const VarDecl* variable = namedVariable(&expression);
  const bool isFixed = variable && !isa<ParmVarDecl>(variable) && isOfThread(*variable) && variable->getInit() &&
                       isIndex(variable->getType(), context) && isOnlyRead(mentions, variable);
  return isFixed ? variable : nullptr;
}

bool isNumber(const Expr& expression, const Mentions& mentions, const ASTContext& context) {
  if (threadNumber(expression, context)) return true;
  const VarDecl* variable = fixedVariable(expression, mentions, context);
  return variable && threadNumber(*variable->getInit(), context);
}

bool isCount(const Expr& expression, const Mentions& mentions, const ASTContext& context) {
  if (isThreadCount(expression, context)) return true;
  const VarDecl* variable = fixedVariable(expression, mentions, context);
  return variable && isThreadCount(*variable->getInit(), context);
}

/// The one variable that a head declares, with a value.
const VarDecl* declaredIn(const Stmt* head) {
  const auto* declared = dyn_cast_or_null<DeclStmt>(head);
  const auto* variable = declared && declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
  return variable && variable->getInit() ? variable : nullptr;
}

/// Is it the variable, through conversions that nobody wrote?
bool isVariable(const Expr& expression, const VarDecl& variable) {
  const auto* name = dyn_cast<DeclRefExpr>(expression.IgnoreParenImpCasts());
  return name && name->getDecl() == &variable;
}

std::optional<StrideLoop> strideLoop(const ForStmt& loop, const Mentions& mentions, const ASTContext& context) {
  const VarDecl* counter = declaredIn(loop.getInit());
  const auto* condition = dyn_cast_or_null<BinaryOperator>(loop.getCond());
  const auto* step = dyn_cast_or_null<CompoundAssignOperator>(loop.getInc());
  if (!counter || !condition || !step || loop.getConditionVariable() || condition->getOpcode() != BO_LT ||
      step->getOpcode() != BO_AddAssign || !isIndex(counter->getType(), context))
    return std::nullopt;
  const QualType compared = condition->getLHS()->getType().getCanonicalType().getUnqualifiedType();
  const bool isIt = isVariable(*condition->getLHS(), *counter) && isVariable(*step->getLHS(), *counter) &&
                    isIndex(compared, context) &&
                    context.getIntWidth(compared) >= context.getIntWidth(counter->getType()) &&
                    isNumber(*counter->getInit(), mentions, context) && isCount(*step->getRHS(), mentions, context);
  if (!isIt) return std::nullopt;
  return StrideLoop{&loop, counter, counter->getInit(), condition->getRHS(), step->getRHS(), compared};
}

const IfStmt* plainChoice(const Stmt& statement) {
  const auto* choice = dyn_cast<IfStmt>(&statement);
  const bool isPlain = choice && !choice->getElse() && !choice->getInit() && !choice->getConditionVariable() &&
                       !choice->isConstexpr() && !choice->isConsteval();
  return isPlain ? choice : nullptr;
}

class RoundsReader {
 public:
  RoundsReader(const Editor& editor, EffectReader& reader, const StrideLoop& loop)
      : editor_(editor), reader_(reader), loop_(loop) {}

  Result<KernelHead> read(const FunctionDecl& kernel, const Mentions& mentions) {
    if (Status could = allOf({inFront(*kernel.getBody()), number(*kernel.getBody(), mentions), rounds()}); !could.ok())
      return could.error();
    head_.rounds = loop_;
    const Stmt* body = loop_.statement->getBody();
    const auto* block = dyn_cast<CompoundStmt>(body);
    if (block) head_.work.assign(block->body_begin(), block->body_end());
    if (!block) head_.work = {body};
    if (head_.work.empty()) return inputError("its threads do nothing with memory");
    return std::move(head_);
  }

 private:
  Error refusal(const Stmt& at, const Message& what) const {
    return inputError({"%1 %2", lineText(positionAt(*editor_.unit(), at.getBeginLoc()).line), what});
  }

  /// Declarations and conditions, under which the loop stands last.
  Status inFront(const Stmt& body) {
    const auto* block = dyn_cast<CompoundStmt>(&body);
    const std::vector<const Stmt*> list =
        block ? std::vector<const Stmt*>(block->body_begin(), block->body_end()) : std::vector{&body};
    for (const Stmt* statement : list) {
      if (statement == loop_.statement) return {};
      const IfStmt* choice = plainChoice(*statement);
      if (choice && statement == list.back()) {
        Status could = quiet(*choice->getCond(), reader_.ofExpression(choice->getCond()));
        return could.ok() ? inFront(*choice->getThen()) : could;
      }
      if (!choice && !isa<DeclStmt, NullStmt>(statement))
        return refusal(*statement, "does more than to declare and to ask, in front of its loop");
      if (Status could = quiet(*statement, reader_.ofStatement(statement)); !could.ok()) return could;
      if (isa<DeclStmt>(statement)) head_.parts.push_back({statement, nullptr, nullptr});
    }
    return {};
  }

  /// Nothing that others could see.
  Status quiet(const Stmt& at, const Result<Effects>& effects) const {
    if (!effects.ok()) return effects.error();
    const bool isAlone = std::includes(effects->declares.begin(), effects->declares.end(), effects->writes.begin(),
                                       effects->writes.end());
    const bool isQuiet = isAlone && !effects->stores() && !effects->repeats && !effects->hasBarrier;
    return isQuiet ? Status() : refusal(at, "does more than to declare and to ask, in front of its loop");
  }

  /// The thread's number says where it begins, and nothing else.
  Status number(const Stmt& body, const Mentions& mentions) const {
    const Result<NumberUses> uses = findThreadNumbers(editor_, body);
    if (!uses.ok()) return uses.error();
    const VarDecl* variable =
        threadNumber(*loop_.first, loop_.counter->getASTContext()) ? nullptr : namedVariable(loop_.first);
    const bool isOnce = uses->numbers.size() == 1 && (!variable || mentions.variables.at(variable).size() == 1);
    return isOnce ? Status() : refusal(*loop_.statement, "has a loop that begins with a number that is used elsewhere");
  }

  /// What a round does is its own. A counter that a round changes is handed on.
  Status rounds() const {
    const Stmt& body = *loop_.statement->getBody();
    if (endsRounds(body)) return refusal(*loop_.statement, "has a loop whose rounds may end in the middle");
    const Result<Effects> effects = reader_.ofStatement(&body);
    if (!effects.ok()) return effects.error();
    for (const VarDecl* written : effects->writes) {
      if (effects->declares.contains(written)) continue;
      return refusal(*loop_.statement,
                     {"has a loop that hands %1 on from round to round", code(written->getNameAsString())});
    }
    return {};
  }

  const Editor& editor_;
  EffectReader& reader_;
  const StrideLoop& loop_;
  KernelHead head_;
};

}  // namespace

std::optional<StrideLoop> strideLoopOf(const Stmt& body, const Mentions& mentions, const ASTContext& context) {
  const auto* block = dyn_cast<CompoundStmt>(&body);
  if (block && block->body_empty()) return std::nullopt;
  const Stmt& last = block ? *block->body_back() : body;
  if (const auto* loop = dyn_cast<ForStmt>(&last)) return strideLoop(*loop, mentions, context);
  const IfStmt* choice = plainChoice(last);
  return choice ? strideLoopOf(*choice->getThen(), mentions, context) : std::nullopt;
}

Result<KernelHead> readRounds(const Editor& editor, EffectReader& reader, const FunctionDecl& kernel,
                              const StrideLoop& loop, const Mentions& mentions) {
  return RoundsReader(editor, reader, loop).read(kernel, mentions);
}

}  // namespace warpwright::rewrite
