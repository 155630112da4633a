#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/tree/mentions.h"

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

using rewrite::isOnlyRead;
using rewrite::Mention;
using rewrite::Mentions;
using rewrite::mentionsOf;
using rewrite::namedVariable;
using rewrite::Placed;

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

}  // namespace warpwright::passes
