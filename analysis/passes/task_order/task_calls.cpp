#include "analysis/passes/task_order/task_calls.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>
#include <set>

#include "analysis/model/language_functions.h"
#include "analysis/model/library_functions.h"
#include "analysis/passes/assumptions.h"
#include "analysis/proof/facts.h"

namespace warpwright::passes {

using namespace clang;

namespace {

std::string nameOf(const FunctionDecl* function) {
  return function && function->getDeclName().isIdentifier() ? function->getNameAsString() : std::string();
}

/// What commutes with itself: additions and subtractions are one kind.
const std::map<std::string, std::string>& kindsOfAtomics() {
  static const std::map<std::string, std::string> kinds = {
      {"atomicAdd", "add"}, {"atomicSub", "add"}, {"atomicMin", "min"}, {"atomicMax", "max"},
      {"atomicAnd", "and"}, {"atomicOr", "or"},   {"atomicXor", "xor"}};
  return kinds;
}

/// Is the call a statement by itself? Then nobody looks at its value.
bool isStatement(const Placed<CallExpr>& call) {
  const Stmt* child = call.node;
  for (size_t i = call.parents.size(); i-- > 0; child = call.parents[i]) {
    const Stmt* parent = call.parents[i];
    const auto* cast = dyn_cast<CastExpr>(parent);
    if (isa<ParenExpr, FullExpr>(parent) || (cast && cast->getCastKind() == CK_ToVoid)) continue;
    // The last statement of `({ … })` is its value.
    if (isa<CompoundStmt>(parent)) return i == 0 || !isa<StmtExpr>(call.parents[i - 1]);
    if (const auto* branch = dyn_cast<IfStmt>(parent)) return branch->getThen() == child || branch->getElse() == child;
    if (const auto* loop = dyn_cast<ForStmt>(parent)) return loop->getBody() == child;
    if (const auto* loop = dyn_cast<WhileStmt>(parent)) return loop->getBody() == child;
    return false;
  }
  return false;
}

/// `&p[…]` and `p + …`: the parameter that the address is made from. Pointers that only subscript do not count.
const ParmVarDecl* baseOf(const Expr* address) {
  address = address->IgnoreParenCasts();
  if (const auto* unary = dyn_cast<UnaryOperator>(address); unary && unary->getOpcode() == UO_AddrOf) {
    const Expr* place = unary->getSubExpr()->IgnoreParens();
    while (const auto* member = dyn_cast<MemberExpr>(place)) {
      if (member->isArrow()) return nullptr;
      place = member->getBase()->IgnoreParens();
    }
    const auto* subscript = dyn_cast<ArraySubscriptExpr>(place);
    return subscript ? baseOf(subscript->getBase()) : nullptr;
  }
  if (const auto* sum = dyn_cast<BinaryOperator>(address); sum && sum->getOpcode() == BO_Add) {
    return baseOf(sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS());
  }
  return dyn_cast_or_null<ParmVarDecl>(namedVariable(address));
}

}  // namespace

bool isAtomic(const CallExpr& call) {
  const FunctionDecl* callee = call.getDirectCallee();
  return nameOf(callee).starts_with("atomic") && model::isOfLanguage(*callee);
}

Message TaskAtomics::add(const Placed<CallExpr>& call, const LineList& where, const Mentions& mentions) {
  const std::string name = nameOf(call.node->getDirectCallee());
  const auto kind = kindsOfAtomics().find(name);
  const Message what{"%1 at %2", code(name), where};
  if (kind == kindsOfAtomics().end() || call.node->getNumArgs() != 2)
    return what + " leaves what the order of tasks decides.";
  const QualType type = call.node->getArg(0)->getType()->getPointeeType();
  if (type.isNull() || !type->isIntegerType()) {
    return what + " adds floating-point numbers: in another order of tasks their sum rounds differently.";
  }
  if (!isStatement(call)) return "The result of " + what + " is used: it depends on the order of tasks.";
  const ParmVarDecl* base = baseOf(call.node->getArg(0));
  if (!base) return "Cannot tell what " + what + " changes.";
  if (!isOnlyRead(mentions, base)) {
    return "`" + base->getNameAsString() + "` changes: cannot tell what " + what + " changes.";
  }
  // A sum carries into what lies above its number, and the least of two numbers depends on their sign.
  std::string own = kind->second + std::to_string(base->getASTContext().getTypeSize(type));
  if ((kind->second == "min" || kind->second == "max") && type->isSignedIntegerOrEnumerationType()) own += " signed";
  const auto [known, isNew] = kinds_.try_emplace(static_cast<int>(base->getFunctionScopeIndex()), own);
  if (!isNew && known->second != own) {
    return what + " and another kind of atomic operation change `" + base->getNameAsString() +
           "`: what is left depends on the order of tasks.";
  }
  return {};
}

std::vector<Assumption> TaskAtomics::assumptions(const KernelModel& model) const {
  std::vector<Assumption> all;
  for (const MemoryObject& changed : model.objects) {
    if (!kinds_.contains(changed.argumentIndex)) continue;
    for (const MemoryObject& object : model.objects) {
      const bool isGlobal = object.space == MemorySpace::global || object.space == MemorySpace::generic;
      if (isGlobal && object.id != changed.id) addAssumptions(all, {proof::disjointAssumption(changed, object)});
    }
  }
  return all;
}

}  // namespace warpwright::passes
