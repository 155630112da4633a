#include "analysis/rewrite/tree/subscript_terms.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/rewrite/tree/index_names.h"
#include "analysis/rewrite/tree/mentions.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

constexpr int64_t largest = int64_t{1} << 40;  // past any subscript; keeps sums and products inside 64 bits

// Calls `found` for each variable that something other than a read is done with, and whether that
// is an assignment.
template <typename Found>
void eachChange(const Stmt* statement, const Stmt* parent, const Found& found) {
  if (!statement) return;
  if (const auto* name = dyn_cast<DeclRefExpr>(statement)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const auto* cast = dyn_cast_or_null<ImplicitCastExpr>(parent);
    const auto* binary = dyn_cast_or_null<BinaryOperator>(parent);
    const auto* unary = dyn_cast_or_null<UnaryOperator>(parent);
    const bool assigns = (binary && binary->isAssignmentOp() && binary->getLHS()->IgnoreParens() == name) ||
                         (unary && unary->isIncrementDecrementOp());
    if (variable && !(cast && cast->getCastKind() == CK_LValueToRValue)) found(variable->getCanonicalDecl(), assigns);
  }
  for (const Stmt* child : statement->children()) {
    eachChange(child, isa<ParenExpr>(statement) ? parent : statement, found);
  }
}

bool mayChange(const Stmt* statement, const VarDecl& variable) {
  bool changes = false;
  eachChange(statement, nullptr, [&](const VarDecl* other, bool) { changes = changes || other == &variable; });
  return changes;
}

// Casts between integers of at least 32 bits keep the values that subscripts have.
const Expr* peel(const Expr* expression, const ASTContext& context) {
  while (true) {
    const Expr* inner = expression;
    if (const auto* parens = dyn_cast<ParenExpr>(expression)) inner = parens->getSubExpr();
    if (const auto* full = dyn_cast<FullExpr>(expression)) inner = full->getSubExpr();
    if (const auto* replaced = dyn_cast<SubstNonTypeTemplateParmExpr>(expression)) inner = replaced->getReplacement();
    if (const auto* cast = dyn_cast<CastExpr>(expression)) {
      const CastKind kind = cast->getCastKind();
      const bool integers =
          kind == CK_IntegralCast && !cast->getType()->isDependentType() && context.getIntWidth(cast->getType()) >= 32;
      if (kind == CK_LValueToRValue || kind == CK_NoOp || integers) inner = cast->getSubExpr();
    }
    if (inner == expression) return expression;
    expression = inner;
  }
}

std::optional<int64_t> constantOf(const Expr* expression, const ASTContext& context) {
  if (expression->isValueDependent() || expression->isTypeDependent()) return std::nullopt;
  if (!expression->getType()->isIntegralOrEnumerationType()) return std::nullopt;
  Expr::EvalResult value;
  if (!expression->EvaluateAsInt(value, context)) return std::nullopt;
  const llvm::APSInt number = value.Val.getInt();
  if (number.getSignificantBits() > 40) return std::nullopt;
  return number.getExtValue();
}

bool inRange(const FixedValue& value) {
  const auto fits = [](int64_t number) { return number > -largest && number < largest; };
  return fits(value.constant) &&
         std::all_of(value.thread.begin(), value.thread.end(), [&](const auto& entry) { return fits(entry.second); });
}

std::optional<FixedValue> sum(std::optional<FixedValue> left, const std::optional<FixedValue>& right, int sign) {
  if (!left || !right) return std::nullopt;
  left->constant += sign * right->constant;
  for (const auto& [name, factor] : right->thread) left->thread[name] += sign * factor;
  std::erase_if(left->thread, [](const auto& entry) { return entry.second == 0; });
  return inRange(*left) ? left : std::nullopt;
}

std::optional<FixedValue> scaled(std::optional<FixedValue> value, int64_t factor) {
  if (!value || factor <= -(int64_t{1} << 20) || factor >= (int64_t{1} << 20)) return std::nullopt;
  value->constant *= factor;
  for (auto& [name, number] : value->thread) number *= factor;
  std::erase_if(value->thread, [](const auto& entry) { return entry.second == 0; });
  return inRange(*value) ? value : std::nullopt;
}

std::optional<FixedValue> constantValue(int64_t value) {
  return FixedValue{{}, value};
}

}  // namespace

