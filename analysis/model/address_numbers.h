#pragma once

#include <set>
#include <utility>
#include <vector>

namespace clang {
class Expr;
class Stmt;
class ValueDecl;
}  // namespace clang

namespace warpwright::model {

/// Numbers in code that addresses are made to, and what is computed from them: added to a pointer, they may lead into
/// other memory.
class AddressNumbers {
 public:
  /// Reads one statement or expression, its parts aside.
  void look(const clang::Stmt& part);
  /// All has been looked at.
  void close();
  /// Requires: closed.
  bool isIn(const clang::Expr& number) const;

 private:
  std::vector<std::pair<const clang::ValueDecl*, const clang::Expr*>> set_;
  std::set<const clang::ValueDecl*> made_;
};

}  // namespace warpwright::model
