#include "analysis/passes/warp_exchange/thread_values.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::passes {
namespace {

using namespace clang;

/// As a number of a type is kept: those of 64 bits without a sign by their bits.
int64_t wrapped(int64_t value, QualType type, const ASTContext& context) {
  if (type->isBooleanType()) return value != 0;
  const unsigned bits = context.getIntWidth(type);
  if (bits >= 64) return value;
  const uint64_t low = static_cast<uint64_t>(value) & ((uint64_t{1} << bits) - 1);
  const bool isNegative = type->isSignedIntegerOrEnumerationType() && (low >> (bits - 1)) != 0;
  return static_cast<int64_t>(isNegative ? low | ~((uint64_t{1} << bits) - 1) : low);
}

bool isNumber(QualType type) {
  return !type.isNull() && type->isIntegralOrEnumerationType() && !type->isDependentType();
}

/// Both as numbers of `type`, which the operation is made in. Nothing: it has no such value.
std::optional<int64_t> compute(BinaryOperatorKind kind, int64_t a, int64_t b, QualType type,
                               const ASTContext& context) {
  const bool isUnsigned = type->isUnsignedIntegerOrEnumerationType();
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (kind) {
    case BO_Add:
      return static_cast<int64_t>(ua + ub);
    case BO_Sub:
      return static_cast<int64_t>(ua - ub);
    case BO_Mul:
      return static_cast<int64_t>(ua * ub);
    case BO_And:
      return a & b;
    case BO_Or:
      return a | b;
    case BO_Xor:
      return a ^ b;
    case BO_Div:
    case BO_Rem:
      if (b == 0 || (!isUnsigned && b == -1)) return std::nullopt;
      if (isUnsigned) return static_cast<int64_t>(kind == BO_Div ? ua / ub : ua % ub);
      return kind == BO_Div ? a / b : a % b;
    case BO_Shl:
    case BO_Shr:
      if (b < 0 || b >= static_cast<int64_t>(context.getIntWidth(type))) return std::nullopt;
      if (kind == BO_Shl) return static_cast<int64_t>(ua << b);
      return isUnsigned ? static_cast<int64_t>(ua >> b) : a >> b;
    case BO_LT:
      return isUnsigned ? ua < ub : a < b;
    case BO_GT:
      return isUnsigned ? ua > ub : a > b;
    case BO_LE:
      return isUnsigned ? ua <= ub : a <= b;
    case BO_GE:
      return isUnsigned ? ua >= ub : a >= b;
    case BO_EQ:
      return a == b;
    case BO_NE:
      return a != b;
    case BO_LAnd:
      return a != 0 && b != 0;
    case BO_LOr:
      return a != 0 || b != 0;
    default:
      return std::nullopt;
  }
}

/// Of one operation for all threads, wrapped to the type of its result.
std::optional<ThreadNumbers> combine(BinaryOperatorKind kind, const ThreadNumbers& a, const ThreadNumbers& b,
                                     QualType operand, QualType result, const ASTContext& context) {
  ThreadNumbers all(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    const auto one = compute(kind, a[i], b[i], operand, context);
    if (!one) return std::nullopt;
    all[i] = wrapped(*one, result, context);
  }
  return all;
}

/// How many numbers, or structures, lie in one of the type.
int64_t countIn(QualType type, const ASTContext& context) {
  int64_t count = 1;
  while (const auto* array = context.getAsConstantArrayType(type)) {
    count *= static_cast<int64_t>(array->getSize().getZExtValue());
    type = array->getElementType();
  }
  return context.getAsArrayType(type) ? 0 : count;
}

/// Is a variable assigned there, as a whole?
bool isAssigned(const rewrite::Mention& mention) {
  for (size_t i = mention.parents.size(); i-- > 0;) {
    const Stmt* around = mention.parents[i];
    const Stmt* inner = i + 1 < mention.parents.size() ? mention.parents[i + 1] : mention.node;
    if (isa<ParenExpr>(around)) continue;
    const auto* binary = dyn_cast<BinaryOperator>(around);
    const auto* unary = dyn_cast<UnaryOperator>(around);
    return (binary && binary->isAssignmentOp() && binary->getLHS() == inner) ||
           (unary && unary->isIncrementDecrementOp());
  }
  return false;
}

bool isIn(const rewrite::Mention& mention, const Stmt& statement) {
  return std::find(mention.parents.begin(), mention.parents.end(), &statement) != mention.parents.end();
}

}  // namespace

