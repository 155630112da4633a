#pragma once

#include <clang/AST/TypeLoc.h>

namespace clang {
class ASTContext;
class Decl;
class IfStmt;
class Stmt;
}  // namespace clang

namespace warpwright::frontend {

/// A walk over declarations, statements and written types, each node once, on the way down. Clang's
/// RecursiveASTVisitor behind virtual functions: compiled once, where a visitor of one's own costs each source that has
/// one ten seconds.
class TreeWalk {
 public:
  virtual ~TreeWalk() = default;

  /// Walks what the unit's own text declares. False: a visit ended the walk.
  bool walk(clang::ASTContext& context);
  bool walk(const clang::Decl* declaration);
  bool walk(const clang::Stmt* statement);

 protected:
  /// Code of instances of templates, and code that nobody wrote: is it walked, too?
  bool instances_ = false, implicitCode_ = false;

  /// False ends the walk.
  virtual bool visit(clang::Stmt&) { return true; }
  virtual bool visit(clang::Decl&) { return true; }
  virtual bool visit(clang::TypeLoc) { return true; }
  /// Walks an `if` in place of the walk. False: it is walked as all else is.
  virtual bool walkIf(clang::IfStmt&) { return false; }

 private:
  class Visitor;
};

}  // namespace warpwright::frontend
