#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <set>

#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;
using Kind = VariableUse::Kind;

constexpr int deepest = 8;  // calls that hand a reference on

bool mayLeave(const VariableUse& use, const FunctionDecl& function, int depth);

// What a call does with its argument number `index`.
bool callMayLeave(const CallExpr& call, const Expr* argument, int depth);

// A pointer that is only followed: `*p`, `p->x`, `p[0]`; or handed on to a function that does no
// more.
bool pointerMayLeave(const VariableUse& use, const ASTContext& context, int depth) {
  std::vector<const Stmt*> parents = use.parents;
  const auto* read = parents.empty() ? nullptr : dyn_cast<ImplicitCastExpr>(parents.back());
  if (!read || read->getCastKind() != CK_LValueToRValue) return true;
  const Expr* inner = read;
  parents.pop_back();
  while (!parents.empty() && (isa<ParenExpr>(parents.back()) || isa<ImplicitCastExpr>(parents.back()))) {
    const auto* cast = dyn_cast<ImplicitCastExpr>(parents.back());
    if (cast && cast->getCastKind() != CK_NoOp) return true;
    inner = clang::cast<Expr>(parents.back());
    parents.pop_back();
  }
  if (parents.empty()) return true;
  const auto* place = dyn_cast<Expr>(parents.back());
  if (const auto* call = dyn_cast<CallExpr>(parents.back())) return callMayLeave(*call, inner, depth + 1);
  const auto* unary = dyn_cast_or_null<UnaryOperator>(place);
  const auto* member = dyn_cast_or_null<MemberExpr>(place);
  const auto* subscript = dyn_cast_or_null<ArraySubscriptExpr>(place);
  Expr::EvalResult index;
  const bool follows = (unary && unary->getOpcode() == UO_Deref) ||
                       (member && member->isArrow() && isa<FieldDecl>(member->getMemberDecl())) ||
                       (subscript && subscript->getBase() == inner &&
                        subscript->getIdx()->EvaluateAsInt(index, context) && index.Val.getInt() == 0);
  if (!follows) return true;
  parents.pop_back();
  return useOfPlace(place, parents) != Kind::value;
}

bool variableMayLeave(const VarDecl& variable, const FunctionDecl& function, int depth) {
  const bool isReference = variable.getType()->isReferenceType();
  if (depth > deepest || (!isReference && !variable.getType()->isPointerType())) return true;
  for (const VariableUse& use : findUses(function, variable, 0)) {
    if (use.kind == Kind::captured) return true;
    if (!isReference ? pointerMayLeave(use, function.getASTContext(), depth)
                     : use.kind != Kind::value && use.kind != Kind::elementSize && mayLeave(use, function, depth + 1)) {
      return true;
    }
  }
  return false;
}

bool callMayLeave(const CallExpr& call, const Expr* argument, int depth) {
  const FunctionDecl* callee = call.getDirectCallee();
  const FunctionDecl* definition = nullptr;
  if (!callee || isa<CXXMethodDecl>(callee) || !callee->hasBody(definition) || !definition || depth > deepest)
    return true;
  for (unsigned i = 0; i < call.getNumArgs() && i < definition->getNumParams(); ++i) {
    if (call.getArg(i) != argument) continue;
    return variableMayLeave(*definition->getParamDecl(i), *definition, depth);
  }
  return true;
}

bool mayLeave(const VariableUse& use, const FunctionDecl& function, int depth) {
  if (depth > deepest || (use.kind != Kind::reference && use.kind != Kind::address)) return true;
  const Expr* inner = use.element;
  for (size_t i = use.parents.size(); i-- > 0;) {
    const Stmt* parent = use.parents[i];
    if (const auto* call = dyn_cast<CallExpr>(parent)) return callMayLeave(*call, inner, depth);
    if (const auto* statement = dyn_cast<DeclStmt>(parent)) {
      for (const Decl* decl : statement->decls()) {
        const auto* variable = dyn_cast<VarDecl>(decl);
        if (variable && variable->getInit() == inner) return variableMayLeave(*variable, function, depth);
      }
      return true;
    }
    const auto* unary = dyn_cast<UnaryOperator>(parent);
    const auto* cast = dyn_cast<ImplicitCastExpr>(parent);
    const auto* member = dyn_cast<MemberExpr>(parent);
    const bool passes =
        isa<ParenExpr>(parent) || isa<FullExpr>(parent) || (unary && unary->getOpcode() == UO_AddrOf) ||
        (cast && cast->getCastKind() == CK_NoOp) ||
        (member && !member->isArrow() && isa<FieldDecl>(member->getMemberDecl()) && !member->getType()->isArrayType());
    if (!passes) return true;
    inner = clang::cast<Expr>(parent);
  }
  return true;
}

// Looks for anything that makes another address from a pointer to an element.
class PointerMoves {
 public:
  PointerMoves(QualType element, const FunctionDecl& kernel)
      : context_(kernel.getASTContext()),
        element_(context_.getCanonicalType(element.getUnqualifiedType())),
        kernel_(kernel) {}

