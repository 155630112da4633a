#include "analysis/rewrite/tree/constant_loops.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>

#include <functional>

#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr int64_t limit = int64_t{1} << 31;

std::optional<int64_t> fitting(int64_t value, QualType type) {
  if (value >= limit || value <= -limit || (value < 0 && type->isUnsignedIntegerType())) return std::nullopt;
  return value;
}

std::optional<int64_t> ofBinary(const BinaryOperator& binary, int64_t left, int64_t right) {
  switch (binary.getOpcode()) {
    case BO_Add:
      return left + right;
    case BO_Sub:
      return left - right;
    case BO_Mul:
      return left * right;
    case BO_Div:
      return right == 0 ? std::nullopt : std::optional(left / right);
    case BO_Rem:
      return right == 0 ? std::nullopt : std::optional(left % right);
    case BO_Shl:
      return left < 0 || right < 0 || right > 31 ? std::nullopt : std::optional(left << right);
    case BO_Shr:
      return left < 0 || right < 0 || right > 31 ? std::nullopt : std::optional(left >> right);
    case BO_LT:
      return left < right;
    case BO_LE:
      return left <= right;
    case BO_GT:
      return left > right;
    case BO_GE:
      return left >= right;
    case BO_NE:
      return left != right;
    default:
      return std::nullopt;
  }
}

enum class ElementAccess : uint8_t { changed, escaped };

/// Calls `take` for each variable with which something other than a read is done. `parent`: what stands around the
/// part, but for parentheses.
void eachChanged(const Stmt* part, const Stmt* parent, const std::function<void(const VarDecl*, ElementAccess)>& take) {
  if (!part) return;
  if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(part)) part = pseudo->getSyntacticForm();
  if (const auto* declared = dyn_cast<DeclStmt>(part)) {
    for (const Decl* decl : declared->decls()) {
      if (const auto* variable = dyn_cast<VarDecl>(decl)) take(variable, ElementAccess::changed);
    }
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(part)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const auto* cast = dyn_cast_or_null<CastExpr>(parent);
    const bool isRead = cast && cast->getCastKind() == CK_LValueToRValue;
    const auto* unary = dyn_cast_or_null<UnaryOperator>(parent);
    const auto* binary = dyn_cast_or_null<BinaryOperator>(parent);
    const bool isAssigned = (unary && unary->isIncrementDecrementOp()) ||
                            (binary && binary->isAssignmentOp() && binary->getLHS()->IgnoreParens() == part);
    if (variable && !isRead) take(variable, isAssigned ? ElementAccess::changed : ElementAccess::escaped);
  }
  const Stmt* around = isa<ParenExpr>(part) ? parent : part;
  for (const Stmt* child : part->children()) eachChanged(child, around, take);
}

std::optional<int64_t> stepOf(const Expr* increment, const VarDecl* counter, const ASTContext& context) {
  if (!increment) return std::nullopt;
  increment = increment->IgnoreParens();
  if (const auto* unary = dyn_cast<UnaryOperator>(increment)) {
    if (!unary->isIncrementDecrementOp() || namedVariable(unary->getSubExpr()) != counter) return std::nullopt;
    return unary->isIncrementOp() ? 1 : -1;
  }
  const auto* binary = dyn_cast<BinaryOperator>(increment);
  if (!binary || (binary->getOpcode() != BO_AddAssign && binary->getOpcode() != BO_SubAssign)) return std::nullopt;
  if (namedVariable(binary->getLHS()) != counter) return std::nullopt;
  const auto step = valueOf(binary->getRHS(), {}, context);
  if (!step || *step == 0) return std::nullopt;
  return binary->getOpcode() == BO_AddAssign ? *step : -*step;
}

}  // namespace

bool isLoop(const Stmt* statement) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
}

