#include "analysis/rewrite/tree/type_mentions.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <set>

#include "analysis/rewrite/tree/variable_uses.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

class MentionFinder : public RecursiveASTVisitor<MentionFinder> {
 public:
  explicit MentionFinder(const VarDecl& variable) : variable_(variable.getCanonicalDecl()) {}

  bool VisitDeclRefExpr(DeclRefExpr* name) {
    if (names(name)) found.insert(name->getLocation());
    return true;
  }

  bool VisitVarDecl(VarDecl* declared) {
    const auto* open = declared->getType()->getContainedAutoType();
    const auto* name = declared->getInit() ? dyn_cast<DeclRefExpr>(declared->getInit()->IgnoreImpCasts()) : nullptr;
    if (open && open->isDecltypeAuto() && name && names(name)) takenOver.insert(name->getLocation());
    return true;
  }

  std::set<SourceLocation> found, takenOver;

 private:
  bool names(const DeclRefExpr* name) const { return name->getDecl()->getCanonicalDecl() == variable_; }

  const VarDecl* variable_;
};

}  // namespace

std::vector<SourceLocation> typeMentions(const FunctionDecl& function, const VarDecl& variable) {
  MentionFinder finder(variable);
  finder.TraverseStmt(function.getBody());
  for (const VariableUse& use : findUses(function, variable, 0)) finder.found.erase(use.name->getLocation());
  finder.found.insert(finder.takenOver.begin(), finder.takenOver.end());
  return {finder.found.begin(), finder.found.end()};
}

}  // namespace warpwright::rewrite
