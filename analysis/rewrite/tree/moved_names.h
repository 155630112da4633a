#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace clang {
class ASTContext;
class Expr;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// How often each name stands in the text of an expression, whatever it names there: a variable, a type, a member of
/// `this`, an argument of a template. Members behind a dot or an arrow are none. Nothing: a macro spells more of it
/// than numbers and names of variables and members.
std::optional<std::map<std::string, size_t>> namesInText(const clang::Expr& expression,
                                                         const clang::ASTContext& context);

/// Names that mean something else behind the statement, or inside of it: of variables, types, enumerators, functions,
/// and what `using` brings. Nothing: it may bring any.
std::optional<std::set<std::string>> namesGiven(const clang::Stmt& statement);

/// Does the statement declare more than variables? Names of types, enumerators and namespaces in its text may mean
/// something else in front of it.
bool declaresNames(const clang::Stmt& statement);

}  // namespace warpwright::rewrite
