#include "analysis/rewrite/tree/certain_parts.h"

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

void eachOfValue(const Expr& given, const std::function<bool(const Expr&)>& visit) {
  const Expr& part = *given.IgnoreParens();
  if (indexNamed(part) || isa<LambdaExpr, UnaryExprOrTypeTraitExpr, CXXDefaultArgExpr>(part) || !visit(part)) return;
  if (const auto* choice = dyn_cast<AbstractConditionalOperator>(&part)) return eachOfValue(*choice->getCond(), visit);
  const auto* operation = dyn_cast<BinaryOperator>(&part);
  if (operation && operation->isLogicalOp()) return eachOfValue(*operation->getLHS(), visit);
  for (const Stmt* child : part.children()) {
    if (const auto* inner = dyn_cast_or_null<Expr>(child)) eachOfValue(*inner, visit);
  }
}

}  // namespace

void eachCertainPart(const Stmt& statement, const std::function<bool(const Expr&)>& visit) {
  const Stmt& part = *ignoreWrappers(&statement);
  if (const auto* block = dyn_cast<CompoundStmt>(&part)) {
    for (const Stmt* one : block->body()) eachCertainPart(*one, visit);
  } else if (const auto* declared = dyn_cast<DeclStmt>(&part)) {
    for (const Decl* one : declared->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (variable && variable->getInit() && !variable->getType()->isReferenceType())
        eachOfValue(*variable->getInit(), visit);
    }
  } else if (const auto* choice = dyn_cast<IfStmt>(&part)) {
    if (!choice->getInit() && !choice->getConditionVariable() && !choice->isConstexpr())
      eachOfValue(*choice->getCond(), visit);
  } else if (const auto* expression = dyn_cast<Expr>(&part)) {
    eachOfValue(*expression, visit);
  }
}

}  // namespace warpwright::rewrite