SubscriptReader::SubscriptReader(const FunctionDecl& function, const BlockShape& block)
    : context_(function.getASTContext()), block_(block) {
  eachChange(function.getBody(), nullptr, [&](const VarDecl* variable, bool assigns) {
    changed_.insert(variable);
    if (!assigns) escaped_.insert(variable);
  });
  jumps_ = frontend::containsJump(function.getBody());
}

std::optional<FixedValue> SubscriptReader::ofIndexVariable(const Expr* expression) const {
  const auto* property = dyn_cast<MSPropertyRefExpr>(expression);
  const auto named = property ? indexNamed(*property) : std::nullopt;
  if (!named) return std::nullopt;
  const auto& [variable, dimension] = *named;
  const std::optional<uint32_t>& extent = block_[static_cast<size_t>(dimension)];
  if (variable == "blockDim") return extent ? constantValue(*extent) : std::nullopt;
  if (variable != "threadIdx") return std::nullopt;
  if (extent == 1u) return constantValue(0);
  return FixedValue{{{variable + "." + "xyz"[dimension], 1}}, 0};
}

// The last value that a statement in front of the expression being read gave the variable; null
// where that is not sure.
const Expr* SubscriptReader::assigned(const VarDecl& variable) const {
  if (!parents_ || jumps_ || escaped_.contains(&variable)) return nullptr;
  for (size_t i = parents_->size(); i-- > 0;) {
    const auto* block = dyn_cast<CompoundStmt>((*parents_)[i]);
    if (!block) continue;
    const bool inSwitch = i > 0 && isa<SwitchStmt>((*parents_)[i - 1]);
    const Stmt* inner = i + 1 < parents_->size() ? (*parents_)[i + 1] : nullptr;
    if (!inner || inSwitch || mayChange(inner, variable)) return nullptr;
    const auto here = std::find(block->body_begin(), block->body_end(), inner);
    if (here == block->body_end()) return nullptr;
    for (auto before = here; before != block->body_begin();) {
      --before;
      const auto* assignment = dyn_cast<BinaryOperator>(*before);
      if (assignment && assignment->getOpcode() == BO_Assign && namedVariable(assignment->getLHS()) == &variable) {
        return mayChange(assignment->getRHS(), variable) ? nullptr : assignment->getRHS();
      }
      if (const auto* declaration = dyn_cast<DeclStmt>(*before)) {
        for (const Decl* decl : declaration->decls()) {
          if (decl->getCanonicalDecl() == &variable) return variable.getInit();
        }
      }
      if (mayChange(*before, variable)) return nullptr;
    }
  }
  return nullptr;
}

std::optional<FixedValue> SubscriptReader::fixedValue(const Expr* expression) const {
  return fixed(expression, 0);
}

std::optional<FixedValue> SubscriptReader::fixed(const Expr* expression, int depth) const {
  if (depth > 32) return std::nullopt;
  if (const auto value = constantOf(expression, context_)) return constantValue(*value);
  expression = peel(expression, context_);
  if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(expression)) expression = pseudo->getSyntacticForm();
  if (const auto index = ofIndexVariable(expression)) return index;
  if (const auto value = constantOf(expression, context_)) return constantValue(*value);
  if (const auto* name = dyn_cast<DeclRefExpr>(expression)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const bool plain = variable && variable->isLocalVarDecl() && !variable->isStaticLocal() &&
                       variable->getType()->isIntegerType() && !variable->getType().isVolatileQualified() &&
                       context_.getIntWidth(variable->getType()) >= 32;
    if (!plain) return std::nullopt;
    if (!changed_.contains(variable->getCanonicalDecl())) {
      return variable->hasInit() ? fixed(variable->getInit(), depth + 1) : std::nullopt;
    }
    const Expr* value = assigned(*variable->getCanonicalDecl());
    if (!value) return std::nullopt;
    // What was assigned then may only hold what is the same now.
    SubscriptReader now(*this);
    now.parents_ = nullptr;
    return now.fixed(value, depth + 1);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression)) {
    if (unary->getOpcode() == UO_Minus) return scaled(fixed(unary->getSubExpr(), depth + 1), -1);
    return unary->getOpcode() == UO_Plus ? fixed(unary->getSubExpr(), depth + 1) : std::nullopt;
  }
  const auto* binary = dyn_cast<BinaryOperator>(expression);
  if (!binary) return std::nullopt;
  const auto left = fixed(binary->getLHS(), depth + 1);
  if (!left) return std::nullopt;
  const auto right = fixed(binary->getRHS(), depth + 1);
  if (!right) return std::nullopt;
  const bool constants = left->thread.empty() && right->thread.empty();
  switch (binary->getOpcode()) {
    case BO_Add:
      return sum(left, right, 1);
    case BO_Sub:
      return sum(left, right, -1);
    case BO_Mul:
      if (right->thread.empty()) return scaled(left, right->constant);
      return left->thread.empty() ? scaled(right, left->constant) : std::nullopt;
    case BO_Shl:
      if (!right->thread.empty() || right->constant < 0 || right->constant > 19) return std::nullopt;
      return scaled(left, int64_t{1} << right->constant);
    case BO_Div:
      if (!constants || left->constant < 0 || right->constant <= 0) return std::nullopt;
      return constantValue(left->constant / right->constant);
    case BO_Rem:
      if (!constants || left->constant < 0 || right->constant <= 0) return std::nullopt;
      return constantValue(left->constant % right->constant);
    default:
      return std::nullopt;
  }
}

