#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/plan.h"

namespace warpwright::rewrite {

/// How a compacted kernel, and the copies of its device functions, spell the index and the extent
/// of what is merged.
struct IndexNames {
  /// A copy of a device function to which is given what it looked at itself.
  struct Copy {
    std::string name;
    bool takesIndex = false, takesExtent = false;
  };
  MergedAxis axis;
  std::string factor;          ///< "4"
  std::string index;           ///< in a merged loop: "thread_y", or "threadIdx.y" where that is shadowed
  std::string extentArgument;  ///< "grid_x" where the old extent is an argument of the kernel; else empty
  bool shadowsIndex = false;   ///< macros name the index: each loop has a threadIdx of its own
  bool shadowsExtent = false;  ///< macros name the extent: the kernel has a blockDim of its own
  std::map<const clang::FunctionDecl*, Copy> copies;  ///< by definition
};

/// A device function beside its original: text to insert at a place of a file.
struct HelperCopy {
  std::string file;
  uint32_t offset = 0;
  std::string text;

  bool operator==(const HelperCopy&) const = default;
};

/// Decides which names macros hide, and so have to be shadowed. Errors: what stands in the way.
Status findShadows(const Editor& editor, const KernelText& text, const CompactionPlan& plan, IndexNames& names);

/// Enters the changes of indices, extents and calls of copied functions in `body` into the text.
/// Errors: what cannot be changed.
Status changeIndexUses(const Editor& editor, KernelText& text, const clang::Stmt& body, const IndexNames& names);

/// What stays together where threads come to stand in other blocks.
struct StaysTogether {
  bool warps = false;   ///< the same threads are in a warp, and may exchange values
  bool blocks = false;  ///< those of a block have shared memory and barriers of their own in the new one
};

/// May the threads of the kernel stand in other blocks along a dimension than they do, as far as its text tells?
/// Errors: it asks who is in a block, or waits for others; a device function looks at indices itself; assembly; an
/// index in a branch that this instance leaves out, or that is something else. `kernel`: a definition without open
/// types.
Status standAlone(const Editor& editor, const clang::FunctionDecl& kernel, int dimension, StaysTogether together = {});

/// Where an index or an extent is named (indexNamed).
clang::SourceRange indexRange(const clang::Stmt& use);

/// Is it named as `::threadIdx.x`, which a variable of the kernel does not hide?
bool isQualifiedIndex(const clang::Stmt& use);

/// Names the copies that the plan needs, then writes them. `kernel`: the definition as written.
/// Errors: a function that is not defined before the kernel, or spelled by a macro.
Result<std::vector<HelperCopy>> copyHelpers(const Editor& editor, const CompactionPlan& plan,
                                            const clang::FunctionDecl& kernel, IndexNames& names);

}  // namespace warpwright::rewrite
