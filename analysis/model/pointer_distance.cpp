#include "analysis/model/pointer_distance.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <vector>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/cuda_names.h"
#include "analysis/model/pointer_expressions.h"

namespace warpwright::model {

using namespace clang;

namespace {

constexpr int mostSteps = 16;

const VarDecl* variableIn(const Expr& expression) {
  const auto* name = dyn_cast<DeclRefExpr>(stripped(&expression));
  return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

/// Does a part of the code read the variable, or have the runtime make the memory that it leads to?
bool isRead(const Stmt& part, const VarDecl& variable) {
  const auto* cast = dyn_cast<ImplicitCastExpr>(&part);
  return cast && cast->getCastKind() == CK_LValueToRValue && variableIn(*cast->getSubExpr()) == &variable;
}
bool isMade(const Stmt& part, const VarDecl& variable, const SourceText& text) {
  const auto* call = dyn_cast<CallExpr>(&part);
  const bool makes = call && call->getNumArgs() > 0 && cudaFunction(*call, text).starts_with("cudaMalloc");
  const Expr* taken = makes ? takenIn(*call->getArg(0)) : nullptr;
  return taken && variableIn(*taken) == &variable;
}

/// A pointer, and the bytes that are counted from it.
struct Lead {
  const Expr* base = nullptr;
  int64_t bytes = 0;
  bool isKept = false;  ///< a variable kept it
};

class Follower {
 public:
  Follower(const SourceText& text, ASTContext& context) : text_(text), context_(context) {}

  /// All that the pointer is seen to be counted from, the nearest first.
  std::vector<Lead> follow(const Expr& pointer) const {
    std::vector<Lead> all{{stripped(&pointer)}};
    for (int steps = 0; steps < mostSteps && !all.back().base->isValueDependent(); ++steps) {
      Lead next = all.back();
      step(next);
      if (next.base == all.back().base) break;
      all.push_back(next);
    }
    return all;
  }

  /// Has it one value, all the time that others are made of it? Its own function sees all of its mentions.
  bool isOneMemory(const VarDecl& variable) const {
    return variable.getType()->isArrayType() || (variable.isLocalVarDeclOrParm() && isOnlyRead(variable, true));
  }

 private:
  void step(Lead& lead) const {
    const Expr& at = *lead.base;
    const auto* sum = dyn_cast<BinaryOperator>(&at);
    if (sum && sum->isAdditiveOp() && sum->getType()->isPointerType()) {
      const bool isLeft = sum->getLHS()->getType()->isPointerType();
      const Expr &pointer = isLeft ? *sum->getLHS() : *sum->getRHS(),
                 &number = isLeft ? *sum->getRHS() : *sum->getLHS();
      return count(lead, pointer, number, pointer.getType()->getPointeeType(), sum->getOpcode() == BO_Sub);
    }
    // An element whose address is taken, or a row that is its own address.
    const Expr* taken = at.getType()->isArrayType() ? &at : takenIn(at);
    const auto* element = taken ? dyn_cast<ArraySubscriptExpr>(taken->IgnoreParens()) : nullptr;
    if (element) return count(lead, *element->getBase(), *element->getIdx(), element->getType(), false);
    const auto* followed = taken ? dyn_cast<UnaryOperator>(taken->IgnoreParens()) : nullptr;
    if (followed && followed->getOpcode() == UO_Deref) {
      lead.base = stripped(followed->getSubExpr());
      return;
    }
    const VarDecl* variable = variableIn(at);
    const bool keeps = variable && variable->isLocalVarDecl() && !variable->isStaticLocal() && variable->getInit() &&
                       variable->getType()->isPointerType() && isOnlyRead(*variable, false);
    if (!keeps) return;
    lead.base = stripped(variable->getInit());
    lead.isKept = true;
  }

  /// A number that is not known leaves the sum what others are counted from.
  void count(Lead& lead, const Expr& pointer, const Expr& number, QualType type, bool isBack) const {
    Expr::EvalResult value;
    const bool isSized = !type->isIncompleteType() || type->isVoidType();
    if (!isSized || number.isValueDependent() || !number.EvaluateAsInt(value, context_)) return;
    const llvm::APSInt& elements = value.Val.getInt();
    if (elements.getSignificantBits() > 63) return;
    int64_t bytes = 0;
    const int64_t size = context_.getTypeSizeInChars(type).getQuantity();
    if (__builtin_mul_overflow(elements.getExtValue(), isBack ? -size : size, &bytes)) return;
    if (__builtin_add_overflow(lead.bytes, bytes, &lead.bytes)) return;
    lead.base = stripped(&pointer);
  }

  bool isOnlyRead(const VarDecl& variable, bool mayBeMade) const {
    const auto* function = dyn_cast_or_null<FunctionDecl>(variable.getParentFunctionOrMethod());
    const Stmt* body = function ? function->getBody() : nullptr;
    if (!body || variable.getType()->isReferenceType() || variable.getType().isVolatileQualified()) return false;
    int mentions = 0, reads = 0;
    frontend::anyPart(body, [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      mentions += name && name->getDecl() == &variable;
      reads += isRead(part, variable) || (mayBeMade && isMade(part, variable, text_));
      return false;
    });
    return mentions == reads;
  }

  const SourceText& text_;
  ASTContext& context_;
};

}  // namespace

std::optional<int64_t> bytesBetween(const Expr& from, const Expr& to, const SourceText& text, ASTContext& context) {
  const Follower follower(text, context);
  for (const Lead& a : follower.follow(from)) {
    for (const Lead& b : follower.follow(to)) {
      if (a.base->HasSideEffects(context) || !areAlike(*a.base, *b.base, context)) continue;
      // What a variable has kept since then may have changed.
      const VarDecl* variable = variableIn(*a.base);
      if ((a.isKept || b.isKept) && (!variable || !follower.isOneMemory(*variable))) continue;
      int64_t bytes = 0;
      return __builtin_sub_overflow(b.bytes, a.bytes, &bytes) ? std::nullopt : std::optional(bytes);
    }
  }
  return std::nullopt;
}

}  // namespace warpwright::model
