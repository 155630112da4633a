#pragma once

#include <clang/Basic/SourceLocation.h>

#include <functional>
#include <map>
#include <vector>

namespace clang {
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

namespace warpwright::rewrite {

/// A node of a function's body and what stands around it, from the body down to its parent.
template <class Node>
struct Placed {
  const Node* node = nullptr;
  std::vector<const clang::Stmt*> parents;
};
using Mention = Placed<clang::DeclRefExpr>;

/// Visits each part of a statement once, with what stands around it: threadIdx and its like by their written form, what
/// a call or an initialiser leaves to its defaults by these. Whether there is a part at all, or a declaration, is asked
/// by frontend/statement_search.h, which the model uses, too.
void eachPart(const clang::Stmt* statement,
              const std::function<void(const clang::Stmt&, const std::vector<const clang::Stmt*>&)>& visit);

/// What the body of a function mentions, each place once. Mentions of one variable with what is done to its elements:
/// `findUses`, which goes over the same parts.
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

/// Names that stand in no part of the body, where they are not evaluated or belong to a class: inside decltype, an
/// array's size, an argument of a template, classes that the body declares. In source order.
std::vector<const clang::DeclRefExpr*> namesInTypes(const clang::Stmt* body);

/// Those of `variable`, and where `decltype(auto)` takes over the variable's own type: mentions that findUses does not
/// see. In source order.
std::vector<clang::SourceLocation> typeMentions(const clang::FunctionDecl& function, const clang::VarDecl& variable);

/// Does the mention read the variable's value, and nothing else?
bool isRead(const Mention& mention);

/// Is the variable only ever read?
bool isOnlyRead(const Mentions& mentions, const clang::VarDecl* variable);

/// Do both say the same, parentheses and conversions around them aside?
bool isSameText(const clang::Expr& some, const clang::Expr& other, const clang::ASTContext& context);

/// The variable that an expression names, through parentheses and conversions. Null: another expression.
const clang::VarDecl* namedVariable(const clang::Expr* expression);

}  // namespace warpwright::rewrite
