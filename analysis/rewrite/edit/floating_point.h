#pragma once

#include <clang/AST/Type.h>

namespace clang {
class BinaryOperator;
class Expr;
}  // namespace clang

namespace warpwright::rewrite {

bool isDouble(clang::QualType type);
/// A float or a double.
bool isNumber(clang::QualType type);
/// A sum, difference or product of floating-point numbers, or one that is stored in its first operand; null: it is
/// something else.
const clang::BinaryOperator* arithmetic(const clang::Expr* expression);
/// Without parentheses, and conversions to a wider type, which an argument of a function goes through as well.
const clang::Expr* plain(const clang::Expr* expression);

}  // namespace warpwright::rewrite
