#pragma once

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"
#include "core/base/source_range.h"

#include <optional>
#include <vector>

namespace clang {
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// The statement or expression without attributes and clean-ups around it.
const clang::Stmt* ignoreWrappers(const clang::Stmt* statement);

/// Removes the statement that is a call and nothing else, and begins at `call`: with its line, and with a comment that
/// stands behind it on that line. Where the statement is the whole body of an `if` or a loop, `;` stays in its place.
/// Errors: there is no such statement in the function, or it comes out of a macro.
Status removeCallStatement(Editor& editor, const clang::FunctionDecl& function, const SourcePosition& call);

/// What stands in front of a statement of a block and is about it, a `#pragma` such as OpenMP's: text put in between
/// would part the two. The rest of a sentence; empty: nothing does. `begin`: of the statement.
std::string boundTo(const Editor& editor, const std::string& file, uint32_t begin);

/// Text that goes in at one place.
struct Insertion {
  std::string file;
  uint32_t offset = 0;
  std::string text;
};

/// `#pragma unroll` for a loop: arrays of the thread stay in registers only where their subscripts become literals.
/// Nothing where it is no loop, has a pragma already, or does not begin its line. `around`: what stands around the
/// loop, from the function's body down; it may go on further.
std::optional<Insertion> unrolling(const Editor& editor, const clang::Stmt& loop,
                                   const std::vector<const clang::Stmt*>& around);

}  // namespace warpwright::rewrite
