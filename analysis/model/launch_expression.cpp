#include "analysis/model/launch_expression.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/Support/raw_ostream.h>

namespace warpwright::model {
namespace {

using namespace clang;

std::string textOf(const ASTContext& context, const Expr* expression) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  expression->printPretty(stream, nullptr, PrintingPolicy(context.getLangOpts()));
  return text;
}

bool isNumber(const Expr* expression) {
  return expression->getType()->isIntegralOrEnumerationType();
}

/// Without copies, brackets, implicit nodes and the conversion of a number to dim3.
const Expr* madeFrom(const Expr* expression) {
  for (;;) {
    const Expr* inner = expression->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit();
    if (const auto* list = dyn_cast<InitListExpr>(inner); list && list->getNumInits() == 1) inner = list->getInit(0);
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(inner); cast && !isNumber(cast)) inner = cast->getSubExpr();
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    const bool ofOne =
        made && made->getNumArgs() > 0 && (made->getNumArgs() == 1 || isa<CXXDefaultArgExpr>(made->getArg(1)));
    if (ofOne && (made->getConstructor()->isCopyOrMoveConstructor() || isNumber(made->getArg(0))))
      inner = made->getArg(0);
    if (inner == expression) return inner;
    expression = inner;
  }
}

std::optional<int64_t> constant(const ASTContext& context, const Expr* expression) {
  Expr::EvalResult result;
  if (expression->isValueDependent() || !isNumber(expression) || !expression->EvaluateAsInt(result, context))
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

/// The extents that `dim3(a, b, c)` or `{a, b, c}` names; null: left out. Nothing for other expressions.
std::optional<std::array<const Expr*, 3>> partsOf(const Expr* made) {
  std::array<const Expr*, 3> parts{};
  const auto take = [&](unsigned count, auto&& argument) {
    for (unsigned i = 0; i < count; ++i) {
      if (!isa<CXXDefaultArgExpr>(argument(i))) parts[i] = argument(i);
    }
  };
  if (const auto* construct = dyn_cast<CXXConstructExpr>(made)) {
    if (construct->getNumArgs() > 3 || construct->getConstructor()->isCopyOrMoveConstructor()) return std::nullopt;
    take(construct->getNumArgs(), [&](unsigned i) { return construct->getArg(i); });
  } else if (const auto* list = dyn_cast<InitListExpr>(made)) {
    if (list->getNumInits() > 3) return std::nullopt;
    take(list->getNumInits(), [&](unsigned i) { return list->getInit(i); });
  } else {
    return std::nullopt;
  }
  return parts;
}

/// Sizes that computations stay below: no wrap-around of unsigned arithmetic goes unnoticed.
constexpr int64_t largest = int64_t{1} << 31;
constexpr int deepest = 4;  ///< calls in calls

std::optional<int64_t> combine(BinaryOperatorKind operation, int64_t a, int64_t b) {
  int64_t value = 0;
  switch (operation) {
    case BO_Add:
      value = a + b;
      break;
    case BO_Sub:
      value = a - b;
      break;
    case BO_Mul:
      value = a * b;
      break;
    case BO_Div:
      if (b == 0) return std::nullopt;
      value = a / b;
      break;
    case BO_Rem:
      if (b == 0) return std::nullopt;
      value = a % b;
      break;
    case BO_Shr:
      if (b > 31) return std::nullopt;
      value = a >> b;
      break;
    case BO_LT:
      value = a < b;
      break;
    case BO_GT:
      value = a > b;
      break;
    case BO_LAnd:
      value = a != 0 && b != 0;
      break;
    default:
      return std::nullopt;
  }
  if (value < 0 || value >= largest) return std::nullopt;
  return value;
}

}  // namespace

LaunchConfiguration configurationOf(const CUDAKernelCallExpr& launch) {
  const CallExpr* call = launch.getConfig();
  LaunchConfiguration configuration;
  if (!call || call->getNumArgs() < 2) return configuration;
  configuration.grid = call->getArg(0);
  configuration.block = call->getArg(1);
  if (call->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(call->getArg(2))) configuration.shared = call->getArg(2);
  return configuration;
}

bool LaunchValues::learn(const ASTContext& context, const Expr* expression, uint64_t known) {
  const auto value = static_cast<int64_t>(known);
  if (const auto folded = constant(context, expression)) return *folded == value;
  numbers_[textOf(context, expression->IgnoreParenImpCasts())] = value;
  return true;
}

