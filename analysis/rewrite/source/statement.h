#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// The statement or expression without attributes and clean-ups around it.
const clang::Stmt* ignoreWrappers(const clang::Stmt* statement);

/// What an `if`, a loop, a `switch` or one of its labels is made of; of other statements nothing. No part is null.
struct StatementParts {
  std::vector<const clang::Stmt*> head;    ///< evaluated before its bodies: initialisers, the condition
  std::vector<const clang::Stmt*> bodies;  ///< two of an `if` with an `else`
  std::vector<const clang::Stmt*> after;   ///< evaluated after its body: the step of a `for`, the condition of a `do`
};
StatementParts partsOf(const clang::Stmt& statement);

/// The first token at or behind a byte; nothing: the file ends before one.
std::optional<RawToken> nextToken(const Editor& editor, const std::string& file, uint32_t offset);

/// Behind the semicolon that comes next after a statement's text; nothing: something else does.
std::optional<uint32_t> behindSemicolon(const Editor& editor, const TextRange& statement);

/// Behind the comments that fill the rest of the line after `offset`, or `offset` itself where the line ends there.
/// Nothing: something else follows, or a comment that does not end.
std::optional<uint32_t> behindComments(const Editor& editor, const std::string& file, uint32_t offset);

/// What stands in front of a statement of a block and is about it, a `#pragma` such as OpenMP's: text put in between
/// would part the two. The rest of a sentence; empty: nothing does. `begin`: of the statement.
std::string boundTo(const Editor& editor, const std::string& file, uint32_t begin);

}  // namespace warpwright::rewrite
