#include "analysis/passes/keep_row/value_form.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/SmallString.h>

#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/hoist/loop_values.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

/// Writes one form down. `loop`: whose counter is one; null: no variable is.
class FormWriter {
 public:
  FormWriter(const Mentions& mentions, const ASTContext& context, const SteppedLoop* loop)
      : mentions_(mentions), context_(context), loop_(loop) {}

  /// False: it has no form.
  bool value(const Expr& given) {
    const Expr& value = *given.IgnoreParens();
    if (constant(value)) return true;
    if (const auto index = indexNamed(value)) {
      form_.text += index->first + "." + std::to_string(index->second) + ";";
      return true;
    }
    if (const auto* name = dyn_cast<DeclRefExpr>(&value)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return variable && named(*variable);
    }
    if (const auto* made = dyn_cast<SubstNonTypeTemplateParmExpr>(&value)) return this->value(*made->getReplacement());
    if (const auto* cast = dyn_cast<CastExpr>(&value)) return converted(*cast);
    if (const auto* both = dyn_cast<BinaryOperator>(&value)) {
      if (both->isAssignmentOp() || both->isCommaOp()) return false;
      begin(BinaryOperator::getOpcodeStr(both->getOpcode()).str(), both->getType());
      return this->value(*both->getLHS()) && this->value(*both->getRHS());
    }
    const auto* one = dyn_cast<UnaryOperator>(&value);
    if (!one) return false;
    begin("unary" + UnaryOperator::getOpcodeStr(one->getOpcode()).str(), one->getType());
    switch (one->getOpcode()) {
      case UO_Plus:
      case UO_Minus:
      case UO_Not:
      case UO_LNot:
        return this->value(*one->getSubExpr());
      case UO_AddrOf:
        return place(*one->getSubExpr());
      default:
        return false;
    }
  }

  /// Of an address: nothing is loaded there.
  bool place(const Expr& given) {
    const Expr& place = *given.IgnoreParens();
    begin("place", place.getType().getUnqualifiedType());
    if (const auto* element = dyn_cast<ArraySubscriptExpr>(&place))
      return value(*element->getBase()) && value(*element->getIdx());
    const auto* target = dyn_cast<UnaryOperator>(&place);
    return target && target->getOpcode() == UO_Deref && value(*target->getSubExpr());
  }

  /// `++k`, `k += step`, `k = k + step`.
  bool step(const Expr& given) {
    const Expr& step = *given.IgnoreParens();
    const auto isOfCounter = [&](const Expr& place) {
      const auto* name = dyn_cast<DeclRefExpr>(place.IgnoreParens());
      return name && name->getDecl()->getCanonicalDecl() == loop_->counter->getCanonicalDecl();
    };
    if (const auto* one = dyn_cast<UnaryOperator>(&step)) {
      begin(one->isIncrementOp() ? "up" : "down", one->getType());
      return one->isIncrementDecrementOp() && isOfCounter(*one->getSubExpr());
    }
    const auto* set = dyn_cast<BinaryOperator>(&step);
    if (!set || !set->isAssignmentOp() || !isOfCounter(*set->getLHS())) return false;
    const auto* more = dyn_cast<CompoundAssignOperator>(set);
    begin(set->getOpcodeStr().str(), more ? more->getComputationResultType() : set->getType());
    return value(*set->getRHS());
  }

  void begin(const std::string& word, QualType type) {
    form_.text +=
        word + ":" + std::to_string(reinterpret_cast<uintptr_t>(type.getCanonicalType().getAsOpaquePtr())) + ";";
  }

  ValueForm take() { return std::move(form_); }

 private:
  bool constant(const Expr& value) {
    if (value.isValueDependent() || !value.isPRValue() || !value.getType()->isIntegralOrEnumerationType()) return false;
    Expr::EvalResult result;
    if (!value.EvaluateAsInt(result, context_) || result.HasSideEffects) return false;
    llvm::SmallString<24> number;
    result.Val.getInt().toString(number, 10);
    begin(number.str().str(), value.getType());
    return true;
  }

  bool converted(const CastExpr& cast) {
    switch (cast.getCastKind()) {
      case CK_LValueToRValue:
        // What is loaded from memory changes: only a variable's own value is one that is known to stay.
        return isa<DeclRefExpr>(cast.getSubExpr()->IgnoreParens()) && value(*cast.getSubExpr());
      case CK_NoOp:
        return value(*cast.getSubExpr());
      case CK_IntegralCast:
      case CK_BitCast:
      case CK_IntegralToBoolean:
        begin("cast", cast.getType());
        return value(*cast.getSubExpr());
      default:
        return false;
    }
  }

  bool named(const VarDecl& variable) {
    const QualType type = variable.getType();
    if (!isOfThread(variable) || type.isVolatileQualified() ||
        !(type->isIntegralOrEnumerationType() || type->isPointerType()))
      return false;
    if (loop_ && variable.getCanonicalDecl() == loop_->counter->getCanonicalDecl()) {
      form_.text += "counter;";
      return true;
    }
    // A name that the round gives to a value: that value.
    if (isOfRound(variable)) {
      begin("is", type);
      return value(*variable.getInit());
    }
    form_.text += std::to_string(reinterpret_cast<uintptr_t>(variable.getCanonicalDecl())) + ";";
    form_.variables.insert(variable.getCanonicalDecl());
    return true;
  }

  bool isOfRound(const VarDecl& variable) const {
    const auto declared = mentions_.declared.find(variable.getCanonicalDecl());
    return loop_ && variable.getInit() && declared != mentions_.declared.end() &&
           holds(declared->second.parents, *loop_->statement->getBody()) &&
           isOnlyRead(mentions_, variable.getCanonicalDecl());
  }

  const Mentions& mentions_;
  const ASTContext& context_;
  const SteppedLoop* loop_;
  ValueForm form_;
};

}  // namespace

std::optional<ValueForm> ValueForms::ofHead(const SteppedLoop& loop) const {
  FormWriter first(mentions_, context_, nullptr), rest(mentions_, context_, &loop);
  rest.begin("counter", loop.counter->getType());
  if (!loop.step || !first.value(*loop.first) || !rest.value(*loop.condition) || !rest.step(*loop.step))
    return std::nullopt;
  ValueForm head = first.take(), others = rest.take();
  head.text += others.text;
  head.variables.merge(others.variables);
  return head;
}

std::optional<ValueForm> ValueForms::ofPlace(const Expr& place, const SteppedLoop& loop) const {
  FormWriter writer(mentions_, context_, &loop);
  if (!writer.place(place)) return std::nullopt;
  return writer.take();
}

}  // namespace warpwright::rewrite
