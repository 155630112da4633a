#pragma once

#include <functional>
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class Expr;
}  // namespace clang

namespace warpwright::rewrite {

/// The text of an expression that stands nowhere as a whole, since a macro spells it: as an operand, or an argument.
/// `instead`: the text of a part, where it is another one; nothing: that part is printed as it is.
std::string printedExpression(const clang::Expr& expression, const clang::ASTContext& context,
                              const std::function<std::optional<std::string>(const clang::Expr&)>& instead);

}  // namespace warpwright::rewrite
