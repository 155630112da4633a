#include "analysis/frontend/tree_walk.h"

#include <clang/AST/RecursiveASTVisitor.h>

namespace warpwright::frontend {

class TreeWalk::Visitor : public clang::RecursiveASTVisitor<Visitor> {
 public:
  explicit Visitor(TreeWalk& walk) : walk_(walk) {}

  bool shouldVisitTemplateInstantiations() const { return walk_.instances_; }
  bool shouldVisitImplicitCode() const { return walk_.implicitCode_; }
  bool VisitStmt(clang::Stmt* statement) { return walk_.visit(*statement); }
  bool VisitDecl(clang::Decl* declaration) { return walk_.visit(*declaration); }
  bool VisitTypeLoc(clang::TypeLoc type) { return walk_.visit(type); }
  bool TraverseIfStmt(clang::IfStmt* branch) {
    return walk_.walkIf(*branch) || RecursiveASTVisitor::TraverseIfStmt(branch);
  }

 private:
  TreeWalk& walk_;
};

bool TreeWalk::walk(clang::ASTContext& context) {
  return Visitor(*this).TraverseAST(context);
}

bool TreeWalk::walk(const clang::Decl* declaration) {
  return Visitor(*this).TraverseDecl(const_cast<clang::Decl*>(declaration));
}

bool TreeWalk::walk(const clang::Stmt* statement) {
  return Visitor(*this).TraverseStmt(const_cast<clang::Stmt*>(statement));
}

}  // namespace warpwright::frontend
