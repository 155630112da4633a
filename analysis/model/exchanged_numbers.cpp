#include "analysis/model/exchanged_numbers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <optional>

#include "analysis/frontend/statement_search.h"

namespace warpwright::model {

using namespace clang;

namespace {

const VarDecl* variableIn(const Expr* expression) {
  const auto* name = expression ? dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts()) : nullptr;
  return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

/// What the statement gives a variable: `to = from;`, or `int to = from;`. The value may be null.
struct Given {
  const VarDecl* to = nullptr;
  const Expr* value = nullptr;
};
Given givenBy(const Stmt& statement) {
  if (const auto* declares = dyn_cast<DeclStmt>(&statement); declares && declares->isSingleDecl()) {
    const auto* variable = dyn_cast<VarDecl>(declares->getSingleDecl());
    return variable ? Given{variable, variable->getInit()} : Given{};
  }
  const auto* assigns = dyn_cast<BinaryOperator>(&statement);
  if (!assigns || assigns->getOpcode() != BO_Assign) return {};
  return {variableIn(assigns->getLHS()), assigns->getRHS()};
}

class Pair {
 public:
  Pair(const VarDecl& a, const VarDecl& b, const Stmt& body) : a_(a), b_(b), body_(body), context_(a.getASTContext()) {}

  bool alwaysDiffers() const {
    const std::optional<llvm::APSInt> first = startOf(a_), second = startOf(b_);
    if (!first || !second || llvm::APSInt::isSameValue(*first, *second) || !areDeclaredTogether()) return false;
    const auto isLambda = [](const Stmt& part) { return isa<LambdaExpr>(part); };
    if (frontend::containsJump(&body_) || frontend::anyPart(&body_, isLambda)) return false;
    size_t mentions = 0, reads = 0, exchanges = 0;
    frontend::anyPart(&body_, [&](const Stmt& part) {
      const auto* name = dyn_cast<DeclRefExpr>(&part);
      mentions += name && isOne(dyn_cast<VarDecl>(name->getDecl()));
      const auto* cast = dyn_cast<ImplicitCastExpr>(&part);
      reads += cast && cast->getCastKind() == CK_LValueToRValue && isOne(variableIn(cast->getSubExpr()));
      if (const auto* block = dyn_cast<CompoundStmt>(&part)) exchanges += exchangesIn(*block);
      return false;
    });
    // Each exchange names both to set them.
    return mentions == reads + 2 * exchanges;
  }

 private:
  bool isOne(const VarDecl* variable) const { return variable == &a_ || variable == &b_; }

  std::optional<llvm::APSInt> startOf(const VarDecl& variable) const {
    Expr::EvalResult value;
    const QualType type = variable.getType();
    const bool isPlain = variable.isLocalVarDecl() && !variable.isStaticLocal() && type->isIntegerType() &&
                         !type.isVolatileQualified() && variable.getInit() && !variable.getInit()->isValueDependent();
    if (!isPlain || !context_.hasSameUnqualifiedType(a_.getType(), type)) return std::nullopt;
    if (!variable.getInit()->EvaluateAsInt(value, context_)) return std::nullopt;
    return value.Val.getInt();
  }

  /// In one block: whenever one of them begins anew, so does the other.
  bool areDeclaredTogether() const {
    return frontend::anyPart(&body_, [&](const Stmt& part) {
      const auto* block = dyn_cast<CompoundStmt>(&part);
      return block && declares(*block, a_) && declares(*block, b_);
    });
  }
  static bool declares(const CompoundStmt& block, const VarDecl& variable) {
    return llvm::any_of(block.body(), [&](const Stmt* statement) {
      const auto* declared = dyn_cast<DeclStmt>(statement);
      return declared && llvm::is_contained(declared->decls(), static_cast<const Decl*>(&variable));
    });
  }

  /// `kept = a; a = b; b = kept;`, one behind the other.
  size_t exchangesIn(const CompoundStmt& block) const {
    size_t found = 0;
    const Stmt *first = nullptr, *second = nullptr;
    for (const Stmt* third : block.body()) {
      if (first && second && isExchange(givenBy(*first), givenBy(*second), givenBy(*third))) ++found;
      first = second;
      second = third;
    }
    return found;
  }
  bool isExchange(const Given& keeps, const Given& sets, const Given& gives) const {
    const VarDecl* kept = keeps.to;
    return kept && !isOne(kept) && kept->isLocalVarDecl() && !kept->getType()->isReferenceType() &&
           context_.hasSameUnqualifiedType(kept->getType(), a_.getType()) && isOne(sets.to) && isOne(gives.to) &&
           sets.to != gives.to && variableIn(keeps.value) == sets.to && variableIn(sets.value) == gives.to &&
           variableIn(gives.value) == kept;
  }

  const VarDecl &a_, &b_;
  const Stmt& body_;
  ASTContext& context_;
};

}  // namespace

bool areExchanged(const Expr& first, const Expr& second) {
  const VarDecl *a = variableIn(&first), *b = variableIn(&second);
  if (!a || !b || a == b) return false;
  const auto* function = dyn_cast_or_null<FunctionDecl>(a->getParentFunctionOrMethod());
  const Stmt* body = function ? function->getBody() : nullptr;
  return body && b->getParentFunctionOrMethod() == a->getParentFunctionOrMethod() &&
         Pair(*a, *b, *body).alwaysDiffers();
}

}  // namespace warpwright::model
