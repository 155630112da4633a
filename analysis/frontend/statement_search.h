#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

namespace warpwright::frontend {

/// Is there a part of a statement, itself included, for which `holds(const clang::Stmt&)` is true? A statement that is
/// not there has none. Bodies of lambdas count as parts, what a `sizeof` names by its type does not.
template <typename Holds>
bool anyPart(const clang::Stmt* statement, const Holds& holds) {
  if (!statement) return false;
  return holds(*statement) || std::any_of(statement->child_begin(), statement->child_end(),
                                          [&](const clang::Stmt* child) { return anyPart(child, holds); });
}

/// Is there a declaration inside a statement for which `holds(const clang::Decl&)` is true?
template <typename Holds>
bool anyDeclared(const clang::Stmt* statement, const Holds& holds) {
  return anyPart(statement, [&](const clang::Stmt& part) {
    const auto* declarations = clang::dyn_cast<clang::DeclStmt>(&part);
    return declarations && std::any_of(declarations->decl_begin(), declarations->decl_end(),
                                       [&](const clang::Decl* declared) { return holds(*declared); });
  });
}

/// Is there a goto in the statement?
inline bool containsJump(const clang::Stmt* statement) {
  return anyPart(statement,
                 [](const clang::Stmt& part) { return clang::isa<clang::GotoStmt, clang::IndirectGotoStmt>(part); });
}

}  // namespace warpwright::frontend