bool LaunchValues::learn(const ASTContext& context, const Expr* expression, const std::array<uint32_t, 3>& known) {
  const Expr* made = madeFrom(expression);
  if (isNumber(made)) return known[1] == 1 && known[2] == 1 && learn(context, made, uint64_t{known[0]});
  const auto parts = partsOf(made);
  if (!parts) {
    shapes_[textOf(context, made)] = known;
    return true;
  }
  for (int i = 0; i < 3; ++i) {
    const Expr* part = (*parts)[i];
    if (!part ? known[i] != 1 : !learn(context, part, uint64_t{known[i]})) return false;
  }
  return true;
}

std::optional<int64_t> LaunchValues::number(const ASTContext& context, const Expr* expression) const {
  const Expr* inner = expression->IgnoreParenImpCasts();
  if (const auto folded = constant(context, inner)) return folded;
  if (const auto known = numbers_.find(textOf(context, inner)); known != numbers_.end()) return known->second;
  if (const auto* member = dyn_cast<MemberExpr>(inner)) {
    const auto shape = shapes_.find(textOf(context, member->getBase()->IgnoreParenImpCasts()));
    const std::string name = member->getMemberNameInfo().getAsString();
    if (shape == shapes_.end() || name.size() != 1 || name[0] < 'x' || name[0] > 'z') return std::nullopt;
    return shape->second[static_cast<size_t>(name[0] - 'x')];
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(inner)) {
    const auto a = number(context, binary->getLHS()), b = number(context, binary->getRHS());
    if (!a || !b || *a < 0 || *b < 0 || *a >= largest || *b >= largest) return std::nullopt;
    return combine(binary->getOpcode(), *a, *b);
  }
  if (const auto* cast = dyn_cast<ExplicitCastExpr>(inner); cast && isNumber(cast) && isNumber(cast->getSubExpr())) {
    return number(context, cast->getSubExpr());
  }
  if (const auto* choice = dyn_cast<ConditionalOperator>(inner)) {
    const auto which = number(context, choice->getCond());
    if (!which) return std::nullopt;
    return number(context, *which != 0 ? choice->getTrueExpr() : choice->getFalseExpr());
  }
  const auto* call = dyn_cast<CallExpr>(inner);
  return call && depth_ < deepest ? returned(context, *call) : std::nullopt;
}

std::optional<int64_t> LaunchValues::returned(const ASTContext& context, const CallExpr& call) const {
  const FunctionDecl* function = call.getDirectCallee();
  const auto* body = function && function->hasBody(function) ? dyn_cast<CompoundStmt>(function->getBody()) : nullptr;
  if (!body || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call) || call.getNumArgs() != function->getNumParams())
    return std::nullopt;
  LaunchValues inside;
  inside.depth_ = depth_ + 1;
  for (unsigned i = 0; i < call.getNumArgs(); ++i) {
    const auto value = number(context, call.getArg(i));
    const ParmVarDecl* parameter = function->getParamDecl(i);
    const bool isWide = parameter->getType()->isIntegerType() && context.getIntWidth(parameter->getType()) >= 32;
    if (!value || *value < 0 || *value >= largest || !isWide) return std::nullopt;
    inside.numbers_[parameter->getNameAsString()] = *value;
  }
  for (const Stmt* statement : body->body()) {
    if (const auto* end = dyn_cast<ReturnStmt>(statement))
      return end->getRetValue() ? inside.number(context, end->getRetValue()) : std::nullopt;
    const auto* declared = dyn_cast<DeclStmt>(statement);
    const auto* variable =
        declared && declared->isSingleDecl() ? dyn_cast<VarDecl>(declared->getSingleDecl()) : nullptr;
    const bool isConstant = variable && variable->getType().isConstQualified() &&
                            variable->getType()->isIntegerType() && context.getIntWidth(variable->getType()) >= 32;
    const auto value = isConstant && variable->hasInit() ? inside.number(context, variable->getInit()) : std::nullopt;
    if (!value) return std::nullopt;
    inside.numbers_[variable->getNameAsString()] = *value;
  }
  return std::nullopt;
}

Extents LaunchValues::extents(const ASTContext& context, const Expr* expression) const {
  const Expr* made = madeFrom(expression);
  if (isNumber(made)) return {number(context, made), 1, 1};
  if (const auto known = shapes_.find(textOf(context, made)); known != shapes_.end()) {
    return {known->second[0], known->second[1], known->second[2]};
  }
  const auto parts = partsOf(made);
  if (!parts) return {};
  Extents extents;
  for (int i = 0; i < 3; ++i) extents[i] = (*parts)[i] ? number(context, (*parts)[i]) : std::optional<int64_t>(1);
  return extents;
}

}  // namespace warpwright::model
