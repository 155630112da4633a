#pragma once

#include <clang/Basic/SourceLocation.h>

#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
class DeclRefExpr;
class DeclStmt;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// One mention of a variable in the body of a function.
struct VariableUse {
  enum class Kind : uint8_t {
    value,        ///< one element, read or written or both, and nothing else: may live in a register
    elementSize,  ///< sizeof of one element: nothing is accessed
    arraySize,    ///< sizeof or decltype of the array itself
    address,      ///< the address of an element or of the array is taken or handed on
    reference,    ///< an element is bound to a reference
    captured,     ///< inside a lambda: a local variable would have to be captured
    other,
  };
  Kind kind = Kind::other;
  const clang::DeclRefExpr* name = nullptr;
  const clang::Expr* element = nullptr;        ///< `s[ty][tx]`, or the name itself for a scalar
  std::vector<const clang::Expr*> subscripts;  ///< outermost dimension first
  bool subscriptsHaveEffects = false;          ///< a call, an assignment, a volatile read: may not be dropped
  std::vector<const clang::Stmt*> parents;     ///< from the function's body down to, not including, `element`
};

/// Every mention of `variable` in the body of `function`, in source order. `rank`: how many subscripts lead to an
/// element. In a template's pattern, where types are open, kinds are as far as they can be told from the syntax.
std::vector<VariableUse> findUses(const clang::FunctionDecl& function, const clang::VarDecl& variable, unsigned rank);

/// A constructor or `=` of a structure that copies its bytes and nothing else; false for null.
bool isTrivialCopy(const clang::Decl* decl);

/// How the place is used that an expression names, such as `*p`; `parents` as in VariableUse, of that expression.
VariableUse::Kind useOfPlace(const clang::Expr* place, const std::vector<const clang::Stmt*>& parents);

/// May what an address or reference use hands on be used for more than its element? False where each taker, through
/// calls and variables, is known and reads or writes `*p`, `p->x`, or the reference itself, and nothing beside it.
bool mayLeaveElement(const VariableUse& use, const clang::FunctionDecl& function);

/// The same question asked of the whole kernel: is nothing ever done with pointers of the element's type, there and in
/// the functions it calls, that leads from one element to another? Then an address may also be kept in variables.
bool elementPointersStay(const VariableUse& use, const clang::FunctionDecl& function);

/// Does evaluating the expression do anything besides giving its value? Reads of threadIdx and the like do not.
bool hasEffects(const clang::Expr* expression, const clang::ASTContext& context);
/// Is anything left of the statement, or of functions that it calls, beside what is in these variables? They are local
/// ones, and no references. A loop or a lambda in it is thought to leave something; where it jumps is not asked.
bool hasEffectsBeside(const std::set<const clang::VarDecl*>& own, const clang::Stmt& statement,
                      const clang::ASTContext& context);

/// A variable declared inside a function body, with what stands around it.
struct LocalVariable {
  const clang::VarDecl* variable = nullptr;
  const clang::DeclStmt* statement = nullptr;
  std::vector<const clang::Stmt*> parents;  ///< from the function's body down to, not including, `statement`
  bool insideLambda = false;

  /// Its declaration may be reached again while the function runs: a loop or a jump around it.
  bool inLoop() const;
};

/// Every __shared__ variable declared in the body of `function`, in source order.
std::vector<LocalVariable> sharedVariables(const clang::FunctionDecl& function);

}  // namespace warpwright::rewrite
