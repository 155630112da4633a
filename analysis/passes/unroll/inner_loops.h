#pragma once

#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/message.h"

namespace clang {
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// Loops of a kernel that hold no others but those whose rounds compilers write out by themselves, and are not such
/// themselves.
struct InnerLoops {
  std::vector<const clang::Stmt*> loops;  ///< `for`, `while`, `do`, in the order of the text
  int rounds = 0;  ///< that one of them is known to have, the most of those that may all be written out; 0: none is
  Message why;     ///< why one of the others is left, as a sentence; empty: none is
};

/// Finds those that a pragma can stand before, in a line of its own. `kernel`: the definition as it is written.
InnerLoops innerLoops(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
