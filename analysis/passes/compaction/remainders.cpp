#include "analysis/passes/compaction/remainders.h"

#include <clang/AST/Expr.h>
#include <clang/AST/StmtCXX.h>

#include "analysis/frontend/statement_search.h"

namespace warpwright::rewrite {

using namespace clang;

namespace {

bool isWord(QualType type) {
  const auto* builtin = type.getCanonicalType()->getAs<BuiltinType>();
  return builtin && !type.isVolatileQualified() &&
         (builtin->getKind() == BuiltinType::Int || builtin->getKind() == BuiltinType::UInt);
}

const VarDecl* variableOf(const Expr* expression) {
  const auto* name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  const bool isPlain = variable && isOfThread(*variable) && !variable->getType()->isReferenceType();
  return isPlain && variable->getType()->isIntegerType() && !variable->getType().isVolatileQualified() ? variable
                                                                                                       : nullptr;
}

class Masks {
 public:
  Masks(const CompactionPlan& plan, KernelText& text) : plan_(plan), text_(text) {}

  void visit(const Stmt* statement) {
    frontend::anyPart(statement, [&](const Stmt& part) {
      const auto* test = dyn_cast<BinaryOperator>(&part);
      if (test && test->isEqualityOp() && isZero(test->getRHS())) mask(test->getLHS());
      return false;
    });
  }

 private:
  static bool isZero(const Expr* value) {
    const auto* number = dyn_cast<IntegerLiteral>(value->IgnoreParenImpCasts());
    return number && number->getValue() == 0;
  }

  void mask(const Expr* value) {
    const auto* remainder = dyn_cast<BinaryOperator>(value->IgnoreParenImpCasts());
    if (!remainder || remainder->getOpcode() != BO_Rem || !isWord(remainder->getType())) return;
    const VarDecl* row = variableOf(remainder->getLHS());
    const Expr* step = remainder->getRHS();
    if (!row || !plan_.classes.dependent.contains(row) || !isSame(step) || !namesVariable(step)) return;
    const auto whole = text_.expression(remainder->getSourceRange());
    const auto left = text_.expression(remainder->getLHS()->getSourceRange()),
               right = text_.expression(step->getSourceRange());
    if (!whole || !left || !right || left->end > right->begin || left->begin != whole->begin ||
        right->end != whole->end)
      return;
    const std::string text(text_.between(*whole));
    if (text_.indicesIn(whole->begin, whole->end) > 0 || text_.render(*whole) != text) return;
    const std::string of(text_.between(*left)), by(text_.between(*right));
    const std::string below = "(" + by + " - 1u)";
    text_.replace(*whole, "((" + by + " & " + below + ") == 0 ? " + of + " & " + below + " : " + text + ")");
  }

  // Arithmetic on variables that are the same for all merged threads: no loads, no calls, nothing that is written.
  bool isSame(const Expr* value) const {
    value = value->IgnoreParenImpCasts();
    if (!isWord(value->getType())) return false;
    if (isa<IntegerLiteral>(value)) return true;
    if (const VarDecl* variable = variableOf(value)) return !plan_.classes.dependent.contains(variable);
    const auto* sum = dyn_cast<BinaryOperator>(value);
    return sum && (sum->isMultiplicativeOp() || sum->isAdditiveOp() || sum->isShiftOp()) && isSame(sum->getLHS()) &&
           isSame(sum->getRHS());
  }

  // Compilers know better what to do with a number.
  static bool namesVariable(const Expr* value) {
    value = value->IgnoreParenImpCasts();
    if (const VarDecl* variable = variableOf(value))
      return !variable->isConstexpr() && !variable->getType().isConstQualified();
    const auto* sum = dyn_cast<BinaryOperator>(value);
    return sum && (namesVariable(sum->getLHS()) || namesVariable(sum->getRHS()));
  }

  const CompactionPlan& plan_;
  KernelText& text_;
};

}  // namespace

void maskRemainders(const CompactionPlan& plan, KernelText& text) {
  Masks masks(plan, text);
  for (const MergedLoop& loop : plan.loops) {
    for (const CodeStatement* code : loop.statements) masks.visit(code->statement);
  }
}

}  // namespace warpwright::rewrite
