#include "analysis/rewrite/tree/type_mentions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <set>

#include "analysis/frontend/tree_walk.h"
#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

class MentionFinder : public frontend::TreeWalk {
 public:
  explicit MentionFinder(const VarDecl& variable) : variable_(variable.getCanonicalDecl()) {}

  std::set<SourceLocation> found, takenOver;

 private:
  bool visit(Stmt& statement) override {
    const auto* name = dyn_cast<DeclRefExpr>(&statement);
    if (name && names(name)) found.insert(name->getLocation());
    return true;
  }

  bool visit(Decl& declaration) override {
    const auto* declared = dyn_cast<VarDecl>(&declaration);
    if (!declared) return true;
    const auto* open = declared->getType()->getContainedAutoType();
    const auto* name = declared->getInit() ? dyn_cast<DeclRefExpr>(declared->getInit()->IgnoreImpCasts()) : nullptr;
    if (open && open->isDecltypeAuto() && name && names(name)) takenOver.insert(name->getLocation());
    return true;
  }

  bool names(const DeclRefExpr* name) const { return name->getDecl()->getCanonicalDecl() == variable_; }

  const VarDecl* variable_;
};

}  // namespace

std::vector<SourceLocation> typeMentions(const FunctionDecl& function, const VarDecl& variable) {
  MentionFinder finder(variable);
  finder.walk(function.getBody());
  for (const VariableUse& use : findUses(function, variable, 0)) finder.found.erase(use.name->getLocation());
  finder.found.insert(finder.takenOver.begin(), finder.takenOver.end());
  return {finder.found.begin(), finder.found.end()};
}

}  // namespace warpwright::rewrite
