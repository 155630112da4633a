// What the functions of host code are called with.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/ScopeExit.h>

#include <algorithm>

#include "analysis/model/host_arithmetic.h"
#include "analysis/model/host_values.h"

namespace warpwright::model {

using namespace clang;

/// Has the class a base that is none of the project? That may call its methods, as `static_cast<D*>(this)->run(8)`.
bool HostFolder::hasBaseOfLibrary(const CXXRecordDecl& record) const {
  return record.hasDefinition() && std::any_of(record.bases_begin(), record.bases_end(), [&](const auto& base) {
           const CXXRecordDecl* one = base.getType()->getAsCXXRecordDecl();
           return !one || !text_.isInProject(one->getLocation()) || hasBaseOfLibrary(*one);
         });
}

/// May the function be called in ways that are not seen?
bool HostFolder::isCalledUnseen(const FunctionDecl& function) const {
  const auto* method = llvm::dyn_cast<CXXMethodDecl>(&function);
  if (method && method->isVirtual()) return true;  // through its base class as well
  // Libraries call the lambdas that they are given, and operators without naming them.
  if (method && (facts_.isGivenAway(method->getParent()) || hasBaseOfLibrary(*method->getParent()))) return true;
  if (function.isOverloadedOperator() && !(method && method->getParent()->isLambda())) return true;
  const bool isClosed =
      facts_.isClosed(function) || function.getTemplateSpecializationKind() == TSK_ImplicitInstantiation;
  return function.isMain() || !isClosed || facts_.isHandedOn(&function);
}

std::optional<std::vector<const Expr*>> HostFolder::passedFor(const ParmVarDecl& parameter, const Expr* use) {
  const auto* function = llvm::dyn_cast<FunctionDecl>(parameter.getDeclContext());
  if (!function) return fail(use, "is a parameter"), std::nullopt;
  const auto supposed = supposedCallers_.find(function->getCanonicalDecl());
  const auto& calls = supposed == supposedCallers_.end() ? facts_.callsOf(function) : supposed->second;
  if (calls.empty() || isCalledUnseen(*function) ||
      (parameter.getType()->isReferenceType() && !facts_.onlyReads(parameter))) {
    fail(use, "is a parameter of `" + function->getNameAsString() + "`, whose callers are not all known");
    return std::nullopt;
  }
  const auto* method = llvm::dyn_cast<CXXMethodDecl>(function);
  std::vector<const Expr*> passed;
  for (const CallExpr* call : calls) {
    // The object that a function object's call stands for comes first.
    const bool namesObject = method && method->isInstance() && llvm::isa<CXXOperatorCallExpr>(call);
    const unsigned index = parameter.getFunctionScopeIndex() + (namesObject ? 1 : 0);
    if (index >= call->getNumArgs()) return fail(use, "is a parameter that a call leaves out"), std::nullopt;
    passed.push_back(call->getArg(index));
  }
  return passed;
}

void HostFolder::supposingNothing(llvm::function_ref<void()> look) {
  decltype(supposed_) supposed;
  decltype(supposedCallers_) callers;
  supposed.swap(supposed_);
  callers.swap(supposedCallers_);
  const auto restore = llvm::make_scope_exit([&] {
    supposed.swap(supposed_);
    callers.swap(supposedCallers_);
  });
  look();
}

/// The arguments given at all calls, if they are all in this file.
HostFolder::Values HostFolder::ofParameter(const VarDecl* variable, const Expr* use) {
  const auto* parameter = llvm::cast<ParmVarDecl>(variable);
  const QualType type = parameter->getType().getNonReferenceType();
  if (!type->isIntegralOrEnumerationType()) return fail(use, "is a parameter that is no integer");
  const auto passed = passedFor(*parameter, use);
  if (!passed) return std::nullopt;
  Values all = std::set<int64_t>();
  supposingNothing([&] {
    for (const Expr* argument : *passed) {
      const Values value = values(argument);
      if (!value) all.reset();
      if (!all) return;
      for (const int64_t number : *value) all->insert(convert(number, type, context_));
    }
  });
  return all;
}

HostFolder::Shape HostFolder::shapeOfParameter(const VarDecl* variable, const Expr* use) {
  const auto passed = passedFor(*llvm::cast<ParmVarDecl>(variable), use);
  if (!passed || !inProgress_.insert(variable->getCanonicalDecl()).second) {
    fail(use, "depends on itself");
    return {};
  }
  Shape all{std::set<int64_t>(), std::set<int64_t>(), std::set<int64_t>()};
  supposingNothing([&] {
    for (const Expr* argument : *passed) {
      const Shape one = shape(argument);
      for (int i = 0; i < 3; ++i) {
        if (!one[i]) all[i].reset();
        if (all[i]) all[i]->insert(one[i]->begin(), one[i]->end());
      }
    }
  });
  inProgress_.erase(variable->getCanonicalDecl());
  return all;
}

}  // namespace warpwright::model
