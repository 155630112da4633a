#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class ArraySubscriptExpr;
class CallExpr;
class CUDAKernelCallExpr;
class CXXConstructExpr;
class DeclRefExpr;
class DeclStmt;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// A node of a function's body and what stands around it, from the body down to its parent.
template <class Node>
struct Placed {
  const Node* node = nullptr;
  std::vector<const clang::Stmt*> parents;
};
using Mention = Placed<clang::DeclRefExpr>;

/// What the body of a function mentions, each place once: threadIdx and its like by their written form.
struct Mentions {
  std::map<const clang::VarDecl*, std::vector<Mention>> variables;
  std::vector<Mention> builtIns;  ///< threadIdx, blockIdx, blockDim, gridDim, warpSize
  std::map<const clang::VarDecl*, Placed<clang::DeclStmt>> declared;
  std::vector<Placed<clang::CallExpr>> calls;  ///< of functions; launches are not among them
  std::vector<Placed<clang::CUDAKernelCallExpr>> launches;
  std::vector<const clang::CXXConstructExpr*> made;
  std::vector<Placed<clang::Expr>> memory;  ///< subscripts, dereferences, `->`
  const clang::Stmt* destroyed = nullptr;   ///< declares or makes what a destructor ends: the first of them
  const clang::Stmt* strange = nullptr;     ///< a lambda, goto, assembly, new: the first of them
  const clang::Stmt* jump = nullptr;        ///< a goto: the first of them
};
Mentions mentionsOf(const clang::Stmt* body);

/// Is the variable only ever read?
bool isOnlyRead(const Mentions& mentions, const clang::VarDecl* variable);

/// Is the expression the number of a thread in its grid, along x: `blockIdx.x * blockDim.x + threadIdx.x`?
bool isNumberOfThread(const rewrite::Editor& editor, const clang::Expr& expression);

/// scale * variable + offset.
struct LinearTerm {
  int64_t scale = 0, offset = 0;
};
/// An integer expression in one variable and constants; nothing where it is of another form.
std::optional<LinearTerm> linearIn(const clang::Expr* expression, const clang::VarDecl* variable);

/// The parent that is neither parentheses nor an implicit conversion, and the child of it that leads to the node.
struct Holder {
  const clang::Stmt* parent = nullptr;
  const clang::Stmt* child = nullptr;
  size_t depth = 0;  ///< of the parent in `parents`
};
Holder holderOf(const clang::Stmt* node, const std::vector<const clang::Stmt*>& parents);

/// The subscript that the mention is the base of, or part of the index of; null: it is not that.
const clang::ArraySubscriptExpr* subscriptOf(const Mention& mention, bool asBase, size_t* depth);

/// The variable that an expression names, through parentheses and conversions. Null: another expression.
const clang::VarDecl* namedVariable(const clang::Expr* expression);

}  // namespace warpwright::passes
