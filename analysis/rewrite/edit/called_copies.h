#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/rewrite/edit/copied_kernel.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

using Functions = std::set<const clang::FunctionDecl*>;

/// Instances of the kernel, and what they call that the project defines.
Functions calledBy(const model::ParsedKernel& kernel);

/// Why functions are copied.
struct CopyPurpose {
  std::string does;    ///< what they do, as it is said of one that cannot be copied: "computes"
  std::string suffix;  ///< of their names
  std::string note;    ///< of the edits
};

/// Copies of functions for one kernel. They stand behind what they are copies of; the kernel and they call them.
struct CalledCopies {
  struct Copy {
    std::vector<Written> declarations;
    std::string name;
  };
  std::map<const clang::FunctionDecl*, Copy> all;  ///< by the function as it is written
  Edits calls;                                     ///< their names where the kernel, or what is copied, calls them
  std::string note;
};

/// What it takes to change the text of functions for one kernel alone: copies of `changed`, and of what calls those.
///
/// `kernels`: the instances of the kernel. `called`: all functions of the project that they may come to, with them;
/// each a definition, of a template an instance. Errors (input): one is no function of its own (a method, an operator,
/// constexpr), its text cannot stand twice (declarationsToCopy), or is the host's by a macro; one is named where it is
/// not called, or by a macro.
Result<CalledCopies> copyCalled(const Editor& editor, const Functions& kernels, const Functions& called,
                                const Functions& changed, const CopyPurpose& purpose);

/// Lines that a copy adds.
struct CopiedLines {
  uint32_t behind = 0;  ///< the line of the text before that they follow
  uint32_t count = 0;
  uint32_t first = 0;  ///< the line of the text before that the copy begins with
  uint32_t lead = 0;   ///< lines before that
};

/// Writes the copies, with the `changes` of what they are copies of. Copies are for devices alone: the host goes on
/// calling what it called.
std::vector<CopiedLines> writeCopies(Editor& editor, const CalledCopies& copies, const Edits& changes);

/// The line of the text before that a line of the text after is, or is a copy of. `copies`: in their order, of one file
/// in which nothing else adds lines.
uint32_t lineBefore(const std::vector<CopiedLines>& copies, uint32_t after);

}  // namespace warpwright::rewrite
