#pragma once

#include <clang/Basic/SourceLocation.h>

#include <vector>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
class ValueDecl;
}  // namespace clang

namespace warpwright::model {

/// An expression that names memory, taken apart: `m[i][j].x` has the root m; `*(p + 1)` goes through the pointer p.
struct AccessChain {
  const clang::ValueDecl* root = nullptr;  ///< the variable it starts from; null: the result of some expression
  bool isAccess = false;                   ///< it denotes an element, not a whole array and not a pointer's value
  bool throughPointer = false;             ///< it follows a pointer
  bool endsInMember = false;
  int subscripts = 0;
  std::vector<const clang::Stmt*> parts;  ///< the nodes that belong to it, indices excluded
};

/// Requires that no larger chain holds `expression`. A chain with neither root nor access: not one.
AccessChain parseAccessChain(const clang::Expr& expression, const clang::ASTContext& context);

/// What is done with a chain.
struct UseContext {
  bool isAddress = false;       ///< its address is taken, or it is bound to a reference
  bool isCallArgument = false;  ///< its value, a pointer, is an argument
  bool isAssigned = false;
  const clang::Stmt* call = nullptr;  ///< the call that its value or address is handed to
  clang::SourceLocation operatorAt;   ///< of the assignment or increment that writes it
};
/// `ancestors`: from the function's body down to the chain's parent.
UseContext contextOf(const clang::Expr& expression, const std::vector<const clang::Stmt*>& ancestors,
                     const clang::ASTContext& context);

}  // namespace warpwright::model
