#include "analysis/model/address_numbers.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/pointer_expressions.h"

namespace warpwright::model {

using namespace clang;

namespace {

/// The variable or member that an expression names; null: another place.
const ValueDecl* named(const Expr& place) {
  const Expr* inner = place.IgnoreParenCasts();
  if (const auto* name = dyn_cast<DeclRefExpr>(inner)) {
    const auto* parameter = dyn_cast<ParmVarDecl>(name->getDecl());
    const auto* function = parameter ? dyn_cast<FunctionDecl>(parameter->getDeclContext()) : nullptr;
    // Each declaration has parameters of its own.
    if (function) return function->getCanonicalDecl()->getParamDecl(parameter->getFunctionScopeIndex());
    return cast<ValueDecl>(name->getDecl()->getCanonicalDecl());
  }
  const auto* member = dyn_cast<MemberExpr>(inner);
  return member ? cast<ValueDecl>(member->getMemberDecl()->getCanonicalDecl()) : nullptr;
}

bool isNumber(QualType type) {
  return type.getNonReferenceType()->isIntegralOrEnumerationType();
}

}  // namespace

void AddressNumbers::look(const Stmt& part) {
  if (const auto* call = dyn_cast<CallExpr>(&part)) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return;
    for (const auto& [parameter, argument] : llvm::zip(callee->getCanonicalDecl()->parameters(), argumentsOf(*call))) {
      if (isNumber(parameter->getType())) set_.emplace_back(parameter, argument);
    }
    return;
  }
  if (const auto* declarations = dyn_cast<DeclStmt>(&part)) {
    for (const Decl* one : declarations->decls()) {
      const auto* variable = dyn_cast<VarDecl>(one);
      if (variable && variable->getInit() && isNumber(variable->getType()))
        set_.emplace_back(cast<ValueDecl>(variable->getCanonicalDecl()), variable->getInit());
    }
    return;
  }
  const auto* binary = dyn_cast<BinaryOperator>(&part);
  if (!binary || !binary->isAssignmentOp() || !isNumber(binary->getLHS()->getType())) return;
  if (const ValueDecl* place = named(*binary->getLHS())) set_.emplace_back(place, binary->getRHS());
}

void AddressNumbers::close() {
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [place, value] : set_) grows = (isIn(*value) && made_.insert(place).second) || grows;
  }
}

bool AddressNumbers::isIn(const Expr& number) const {
  return frontend::anyPart(&number, [&](const Stmt& part) {
    if (const auto* binary = dyn_cast<BinaryOperator>(&part))
      return binary->getOpcode() == BO_Sub && binary->getLHS()->getType()->isPointerType() &&
             binary->getRHS()->getType()->isPointerType();
    if (const auto* cast = dyn_cast<CastExpr>(&part)) return cast->getCastKind() == CK_PointerToIntegral;
    // `std::distance(a, b)`
    if (const auto* call = dyn_cast<CallExpr>(&part); call && isNumber(call->getType())) {
      return std::any_of(call->arg_begin(), call->arg_end(),
                         [](const Expr* argument) { return argument->getType()->isPointerType(); });
    }
    const auto* place = dyn_cast<Expr>(&part);
    const bool names = place && isa<DeclRefExpr, MemberExpr>(place) && isNumber(place->getType());
    return names && made_.contains(named(*place));
  });
}

}  // namespace warpwright::model
