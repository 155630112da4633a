#pragma once

#include <vector>

#include "analysis/passes/compaction/elements.h"
#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/thread_numbers.h"

namespace warpwright::rewrite {

/// How a kernel is written so that each of its threads does the work of several neighbours, whose elements it loads and
/// stores as vectors.
struct VectorPlan {
  NumberUses uses;  ///< none where neighbours are rounds of a loop: these ask the loop
  KernelHead head;
  std::vector<HeadPart> needed;  ///< of the head, to tell whether neighbours work, and where
  ElementWork work;

  /// How many neighbours one thread may stand for: the best first.
  std::vector<unsigned> widths() const;
};

/// Makes the plan, or says what stands in the way. `kernel`: a definition without open types.
Result<VectorPlan> planVectors(const Editor& editor, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
