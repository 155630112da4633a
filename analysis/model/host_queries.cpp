// What is asked of HostFacts.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>

#include <algorithm>

#include "analysis/model/host_values.h"
#include "analysis/model/shared_names.h"

namespace warpwright::model {

bool HostFacts::Variable::isSetAgain(const clang::VarDecl& declaration) const {
  const size_t own = llvm::isa<clang::ParmVarDecl>(declaration) || !declaration.getInit() ? 0 : 1;
  const auto isAny = [](const auto& one) { return !one.empty(); };
  return whole.size() > own || !fields.empty() || std::ranges::any_of(members, isAny);
}

/// Is a variable that kernels are assigned to used for nothing but launching them, all in sight?
bool HostFacts::isOnlyLaunched(const clang::Decl* declaration) const {
  const auto* known = llvm::cast<clang::VarDecl>(declaration);
  const bool isOwn =
      known->hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(known) && known->getType()->isPointerType();
  const Variable* facts = variable(known);
  if (!isOwn || !facts || readOtherwise_.contains(known->getCanonicalDecl())) return false;
  return std::all_of(facts->whole.begin(), facts->whole.end(),
                     [](const Assignment& one) { return one.value != nullptr; });
}

const HostFacts::Variable* HostFacts::variable(const clang::VarDecl* declaration) const {
  const auto found = variables_.find(declaration->getCanonicalDecl());
  return found == variables_.end() ? nullptr : &found->second;
}

bool HostFacts::isHandedOn(const clang::FunctionDecl* function) const {
  return handedOn_.contains(function->getCanonicalDecl());
}

bool HostFacts::isClosed(const clang::NamedDecl& declaration) const {
  // Code for the device alone (`#ifdef __CUDA_ARCH__`) is none of the host's, and sets managed variables.
  if (declaration.hasAttr<clang::CUDADeviceAttr>() && llvm::isa<clang::VarDecl>(declaration)) return false;
  if (assembly_.find(declaration.getNameAsString()) != std::string::npos) return false;
  return !declaration.isExternallyVisible() ||
         (isWholeProgram_ && !saidElsewhere_.contains(nameElsewhere(declaration)));
}

bool HostFacts::isGivenAway(const clang::CXXRecordDecl* record) const {
  return record->isLambda() && givenAway_.contains(record->getCanonicalDecl());
}

const std::vector<const clang::CallExpr*>& HostFacts::callsOf(const clang::FunctionDecl* function) const {
  static const std::vector<const clang::CallExpr*> none;
  const auto found = calls_.find(function->getCanonicalDecl());
  return found == calls_.end() ? none : found->second;
}

}  // namespace warpwright::model