  bool inFunction(const FunctionDecl& function) {
    const FunctionDecl* definition = nullptr;
    if (!function.hasBody(definition) || !definition) return true;
    if (!seen_.insert(definition).second) return false;
    return inStatement(definition->getBody());
  }

 private:
  bool isElement(QualType type) const {
    return !type.isNull() && context_.getCanonicalType(type.getNonReferenceType().getUnqualifiedType()) == element_;
  }
  bool isPointer(const Expr* expression) const {
    const QualType type = expression->getType();
    return type->isPointerType() && isElement(type->getPointeeType());
  }
  // Memory that the host hands over is no shared memory.
  bool isArgument(const Expr* expression) const {
    const auto* name = dyn_cast<DeclRefExpr>(expression->IgnoreParenImpCasts());
    const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
    return parameter && parameter->getDeclContext() == &kernel_;
  }

  bool moves(const Stmt* part) {
    if (isa<LambdaExpr>(part) || isa<AsmStmt>(part)) return true;
    if (const auto* binary = dyn_cast<BinaryOperator>(part)) {
      const bool keeps =
          binary->getOpcode() == BO_Assign || binary->isEqualityOp() || binary->isCommaOp() || binary->isLogicalOp();
      for (const Expr* side : {binary->getLHS(), binary->getRHS()}) {
        if (!keeps && isPointer(side) && !isArgument(side)) return true;
      }
    } else if (const auto* unary = dyn_cast<UnaryOperator>(part)) {
      if (unary->isIncrementDecrementOp() && isPointer(unary->getSubExpr())) return true;
      // The address of a part of an element is of another type.
      const Expr* of = unary->getSubExpr()->IgnoreParens();
      const auto* name = dyn_cast<DeclRefExpr>(of);
      const bool partial = isa<MemberExpr>(of) || (name && name->getDecl()->getType()->isReferenceType());
      if (unary->getOpcode() == UO_AddrOf && partial && !isElement(of->getType())) return true;
    } else if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(part)) {
      const auto* decay = dyn_cast<ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      const bool ofArray = decay && decay->getCastKind() == CK_ArrayToPointerDecay;
      Expr::EvalResult index;
      const bool first = !subscript->getIdx()->isValueDependent() &&
                         subscript->getIdx()->EvaluateAsInt(index, context_) && index.Val.getInt() == 0;
      if (!ofArray && isPointer(subscript->getBase()) && !isArgument(subscript->getBase()) && !first) return true;
    } else if (const auto* cast = dyn_cast<CastExpr>(part)) {
      const bool keeps = cast->getCastKind() == CK_LValueToRValue || cast->getCastKind() == CK_NoOp ||
                         cast->getCastKind() == CK_ArrayToPointerDecay || isPointer(cast);
      if (!keeps && isPointer(cast->getSubExpr()) && cast->getCastKind() != CK_PointerToBoolean) return true;
    } else if (const auto* call = dyn_cast<CallExpr>(part)) {
      const FunctionDecl* callee = call->getDirectCallee();
      const bool hands = std::any_of(call->arg_begin(), call->arg_end(), [&](const Expr* argument) {
        return isPointer(argument) || (argument->isGLValue() && isElement(argument->getType()));
      });
      if (!callee) return hands;
      if (hands && inFunction(*callee)) return true;
    }
    return false;
  }

  bool inStatement(const Stmt* statement) {
    if (!statement) return false;
    if (const auto* pseudo = dyn_cast<PseudoObjectExpr>(statement)) statement = pseudo->getSyntacticForm();
    if (moves(statement)) return true;
    return std::any_of(statement->child_begin(), statement->child_end(),
                       [&](const Stmt* child) { return inStatement(child); });
  }

  const ASTContext& context_;
  const QualType element_;
  const FunctionDecl& kernel_;
  std::set<const FunctionDecl*> seen_;
};

bool hasArrays(QualType type) {
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return type->isArrayType() || record;
  return record->getNumBases() > 0 ||
         std::any_of(record->field_begin(), record->field_end(),
                     [](const FieldDecl* field) { return hasArrays(field->getType().getCanonicalType()); });
}

}  // namespace

bool elementPointersStay(const VariableUse& use, const FunctionDecl& function) {
  if (use.kind != Kind::address || use.parents.empty() || !use.element || use.subscripts.empty()) return false;
  const auto* address = dyn_cast<UnaryOperator>(use.parents.back());
  const QualType element = use.element->getType();
  if (!address || address->getOpcode() != UO_AddrOf || element->isArrayType() || hasArrays(element.getCanonicalType()))
    return false;
  return !PointerMoves(element, function).inFunction(function);
}

bool mayLeaveElement(const VariableUse& use, const FunctionDecl& function) {
  return mayLeave(use, function, 0);
}

}  // namespace warpwright::rewrite
