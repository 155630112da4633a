#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace clang {
class BinaryOperator;
class Expr;
class ReturnStmt;
class Stmt;
class UnaryOperator;
}  // namespace clang

namespace warpwright::model {

/// What an expression is without parentheses, casts, temporaries and copies.
const clang::Expr* stripped(const clang::Expr* expression);

/// What an expression is the address of; null: it is none.
const clang::Expr* takenIn(const clang::Expr& expression);

/// An element of a list, which may be null; null: there is none.
const clang::Expr* elementOf(const clang::Expr* list, int64_t index);

/// Of a list, what it gives to the member that a path leads to; else the value itself.
const clang::Expr* partOf(const clang::Expr* value, const std::string& path);

/// May two indices (null: 0) be the same number? Yes where they are for a small number that their variable may be,
/// `i & 1` and `i / 2`, and where they are not of one variable, or of operations that are not followed. `i % 2` and
/// `1 - i % 2` never are.
bool mayMeet(const clang::Expr* first, const clang::Expr* second);

/// The statements that return, those of lambdas aside.
void addReturns(const clang::Stmt* statement, std::vector<const clang::ReturnStmt*>& found);

/// `++p`, `p += n`: the pointer stays in its memory.
bool movesPointer(const clang::UnaryOperator& change);
bool movesPointer(const clang::BinaryOperator& change);

}  // namespace warpwright::model