bool SubscriptReader::hasThread(const Expr* expression, int depth) const {
  if (depth > 32) return false;
  const auto value = fixed(expression, 0);
  if (value) return !value->thread.empty();
  const auto* binary = dyn_cast<BinaryOperator>(peel(expression, context_));
  return binary && (hasThread(binary->getLHS(), depth + 1) || hasThread(binary->getRHS(), depth + 1));
}

// Adds scale * expression to the sum.
bool SubscriptReader::split(const Expr* expression, int64_t scale, SubscriptTerms& into, int depth) const {
  if (depth > 32) return false;
  const Expr* inner = peel(expression, context_);
  const auto* binary = dyn_cast<BinaryOperator>(inner);
  const auto factorOf = [&](const Expr* side) -> std::optional<int64_t> {
    const auto value = fixed(side, 0);
    return value && value->thread.empty() ? std::optional(value->constant) : std::nullopt;
  };
  if (const auto value = scaled(fixed(expression, 0), scale)) {
    const auto total = sum(into.fixed, value, 1);
    if (!total) return false;
    into.fixed = *total;
    if (!value->thread.empty() || value->constant == 0) return true;
    ConstantTerm constant{value->constant, 1, nullptr};
    if (binary && binary->getOpcode() == BO_Mul) {
      for (const auto& [one, other] :
           {std::pair(binary->getRHS(), binary->getLHS()), std::pair(binary->getLHS(), binary->getRHS())}) {
        const auto factor = factorOf(one);
        if (!factor || *factor * scale <= constant.factor) continue;
        constant.factor = *factor * scale;
        constant.other = other;
      }
    }
    into.constants.push_back(constant);
    return true;
  }
  if (binary && binary->isAdditiveOp()) {
    return split(binary->getLHS(), scale, into, depth + 1) &&
           split(binary->getRHS(), binary->getOpcode() == BO_Add ? scale : -scale, into, depth + 1);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_Minus) {
    return split(unary->getSubExpr(), -scale, into, depth + 1);
  }
  OpenTerm term;
  term.isUnsigned = inner->getType()->isUnsignedIntegerType();
  term.views.push_back({scale, expression});
  if (binary && (binary->getOpcode() == BO_Mul || binary->getOpcode() == BO_Shl)) {
    for (const bool right : {true, false}) {
      const Expr* one = right ? binary->getRHS() : binary->getLHS();
      const Expr* other = right ? binary->getLHS() : binary->getRHS();
      auto factor = factorOf(one);
      if (binary->getOpcode() == BO_Shl) {
        if (!right || !factor || *factor < 0 || *factor > 19) continue;
        factor = int64_t{1} << *factor;
      }
      if (!factor || *factor == 0 || *factor <= -largest >> 20 || *factor >= largest >> 20) continue;
      if (hasThread(other, 0)) return split(other, scale * *factor, into, depth + 1);
      term.views.push_back({scale * *factor, other});
    }
  }
  into.open.push_back(std::move(term));
  return true;
}

std::optional<SubscriptTerms> SubscriptReader::terms(const Expr* expression, const std::vector<const Stmt*>& parents) {
  SubscriptTerms found;
  parents_ = &parents;
  const bool fits = split(expression, 1, found, 0);
  parents_ = nullptr;
  return fits ? std::optional(std::move(found)) : std::nullopt;
}

}  // namespace warpwright::rewrite