std::optional<int64_t> valueOf(const Expr* expression, const KnownValues& known, const ASTContext& context) {
  if (!expression || expression->isValueDependent() || !expression->getType()->isIntegralOrEnumerationType()) {
    return std::nullopt;
  }
  expression = expression->IgnoreParens();
  if (const auto* name = dyn_cast<DeclRefExpr>(expression)) {
    const auto value = known.find(dyn_cast<VarDecl>(name->getDecl()));
    if (value != known.end()) return fitting(value->second, expression->getType());
  }
  if (const auto* cast = dyn_cast<CastExpr>(expression)) {
    const auto value = valueOf(cast->getSubExpr(), known, context);
    // A narrower type might cut the number.
    if (!value || context.getTypeSize(cast->getType()) < 32) return std::nullopt;
    return fitting(*value, cast->getType());
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && !unary->isIncrementDecrementOp()) {
    const auto value = valueOf(unary->getSubExpr(), known, context);
    if (!value || (unary->getOpcode() != UO_Minus && unary->getOpcode() != UO_Plus)) return std::nullopt;
    return fitting(unary->getOpcode() == UO_Minus ? -*value : *value, unary->getType());
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    const auto left = valueOf(binary->getLHS(), known, context), right = valueOf(binary->getRHS(), known, context);
    if (!left || !right) return std::nullopt;
    const auto value = ofBinary(*binary, *left, *right);
    return value ? fitting(*value, binary->getType()) : std::nullopt;
  }
  Expr::EvalResult constant;
  if (!expression->EvaluateAsInt(constant, context)) return std::nullopt;
  const llvm::APSInt number = constant.Val.getInt();
  if (!number.isRepresentableByInt64()) return std::nullopt;
  return fitting(number.getExtValue(), expression->getType());
}

std::optional<SteppedLoop> steppedLoop(const ForStmt* loop, const ASTContext& context) {
  SteppedLoop counting;
  counting.statement = loop;
  if (loop->getConditionVariable() || !loop->getInit() || !loop->getCond() || !loop->getBody()) return std::nullopt;
  if (const auto* declared = dyn_cast<DeclStmt>(loop->getInit())) {
    if (!declared->isSingleDecl()) return std::nullopt;
    counting.counter = dyn_cast<VarDecl>(declared->getSingleDecl());
    counting.first = counting.counter ? counting.counter->getInit() : nullptr;
  } else if (const auto* assigned = dyn_cast<BinaryOperator>(loop->getInit())) {
    if (assigned->getOpcode() != BO_Assign) return std::nullopt;
    counting.counter = namedVariable(assigned->getLHS());
    counting.first = assigned->getRHS();
  }
  if (!counting.counter || !counting.first || !counting.counter->isLocalVarDeclOrParm()) return std::nullopt;
  const QualType type = counting.counter->getType();
  if (!type->isIntegerType() || type.isVolatileQualified() || context.getTypeSize(type) < 32) return std::nullopt;
  const auto* comparison = dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParens());
  if (!comparison || !comparison->isComparisonOp() || namedVariable(comparison->getLHS()) != counting.counter) {
    return std::nullopt;
  }
  counting.condition = comparison;
  if (changedIn(loop->getBody()).contains(counting.counter)) return std::nullopt;
  counting.step = loop->getInc();
  return counting;
}

std::optional<CountingLoop> countingLoop(const ForStmt* loop, const ASTContext& context) {
  const std::optional<SteppedLoop> read = steppedLoop(loop, context);
  const auto step = read ? stepOf(read->step, read->counter, context) : std::nullopt;
  if (!step) return std::nullopt;
  return CountingLoop{read->statement, read->counter, read->first, read->condition, *step};
}

std::optional<bool> goesOn(const CountingLoop& loop, const KnownValues& known, const ASTContext& context) {
  const auto value = valueOf(loop.condition, known, context);
  if (!value) return std::nullopt;
  return *value != 0;
}

std::set<const VarDecl*> changedIn(const Stmt* statement) {
  std::set<const VarDecl*> changed;
  eachChanged(statement, nullptr, [&](const VarDecl* variable, ElementAccess) { changed.insert(variable); });
  return changed;
}

std::set<const VarDecl*> escapedIn(const Stmt* statement) {
  std::set<const VarDecl*> escaped;
  eachChanged(statement, nullptr, [&](const VarDecl* variable, ElementAccess access) {
    if (access == ElementAccess::escaped) escaped.insert(variable);
  });
  return escaped;
}

}  // namespace warpwright::rewrite