ThreadValues::ThreadValues(const FunctionDecl& function, const rewrite::Mentions& mentions,
                           const std::array<uint32_t, 3>& block)
    : context_(&function.getASTContext()), mentions_(&mentions), block_(block) {
  for (const uint32_t extent : block) threads_ *= extent;
  for (const auto& [variable, list] : mentions.variables) {
    for (const rewrite::Mention& mention : list)
      if (!rewrite::isRead(mention) && !isAssigned(mention)) escaped_.insert(variable);
  }
}

bool ThreadValues::isFollowed(const VarDecl& variable) const {
  return (variable.isLocalVarDecl() || isa<ParmVarDecl>(variable)) && !variable.isStaticLocal() &&
         !variable.hasAttr<CUDASharedAttr>() && !variable.getType().isVolatileQualified() &&
         !escaped_.contains(variable.getCanonicalDecl());
}

std::optional<ThreadNumbers> ThreadValues::named(const VarDecl& variable) const {
  if (variable.getIdentifier() && variable.getName() == "warpSize") return ThreadNumbers(threads_, 32);
  const auto known = numbers_.find(variable.getCanonicalDecl());
  return known == numbers_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<ThreadNumbers> ThreadValues::number(const Expr* expression) const {
  if (!expression || !isNumber(expression->getType()) || expression->isValueDependent()) return std::nullopt;
  expression = expression->IgnoreParens();
  Expr::EvalResult constant;
  if (expression->EvaluateAsInt(constant, *context_) && !constant.HasSideEffects &&
      constant.Val.getInt().getBitWidth() <= 64) {
    const llvm::APSInt& value = constant.Val.getInt();
    return ThreadNumbers(threads_,
                         value.isSigned() ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue()));
  }
  return computed(*expression);
}

std::optional<ThreadNumbers> ThreadValues::computed(const Expr& expression) const {
  if (const auto index = rewrite::indexNamed(expression)) {
    const auto& [name, d] = *index;
    ThreadNumbers all(threads_, block_[d]);
    if (name == "blockDim") return all;
    if (name != "threadIdx") return std::nullopt;
    const size_t before = (d > 0 ? block_[0] : 1) * size_t{d > 1 ? block_[1] : 1};
    for (size_t i = 0; i < threads_; ++i) all[i] = static_cast<int64_t>(i / before % block_[d]);
    return all;
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(&expression)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    return variable ? named(*variable) : std::nullopt;
  }
  if (const auto* full = dyn_cast<FullExpr>(&expression)) return number(full->getSubExpr());
  if (const auto* cast = dyn_cast<CastExpr>(&expression)) {
    auto inside = number(cast->getSubExpr());
    if (!inside || isa<CXXDynamicCastExpr>(cast)) return std::nullopt;
    for (int64_t& one : *inside) one = wrapped(one, cast->getType(), *context_);
    return inside;
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(&expression)) {
    auto inside = number(unary->getSubExpr());
    const UnaryOperatorKind kind = unary->getOpcode();
    if (!inside || (kind != UO_Plus && kind != UO_Minus && kind != UO_Not && kind != UO_LNot)) return std::nullopt;
    for (int64_t& one : *inside) {
      if (kind == UO_Minus) one = static_cast<int64_t>(-static_cast<uint64_t>(one));
      if (kind == UO_Not) one = ~one;
      if (kind == UO_LNot) one = one == 0;
      one = wrapped(one, unary->getType(), *context_);
    }
    return inside;
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(&expression)) {
    auto which = number(choice->getCond()), yes = number(choice->getTrueExpr()), no = number(choice->getFalseExpr());
    if (!which || !yes || !no) return std::nullopt;
    for (size_t i = 0; i < threads_; ++i) (*which)[i] = (*which)[i] != 0 ? (*yes)[i] : (*no)[i];
    return which;
  }
  const auto* binary = dyn_cast<BinaryOperator>(&expression);
  if (!binary || binary->isAssignmentOp() || binary->isPtrMemOp()) return std::nullopt;
  const auto left = number(binary->getLHS()), right = number(binary->getRHS());
  if (!left || !right) return std::nullopt;
  return combine(binary->getOpcode(), *left, *right, binary->getLHS()->getType(), binary->getType(), *context_);
}

