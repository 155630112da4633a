#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <set>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class BinaryOperator;
class CallExpr;
class DeclStmt;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Which values of a function's body may be products, or quotients, of floating-point numbers, as compilers may see
/// once variables and memory of the function hand on what they were given: a sum of such a value may become one
/// operation with the product. Order does not matter here, so that there may be too many.
class ProductValues {
 public:
  /// `function`: a kernel, whose arguments are no products of its own; of others, they may be.
  explicit ProductValues(const clang::FunctionDecl& function);
  /// May the expression, which is a part of the body, give one?
  bool mayBe(const clang::Expr& expression) const;
  /// Of what `arithmetic` gives: is there something for a compiler to choose? A sum that no product reaches has one way
  /// to be rounded, and so has what compilers know before they compute.
  bool leaveChoice(const clang::BinaryOperator& sum, const clang::ASTContext& context) const;

 private:
  void look(const clang::Stmt& part);
  void lookAt(const clang::DeclStmt& declarations);
  void lookAt(const clang::BinaryOperator& binary);
  void lookAt(const clang::CallExpr& call);
  void give(llvm::ArrayRef<const clang::Expr*> arguments, bool keepsConst);
  void lend(const clang::Expr& place);
  void add(const clang::VarDecl* variable);
  bool mayHold(const clang::VarDecl* variable) const;

  bool isKernel_;
  bool isAny_ = false;                       ///< one is put where it is not followed
  std::set<const clang::VarDecl*> holders_;  ///< variables and arrays that may hold some
  std::set<const clang::Stmt*> followed_;    ///< arrays whose elements are named there
  std::vector<std::pair<const clang::VarDecl*, const clang::Expr*>> stores_;
};

}  // namespace warpwright::rewrite
