#include "analysis/passes/idle_blocks/working_threads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <optional>

#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/compaction/thread_numbers.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr int64_t mostFactor = 1 << 20;

class BoundReader {
 public:
  BoundReader(const rewrite::Editor& editor, const FunctionDecl& kernel)
      : editor_(editor),
        kernel_(kernel),
        context_(kernel.getASTContext()),
        mentions_(rewrite::mentionsOf(kernel.getBody())) {}

  Result<WorkingThreads> read() {
    rewrite::EffectReader reader(editor_, {.ofBlocks = true});
    Result<rewrite::KernelHead> head = rewrite::readHead(reader, *kernel_.getBody(), mentions_);
    if (!head.ok()) return head.error();
    head_ = *std::move(head);
    for (const rewrite::HeadPart& part : head_.parts) {
      if (!part.condition) continue;
      if (auto bound = boundOf(*part.condition, part.leaves != nullptr)) return *bound;
    }
    return inputError("no condition bounds the number of threads that do something");
  }

 private:
  /// A condition that has to hold, or where threads leave, must not.
  std::optional<WorkingThreads> boundOf(const Expr& given, bool leaves) const {
    const Expr* condition = given.IgnoreParenImpCasts();
    if (const auto* turned = dyn_cast<UnaryOperator>(condition); turned && turned->getOpcode() == UO_LNot)
      return boundOf(*turned->getSubExpr(), !leaves);
    const auto* compared = dyn_cast<BinaryOperator>(condition);
    if (!compared) return std::nullopt;
    if (compared->getOpcode() == (leaves ? BO_LOr : BO_LAnd)) {
      const auto left = boundOf(*compared->getLHS(), leaves);
      return left ? left : boundOf(*compared->getRHS(), leaves);
    }
    if (!compared->isRelationalOp()) return std::nullopt;
    BinaryOperatorKind kind = compared->getOpcode();
    if (leaves) kind = BinaryOperator::negateComparisonOp(kind);
    const bool isTurned = kind == BO_GT || kind == BO_GE;  // `n > i`
    const Expr* thread = isTurned ? compared->getRHS() : compared->getLHS();
    const Expr* bound = isTurned ? compared->getLHS() : compared->getRHS();
    WorkingThreads working;
    const auto factor = factorOf(thread, 0);
    if (!factor || !readBound(*bound, working)) return std::nullopt;
    working.factor = *factor;
    working.more = kind == BO_LE || kind == BO_GE ? 1 : 0;
    return isCountable(working) ? std::optional(working) : std::nullopt;
  }

  /// How many threads in a row have one value of the expression, which goes up with their number. Nothing: it does not.
  std::optional<int64_t> factorOf(const Expr* expression, int depth) const {
    expression = expression->IgnoreParenImpCasts();
    const bool isWide = expression->getType()->isIntegerType() && !expression->getType()->isBooleanType() &&
                        context_.getIntWidth(expression->getType()) >= 32;
    if (!isWide || depth > 16) return std::nullopt;
    if (rewrite::threadNumber(*expression, context_)) return 1;
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(expression)) return factorOf(cast->getSubExpr(), depth + 1);
    if (const auto* name = dyn_cast<DeclRefExpr>(expression)) {
      const VarDecl* variable = head_.fixed(*name, mentions_);
      const bool isNumber =
          variable && variable->getType()->isIntegerType() && context_.getIntWidth(variable->getType()) >= 32;
      return isNumber ? factorOf(variable->getInit(), depth + 1) : std::nullopt;
    }
    const auto* quotient = dyn_cast<BinaryOperator>(expression);
    if (!quotient || (quotient->getOpcode() != BO_Div && quotient->getOpcode() != BO_Shr)) return std::nullopt;
    auto by = numberIn(*quotient->getRHS());
    if (by && quotient->getOpcode() == BO_Shr)
      by = *by >= 0 && *by < 20 ? std::optional(int64_t{1} << *by) : std::nullopt;
    const auto inner = by && *by > 0 && *by <= mostFactor ? factorOf(quotient->getLHS(), depth + 1) : std::nullopt;
    return inner && *inner * *by <= mostFactor ? std::optional(*inner * *by) : std::nullopt;
  }

  std::optional<int64_t> numberIn(const Expr& expression) const {
    Expr::EvalResult value;
    if (expression.isValueDependent() || !expression.EvaluateAsInt(value, context_) || value.HasSideEffects ||
        value.Val.getInt().getSignificantBits() > 40)
      return std::nullopt;
    return value.Val.getInt().getExtValue();
  }

  bool readBound(const Expr& given, WorkingThreads& working) const {
    working.compared = given.getType().getCanonicalType().getUnqualifiedType();
    if (!working.compared->isIntegerType()) return false;
    if (const auto number = numberIn(given)) {
      working.number = *number;
      working.given = working.compared;
      return *number >= 0;
    }
    const auto* name = dyn_cast<DeclRefExpr>(given.IgnoreParenImpCasts());
    const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
    if (!parameter || !rewrite::isOnlyRead(mentions_, parameter)) return false;
    working.given = parameter->getType().getCanonicalType().getUnqualifiedType();
    const auto* plain = working.given->getAs<BuiltinType>();
    if (!plain || !plain->isInteger() || working.given->isBooleanType()) return false;
    working.argument = static_cast<int>(parameter->getFunctionScopeIndex());
    return true;
  }

  /// Has the host numbers for it: `long long`, or `unsigned long long` where it has no sign and stands alone?
  bool isCountable(const WorkingThreads& working) const {
    const bool isWide = context_.getIntWidth(working.given) > 32;
    if (isWide && (working.factor != 1 || working.more != 0)) return false;
    // A number below 0 would be a large one.
    const bool changesSign = working.compared->isUnsignedIntegerType() && working.given->isSignedIntegerType();
    return !changesSign || context_.getIntWidth(working.compared) == 32;
  }

  const rewrite::Editor& editor_;
  const FunctionDecl& kernel_;
  const ASTContext& context_;
  rewrite::Mentions mentions_;
  rewrite::KernelHead head_;
};

}  // namespace

Result<WorkingThreads> workingThreads(const rewrite::Editor& editor, const FunctionDecl& kernel) {
  return BoundReader(editor, kernel).read();
}

}  // namespace warpwright::passes
