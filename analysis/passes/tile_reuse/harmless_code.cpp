#include "analysis/passes/tile_reuse/harmless_code.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "analysis/passes/compaction/effects.h"
#include "analysis/passes/tile_reuse/thread_values.h"
#include "analysis/rewrite/source/statement.h"
#include "analysis/rewrite/tree/index_names.h"

namespace warpwright::rewrite {

using namespace clang;

bool HarmlessCode::mayRun(const Stmt& given) {
  const Stmt& part = *ignoreWrappers(&given);
  if (isa<CompoundStmt, NullStmt>(part)) return mayRunParts(part);
  if (const auto* choice = dyn_cast<IfStmt>(&part)) return !choice->isConsteval() && mayRunParts(part);
  if (isa<DeclStmt>(part)) return mayDeclare(part);
  const auto* expression = dyn_cast<Expr>(&part);
  return expression && mayCompute(*expression);
}

bool HarmlessCode::mayRunParts(const Stmt& part) {
  return std::all_of(part.child_begin(), part.child_end(), [&](const Stmt* child) { return !child || mayRun(*child); });
}

bool HarmlessCode::mayDeclare(const Stmt& part) {
  const auto& declared = cast<DeclStmt>(part);
  return std::all_of(declared.decl_begin(), declared.decl_end(), [&](const Decl* one) {
    const auto* variable = dyn_cast<VarDecl>(one);
    if (!variable || !isOfThread(*variable) || variable->getType()->isReferenceType()) return false;
    return !variable->getInit() || mayCompute(*variable->getInit());
  });
}

/// A variable of the thread, or a member of one.
bool HarmlessCode::isOwn(const Expr& given) const {
  const Expr* place = given.IgnoreParens();
  while (const auto* member = dyn_cast<MemberExpr>(place)) {
    if (member->isArrow() || !isa<FieldDecl>(member->getMemberDecl())) return false;
    place = member->getBase()->IgnoreParens();
  }
  const auto* name = dyn_cast<DeclRefExpr>(place);
  const auto* variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && isOfThread(*variable) && !variable->getType()->isReferenceType() &&
         !variable->getType().isVolatileQualified();
}

/// What a library computes of values alone.
bool HarmlessCode::mayCall(const FunctionDecl* function) {
  if (!function) return false;
  const FunctionDecl* definition = nullptr;
  const bool isOfProject = function->getBuiltinID() == 0 && function->hasBody(definition) &&
                           editor_.unit()->isProjectFile(fileNameAt(*editor_.unit(), definition->getLocation()));
  if (isOfProject) return false;
  for (const ParmVarDecl* parameter : function->parameters()) {
    if (!parameter->getType()->isArithmeticType()) return false;
  }
  if (!library_) library_ = std::make_shared<model::LibraryFunctions>(*editor_.unit());
  return library_->isPure(*function);
}

bool HarmlessCode::mayCompute(const Expr& given) {
  const Expr& part = *given.IgnoreParens();
  if (allowed_.contains(&part) || indexNamed(part)) return true;
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral, ImplicitValueInitExpr,
          CXXScalarValueInitExpr, CXXNullPtrLiteralExpr, UnaryExprOrTypeTraitExpr>(part))
    return true;
  if (const auto* name = dyn_cast<DeclRefExpr>(&part)) return isOwn(*name) || isa<EnumConstantDecl>(name->getDecl());
  if (isa<MemberExpr>(part)) return isOwn(part);
  if (const auto* call = dyn_cast<CallExpr>(&part)) {
    return !isa<CXXOperatorCallExpr, CXXMemberCallExpr>(call) && mayCall(call->getDirectCallee()) &&
           std::all_of(call->arg_begin(), call->arg_end(), [&](const Expr* one) { return mayCompute(*one); });
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) {
    if (!made->getConstructor()->isTrivial()) return false;
  } else if (const auto* operation = dyn_cast<UnaryOperator>(&part)) {
    if (operation->getOpcode() == UO_Deref || operation->getOpcode() == UO_AddrOf) return false;
    if (operation->isIncrementDecrementOp() && !isOwn(*operation->getSubExpr())) return false;
  } else if (const auto* both = dyn_cast<BinaryOperator>(&part)) {
    if (both->isPtrMemOp() || (both->isAssignmentOp() && !isOwn(*both->getLHS()))) return false;
    const bool divides = both->getOpcode() == BO_Div || both->getOpcode() == BO_Rem ||
                         both->getOpcode() == BO_DivAssign || both->getOpcode() == BO_RemAssign;
    if (divides && !dividesSafely(part, editor_.unit()->ast())) return false;
  } else if (!isa<CastExpr, ConditionalOperator, InitListExpr, ExprWithCleanups, MaterializeTemporaryExpr, ConstantExpr,
                  SubstNonTypeTemplateParmExpr>(part)) {
    return false;
  }
  return std::all_of(part.child_begin(), part.child_end(), [&](const Stmt* child) {
    const auto* inner = dyn_cast_or_null<Expr>(child);
    return inner && mayCompute(*inner);
  });
}

}  // namespace warpwright::rewrite
