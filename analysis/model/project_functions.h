#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class Expr;
class FunctionDecl;
}  // namespace clang

namespace warpwright::model {

/// Every function with a body that stands in a project file: free functions, members, and each instantiation of their
/// templates; of templates that nothing instantiates, the pattern. In source order, each once. Found once a unit.
const std::vector<const clang::FunctionDecl*>& projectFunctions(const frontend::ParsedUnit& unit);

/// What variables of project files that stand outside of functions are made from.
std::vector<const clang::Expr*> projectInitialisers(const frontend::ParsedUnit& unit);

/// Does the unit have the program's `main`, whatever macros are defined? Where one stands under a condition, a file
/// with another one may be linked to the unit.
bool hasMain(const frontend::ParsedUnit& unit);

/// Names of functions of the project that the unit calls, or hands on, and no file of it defines: `f`, those of a class
/// as `Class::f`. No operators, and no instances of templates. Found once a unit.
const std::set<std::string>& functionsOfOtherFiles(const frontend::ParsedUnit& unit);

/// Is the unit all of a program, as far as it tells? It has `main`, and names no function or variable of the project
/// that another file defines: what runs before or beside `main` in other files cannot be told.
bool isWholeProgram(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
