#include "analysis/passes/launch_graph/status_checks.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/model/cuda_names.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::passes {
namespace {

using namespace clang;

constexpr int mostDepth = 4;  ///< of functions that look at an answer

bool isAsked(const std::string& function) {
  static const std::set<std::string> names = {"cudaGetLastError", "cudaPeekAtLastError", "cudaDeviceSynchronize",
                                              "cudaThreadSynchronize", "cudaStreamSynchronize"};
  return names.contains(function);
}

/// Is it cudaSuccess, or 0?
bool isSuccessConstant(const Expr& value, const ASTContext& context) {
  Expr::EvalResult number;
  return !value.isValueDependent() && value.EvaluateAsInt(number, context) && number.Val.getInt() == 0;
}

}  // namespace

bool StatusChecks::read(const Stmt& statement, std::vector<Asked>& asked) {
  asked_.clear();
  looks_ = false;
  const std::set<const VarDecl*> before = successes_;
  if (!isQuiet(&statement) || !looks_) {
    successes_ = before;
    return false;
  }
  asked.insert(asked.end(), asked_.begin(), asked_.end());
  return true;
}

bool StatusChecks::isQuiet(const Stmt* statement) {
  statement = rewrite::ignoreWrappers(statement);
  if (!statement || isa<NullStmt>(statement)) return true;
  const auto isQuietOne = [this](const Stmt* one) { return isQuiet(one); };
  if (const auto* block = dyn_cast<CompoundStmt>(statement)) return std::ranges::all_of(block->body(), isQuietOne);
  if (const auto* once = dyn_cast<DoStmt>(statement))
    return outcomeOf(once->getCond()) == Outcome::no && isQuiet(once->getBody());
  if (const auto* choice = dyn_cast<IfStmt>(statement)) {
    if (choice->getInit() || choice->getConditionVariable()) return false;
    const Outcome outcome = outcomeOf(choice->getCond());
    if (outcome == Outcome::unknown) return false;
    return isQuiet(outcome == Outcome::yes ? choice->getThen() : choice->getElse());
  }
  if (const auto* gives = dyn_cast<ReturnStmt>(statement))
    return depth_ > 0 && (!gives->getRetValue() || isSuccess(gives->getRetValue()));
  if (const auto* declares = dyn_cast<DeclStmt>(statement)) {
    return std::ranges::all_of(declares->decls(), [&](const Decl* one) {
      const auto* variable = dyn_cast<VarDecl>(one);
      const bool holds = variable && variable->hasLocalStorage() && variable->getInit() &&
                         !variable->getType()->isReferenceType() && !variable->getType().isVolatileQualified() &&
                         variable->getType()->isIntegralOrEnumerationType() && isSuccess(variable->getInit());
      if (holds) successes_.insert(variable);
      return holds;
    });
  }
  const auto* value = dyn_cast<Expr>(statement);
  if (!value) return false;
  const Expr* inner = value->IgnoreParenCasts();
  if (isa<IntegerLiteral>(inner)) return true;  // `(void)0`
  return isSuccess(inner);
}

/// Of a function of the project whose body is quiet where what it is given is cudaSuccess.
bool StatusChecks::isQuietCall(const CallExpr& call) {
  const FunctionDecl* function = call.getDirectCallee();
  const FunctionDecl* definition = nullptr;
  const Stmt* body = function ? function->getBody(definition) : nullptr;
  if (!body || depth_ >= mostDepth || isa<CXXMemberCallExpr, CXXOperatorCallExpr>(call)) return false;
  if (!text_.isInProject(definition->getLocation()) || definition->getNumParams() < call.getNumArgs()) return false;
  bool isGiven = false;
  for (unsigned i = 0; i < call.getNumArgs(); ++i) {
    const ParmVarDecl* parameter = definition->getParamDecl(i);
    const Expr* argument = call.getArg(i);
    const bool isStatus = parameter->getType()->isIntegralOrEnumerationType() && isSuccess(argument);
    if (isStatus)
      successes_.insert(parameter);
    else
      successes_.erase(parameter);
    isGiven = isGiven || isStatus;
    if (isStatus || isa<SourceLocExpr>(argument->IgnoreImplicit())) continue;
    const Expr* plain = isa<CXXDefaultArgExpr>(argument) ? cast<CXXDefaultArgExpr>(argument)->getExpr() : argument;
    plain = plain->IgnoreParenCasts();
    if (!isa<StringLiteral, IntegerLiteral, CXXBoolLiteralExpr, PredefinedExpr, SourceLocExpr>(plain)) return false;
  }
  ++depth_;
  const bool isQuietBody = isGiven && isQuiet(body);
  --depth_;
  return isQuietBody;
}

bool StatusChecks::isSuccess(const Expr* value) {
  const Expr* inner = value->IgnoreParenCasts();
  if (const auto* full = dyn_cast<FullExpr>(inner)) inner = full->getSubExpr()->IgnoreParenCasts();
  if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
    const auto* variable = dyn_cast<VarDecl>(name->getDecl());
    const bool isAnswer = variable && successes_.contains(variable);
    looks_ = looks_ || isAnswer;
    return isAnswer;
  }
  const auto* call = dyn_cast<CallExpr>(inner);
  if (!call) return false;
  const std::string function = model::cudaFunction(*call, text_);
  if (!isAsked(function)) return isQuietCall(*call);
  asked_.push_back({function, call});
  looks_ = true;
  return true;
}

StatusChecks::Outcome StatusChecks::outcomeOf(const Expr* condition) {
  const Expr* inner = condition->IgnoreParenCasts();
  const auto inverse = [](Outcome one) {
    return one == Outcome::unknown ? one : one == Outcome::yes ? Outcome::no : Outcome::yes;
  };
  if (const auto* literal = dyn_cast<IntegerLiteral>(inner))
    return literal->getValue() == 0 ? Outcome::no : Outcome::yes;
  if (const auto* literal = dyn_cast<CXXBoolLiteralExpr>(inner))
    return literal->getValue() ? Outcome::yes : Outcome::no;
  if (const auto* unary = dyn_cast<UnaryOperator>(inner); unary && unary->getOpcode() == UO_LNot)
    return inverse(outcomeOf(unary->getSubExpr()));
  const auto* compare = dyn_cast<BinaryOperator>(inner);
  if (!compare) return isSuccess(inner) ? Outcome::no : Outcome::unknown;
  const ASTContext& context = unit_.ast();
  const bool isRight = isSuccessConstant(*compare->getRHS(), context);
  const Expr* other = isRight ? compare->getLHS() : compare->getRHS();
  if (!isRight && !isSuccessConstant(*compare->getLHS(), context)) return Outcome::unknown;
  if (compare->getOpcode() != BO_NE && compare->getOpcode() != BO_EQ) return Outcome::unknown;
  if (!isSuccess(other)) return Outcome::unknown;
  return compare->getOpcode() == BO_NE ? Outcome::no : Outcome::yes;
}

}  // namespace warpwright::passes
