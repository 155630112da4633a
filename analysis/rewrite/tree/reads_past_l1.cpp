#include "analysis/rewrite/tree/reads_past_l1.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <set>

#include "analysis/frontend/statement_search.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

class PastL1Finder {
 public:
  const Stmt* in(const Stmt* code) {
    const Stmt* found = nullptr;
    frontend::anyPart(code, [&](const Stmt& part) {
      if (makes(part)) found = &part;
      return found != nullptr;
    });
    return found;
  }

 private:
  bool makes(const Stmt& part) {
    if (const auto* call = dyn_cast<CallExpr>(&part)) {
      const FunctionDecl* callee = call->getDirectCallee();
      const bool isIt = callee && callee->getDeclName().isIdentifier() && callee->getName() == "__ldcg";
      return isIt || makes(callee);
    }
    if (const auto* made = dyn_cast<CXXConstructExpr>(&part)) return makes(made->getConstructor());
    const auto* declares = dyn_cast<DeclStmt>(&part);
    return declares && std::ranges::any_of(declares->decls(), [&](const Decl* one) {
             const auto* variable = dyn_cast<VarDecl>(one);
             const CXXRecordDecl* type = variable ? variable->getType()->getAsCXXRecordDecl() : nullptr;
             return type && type->hasDefinition() && makes(type->getDestructor());
           });
  }

  bool makes(const FunctionDecl* function) {
    const FunctionDecl* definition = nullptr;
    if (!function || !function->hasBody(definition)) return false;
    const bool isNew = seen_.insert(definition->getCanonicalDecl()).second;
    return isNew && in(definition->getBody());
  }

  std::set<const FunctionDecl*> seen_;  ///< those that make none, or are being looked into
};

}  // namespace

const Stmt* readsPastL1(const Stmt& code) {
  return PastL1Finder().in(&code);
}

}  // namespace warpwright::rewrite
