#pragma once

#include <utility>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace clang {
class Expr;
class FunctionDecl;
class Stmt;
class ValueDecl;
}  // namespace clang

namespace warpwright::model {

/// All code of the project files of a unit that may run, wherever it stands.
struct CodePieces {
  /// Bodies of functions, of local classes and of instances of generic lambdas, what variables outside of functions and
  /// members are made from, default arguments. A piece comes after the one that it stands in.
  std::vector<const clang::Stmt*> pieces;
  /// Variables outside of functions, and members, with what they are made from; each is a piece, too. Those of copies
  /// that the compiler writes are only pieces.
  std::vector<std::pair<const clang::ValueDecl*, const clang::Expr*>> initialisers;
  /// Every mention of a function, in the pieces and beside them (template arguments, attributes); what is only asked
  /// for its type or size is left out.
  std::vector<std::pair<const clang::Expr*, const clang::FunctionDecl*>> functionNames;
};

/// Found once a unit.
const CodePieces& codePieces(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
