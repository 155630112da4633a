#pragma once

#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Lines that go in beside a statement.
struct NewLines {
  std::string indentation;  ///< of each of them
  std::vector<std::string> lines;
  std::string note = {};  ///< why, for the diff
};

/// Does nothing but blanks stand before the place in its line?
bool beginsLine(const Editor& editor, const TextRange& place);

/// Puts lines in front of the statement that begins at `offset`; at the start of a line, where its pragma begins, say,
/// they are lines of their own before it.
void insertBefore(Editor& editor, const std::string& file, uint32_t offset, const NewLines& added);

/// Puts lines behind the statement that ends at `offset`, and behind comments that fill the rest of its line.
void insertAfter(Editor& editor, const std::string& file, uint32_t offset, const NewLines& added);

/// Puts a statement behind another one, or behind the brace of a block: on a line of its own at `indentation`, or on
/// the same line where something else stands there.
void declareAfter(Editor& editor, const std::string& file, uint32_t offset, const NewLines& added);

/// Puts lines at the start of a block, below its brace; what follows the brace on its line begins one behind them.
void insertAtStart(Editor& editor, const TextRange& brace, const NewLines& added);

/// "for (int slot = 0; slot < 4; ++slot)": `counter` from `first` to before `end`.
std::string countingHead(const std::string& counter, const std::string& first, const std::string& end);

/// Gives a loop `#pragma unroll`: arrays of the thread stay in registers only where their subscripts become literals.
/// Nothing is done where it is no loop, has a pragma already, or does not begin its line. `around`: what stands around
/// the loop, from the function's body down; it may go on further. `factor`: rounds in one; 0: all.
void unroll(Editor& editor, const clang::Stmt& loop, const std::vector<const clang::Stmt*>& around,
            unsigned factor = 0);

/// Removes the statement that is a call and nothing else, and begins at `call`: with its line, and with a comment that
/// stands behind it on that line. Where the statement is the whole body of an `if` or a loop, `;` stays in its place.
/// Errors: there is no such statement in the function, or it comes out of a macro.
Status removeCallStatement(Editor& editor, const clang::FunctionDecl& function, const SourcePosition& call);

}  // namespace warpwright::rewrite
