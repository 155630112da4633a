#pragma once

#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"
#include "core/finding/guard.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

/// Writes a copy of the kernel for launches that the guard speaks of behind each of its declarations, called `copy`,
/// and in front of each launch in host code that lets it:
///
///   step<<<grid, block>>>(a);      if (block.x == 256 && block.y == 1 && block.z == 1)
///                                    step_block_256<<<grid, dim3(256)>>>(a);
///                                  else
///                                    step<<<grid, block>>>(a);
///
/// What the guard asks of parameters stands beside that, and the copy is passed the numbers themselves: `&& n == 16`.
/// Launches that do not, and whoever else has the original's name, keep the original: whatever is changed in the copy,
/// the program does what it did in all other launches. Nothing of a launch is evaluated twice but its block and what
/// else the guard asks of, which must have no effects. The text that the edits make has to be parsed: that names
/// resolve, it alone can tell.
///
/// `kernel`: the definition as it is written (of a template: the pattern). `copy`: a name that nothing in the program
/// has, nor another copy. Errors, as the rest of a sentence: the kernel asks for its own name or line, keeps variables
/// of its own, holds directives that cannot stand twice, is a specialisation; no launch can choose, and why the first
/// cannot.
Status writeGuardedCopy(Editor& editor, const clang::FunctionDecl& kernel, const Guard& guard, const std::string& copy);

}  // namespace warpwright::rewrite