std::optional<ThreadElements> ThreadValues::pointee(const Expr* pointer) const {
  pointer = pointer->IgnoreParens();
  if (const auto* cast = dyn_cast<CastExpr>(pointer)) {
    const CastKind kind = cast->getCastKind();
    if (kind == CK_LValueToRValue || kind == CK_NoOp) return pointee(cast->getSubExpr());
    if (kind != CK_ArrayToPointerDecay) return std::nullopt;
    const Expr* array = cast->getSubExpr()->IgnoreParens();
    if (const auto* row = dyn_cast<ArraySubscriptExpr>(array)) return elementOf(*row);
    const auto* name = dyn_cast<DeclRefExpr>(array);
    const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable || !variable->hasAttr<CUDASharedAttr>()) return std::nullopt;
    return ThreadElements{variable->getCanonicalDecl(), ThreadNumbers(threads_, 0)};
  }
  if (const auto* name = dyn_cast<DeclRefExpr>(pointer)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const auto known = variable ? pointers_.find(variable->getCanonicalDecl()) : pointers_.end();
    return known == pointers_.end() ? std::nullopt : std::optional(known->second);
  }
  if (const auto* address = dyn_cast<UnaryOperator>(pointer)) {
    const auto* element = dyn_cast<ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens());
    return address->getOpcode() == UO_AddrOf && element ? elementOf(*element) : std::nullopt;
  }
  const auto* sum = dyn_cast<BinaryOperator>(pointer);
  if (!sum || !sum->isAdditiveOp() || !sum->getLHS()->getType()->isPointerType()) return std::nullopt;
  auto base = pointee(sum->getLHS());
  const auto steps = number(sum->getRHS());
  const int64_t count = countIn(sum->getType()->getPointeeType(), *context_);
  if (!base || !steps || count == 0) return std::nullopt;
  for (size_t i = 0; i < threads_; ++i) base->element[i] += (sum->getOpcode() == BO_Sub ? -count : count) * (*steps)[i];
  return base;
}

std::optional<ThreadElements> ThreadValues::elementOf(const ArraySubscriptExpr& element) const {
  auto base = pointee(element.getBase());
  const auto index = number(element.getIdx());
  const int64_t count = countIn(element.getType(), *context_);
  if (!base || !index || count == 0) return std::nullopt;
  for (size_t i = 0; i < threads_; ++i) base->element[i] += count * (*index)[i];
  return base;
}

void ThreadValues::set(const VarDecl& variable, const Expr* value) {
  const VarDecl* key = variable.getCanonicalDecl();
  auto numbers = isNumber(variable.getType()) && isFollowed(variable) ? number(value) : std::nullopt;
  auto elements = variable.getType()->isPointerType() && isFollowed(variable) && value ? pointee(value) : std::nullopt;
  numbers_.erase(key);
  pointers_.erase(key);
  if (numbers) {
    for (int64_t& one : *numbers) one = wrapped(one, variable.getType(), *context_);
    numbers_[key] = *std::move(numbers);
  }
  if (elements) pointers_[key] = *std::move(elements);
}

void ThreadValues::declare(const VarDecl& variable) {
  set(variable, variable.hasInit() ? variable.getInit() : nullptr);
}

