#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <string>

namespace clang {
class BinaryOperator;
class Expr;
}  // namespace clang

namespace warpwright::rewrite {

bool isDouble(clang::QualType type);
/// A float or a double.
bool isNumber(clang::QualType type);
/// What an operation computes, before it is stored.
clang::QualType typeOf(const clang::BinaryOperator& operation);
/// Of a quotient, what compilers multiply by in its place: "0.25f" of a division by 4, for the product is the same
/// number. Nothing: it is something else, or no such number is written there.
std::optional<std::string> reciprocal(const clang::BinaryOperator& quotient);
/// A sum, difference or product of floating-point numbers, or one that is stored in its first operand; null: it is
/// something else. A quotient that has a reciprocal is a product.
const clang::BinaryOperator* arithmetic(const clang::Expr* expression);
/// Of what `arithmetic` gives: no sum or difference. Also a quotient that is a product.
bool isProduct(const clang::BinaryOperator& one);
/// Without parentheses, and conversions to a wider type, which an argument of a function goes through as well.
const clang::Expr* plain(const clang::Expr* expression);

}  // namespace warpwright::rewrite
