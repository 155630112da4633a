#pragma once

#include <vector>

#include "core/base/message.h"

namespace clang {
class ASTContext;
class Expr;
class ForStmt;
class FunctionDecl;
class IfStmt;
class Stmt;
class VarDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// A loop that looks for something: all that is left of its rounds is that a variable is set to a constant once one of
/// them finds it.
struct Search {
  const clang::ForStmt* loop = nullptr;
  const clang::IfStmt* choice = nullptr;  ///< the last statement of a round: `if (found) flag = false;`; or null
  const clang::Stmt* set = nullptr;       ///< `flag = false`, without a block around it; or `flag &= isGood`
  const clang::VarDecl* kept = nullptr;   ///< the flag of `flag &= isGood`, `flag |= isBad`; null: there is a choice
  bool isKeptTrue = false;                ///< the flag stays as it is once it is true (`|=`), not once it is false
  const clang::VarDecl* counter = nullptr;
  /// One in front of it, of the same block, that goes through the same numbers and sets the same: its question can be
  /// asked here. Null: there is none.
  const clang::ForStmt* joined = nullptr;
  const clang::Expr* joinedQuestion = nullptr;
  const clang::VarDecl* joinedCounter = nullptr;
};

struct Searches {
  std::vector<Search> all;  ///< in the order of the text; a loop that is joined with another is not among them
  const clang::Stmt* other = nullptr;  ///< a loop that looks like one and is none; null: there is no such loop
  Message why;                         ///< why, as the rest of a sentence about it
};

/// The searches of a function; none where its types are open.
Searches findSearches(const clang::FunctionDecl& function);

}  // namespace warpwright::rewrite