/// `i = …`, `i += …`, `++i`; others have been forgotten before.
void ThreadValues::assign(const Expr& expression) {
  const auto* binary = dyn_cast<BinaryOperator>(&expression);
  const auto* unary = dyn_cast<UnaryOperator>(&expression);
  const Expr* target = binary && binary->isAssignmentOp()         ? binary->getLHS()
                       : unary && unary->isIncrementDecrementOp() ? unary->getSubExpr()
                                                                  : nullptr;
  const VarDecl* variable = target ? rewrite::namedVariable(target) : nullptr;
  const bool isPlain = variable && isFollowed(*variable) && isNumber(variable->getType());
  const ThreadValues before = *this;
  forget(expression);
  if (!isPlain && variable && binary && binary->getOpcode() == BO_Assign && before.isFollowed(*variable)) {
    if (auto elements = before.pointee(binary->getRHS())) pointers_[variable->getCanonicalDecl()] = *elements;
    return;
  }
  if (!isPlain) return;
  std::optional<ThreadNumbers> now;
  if (unary) {
    now = before.named(*variable);
    if (now)
      for (int64_t& one : *now) one += unary->isIncrementOp() ? 1 : -1;
  } else if (binary->getOpcode() == BO_Assign) {
    now = before.number(binary->getRHS());
  } else {
    const auto* compound = cast<CompoundAssignOperator>(binary);
    auto left = before.named(*variable);
    const auto right = before.number(binary->getRHS());
    const QualType type = compound->getComputationLHSType();
    if (!left || !right || !isNumber(type)) return;
    for (int64_t& one : *left) one = wrapped(one, type, *context_);
    now = combine(BinaryOperator::getOpForCompoundAssignment(binary->getOpcode()), *left, *right, type,
                  compound->getComputationResultType(), *context_);
  }
  if (!now) return;
  for (int64_t& one : *now) one = wrapped(one, variable->getType(), *context_);
  numbers_[variable->getCanonicalDecl()] = *std::move(now);
}

void ThreadValues::pass(const Stmt& given) {
  const Stmt* statement = rewrite::ignoreWrappers(&given);
  if (const auto* declared = dyn_cast<DeclStmt>(statement)) {
    forget(*statement);
    for (const Decl* one : declared->decls())
      if (const auto* variable = dyn_cast<VarDecl>(one)) declare(*variable);
    return;
  }
  if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt* part : block->body()) pass(*part);
    return;
  }
  if (const auto* expression = dyn_cast<Expr>(statement)) return assign(*expression->IgnoreParens());
  forget(*statement);
}

void ThreadValues::forget(const Stmt& statement) {
  for (const auto& [variable, list] : mentions_->variables) {
    const bool isChanged = std::any_of(list.begin(), list.end(), [&](const rewrite::Mention& mention) {
      return isIn(mention, statement) && !rewrite::isRead(mention);
    });
    if (!isChanged) continue;
    numbers_.erase(variable);
    pointers_.erase(variable);
  }
}

bool ThreadValues::changes(const Stmt& statement, const Expr& expression) const {
  return std::any_of(mentions_->variables.begin(), mentions_->variables.end(), [&](const auto& known) {
    const std::vector<rewrite::Mention>& list = known.second;
    const bool isNamed = std::any_of(list.begin(), list.end(),
                                     [&](const rewrite::Mention& mention) { return isIn(mention, expression); });
    return isNamed && std::any_of(list.begin(), list.end(), [&](const rewrite::Mention& mention) {
             return isIn(mention, statement) && isAssigned(mention);
           });
  });
}

void ThreadValues::give(const ParmVarDecl& parameter, const Expr& argument, const ThreadValues& caller) {
  if (!isFollowed(parameter)) return;
  const VarDecl* key = parameter.getCanonicalDecl();
  if (isNumber(parameter.getType())) {
    if (auto numbers = caller.number(&argument)) {
      for (int64_t& one : *numbers) one = wrapped(one, parameter.getType(), *context_);
      numbers_[key] = *std::move(numbers);
    }
  } else if (parameter.getType()->isPointerType()) {
    if (auto elements = caller.pointee(&argument)) pointers_[key] = *std::move(elements);
  }
}

}  // namespace warpwright::passes
