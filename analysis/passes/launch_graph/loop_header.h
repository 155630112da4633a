#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class Expr;
class ForStmt;
class VarDecl;
}  // namespace clang

namespace warpwright::passes {

/// `for (int i = 0; i < rounds; ++i)`: a loop that counts its rounds one by one, up to a number.
struct LoopHeader {
  const clang::VarDecl* counter = nullptr;
  const clang::Expr* bound = nullptr;
  int64_t first = 0;                  ///< value of the counter in the first round
  std::optional<int64_t> knownBound;  ///< where it is a constant
  rewrite::TextRange start;           ///< `int i = 0`
  rewrite::TextRange value;           ///< `0` in it
  std::string boundText;              ///< such that an operator may follow, or stand in front
  bool includesBound = false;         ///< the counter may be equal to it
};

/// Errors: it is another loop; the rest of a sentence about the loop.
Result<LoopHeader> readLoopHeader(const rewrite::Editor& editor, const clang::ForStmt& loop);

}  // namespace warpwright::passes
