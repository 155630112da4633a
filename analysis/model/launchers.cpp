#include "analysis/model/launchers.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>

#include "analysis/frontend/statement_search.h"

namespace warpwright::model {
namespace {

using Names = std::set<std::string>;

/// Names of the functions that a body names.
Names namedIn(const clang::Stmt& body) {
  Names names;
  frontend::anyPart(&body, [&](const clang::Stmt& part) {
    const clang::NamedDecl* named = nullptr;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&part)) named = name->getFoundDecl()->getUnderlyingDecl();
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&part)) named = member->getMemberDecl();
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&part)) named = made->getConstructor();
    if (const auto* open = llvm::dyn_cast<clang::OverloadExpr>(&part)) names.insert(open->getName().getAsString());
    if (named && llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl>(named))
      names.insert(named->getNameAsString());
    return false;
  });
  return names;
}

}  // namespace

Launchers launchersIn(const std::vector<const clang::FunctionDecl*>& functions) {
  std::map<std::string, Names> callers;  // by what is called
  Names kernels, classes;
  for (const clang::FunctionDecl* function : functions) {
    const std::string name = function->getNameAsString();
    if (function->hasAttr<clang::CUDAGlobalAttr>()) kernels.insert(name);
    if (llvm::isa<clang::CXXConstructorDecl>(function)) classes.insert(name);
    for (const std::string& called : function->getBody() ? namedIn(*function->getBody()) : Names())
      callers[called].insert(name);
  }
  Launchers found;
  for (const std::string& kernel : kernels) {
    std::vector<std::string> open{kernel};
    Names seen(open.begin(), open.end());
    while (!open.empty()) {
      const std::string called = std::move(open.back());
      open.pop_back();
      for (const std::string& caller : callers[called]) {
        if (seen.insert(caller).second) open.push_back(caller);
      }
    }
    for (const std::string& one : seen) {
      if (one != "main" && !kernels.contains(one) && !classes.contains(one)) found.kernels[one].insert(kernel);
    }
  }
  for (const clang::FunctionDecl* function : functions) {
    if (found.kernels.contains(function->getNameAsString())) found.functions.push_back(function);
  }
  return found;
}

}  // namespace warpwright::model
