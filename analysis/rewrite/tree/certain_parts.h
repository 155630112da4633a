#pragma once

#include <functional>

namespace clang {
class Expr;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Visits the expressions that running a statement evaluates whatever values it meets, if it comes to its end: what
/// stands under a condition, in a loop or behind `&&` is not among them. `visit`: whether to go on into its parts.
/// Requires: no `return`, `break`, `continue` or jump in the statement.
void eachCertainPart(const clang::Stmt& statement, const std::function<bool(const clang::Expr&)>& visit);

}  // namespace warpwright::rewrite
