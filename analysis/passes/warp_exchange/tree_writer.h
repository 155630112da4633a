#pragma once

#include <optional>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/warp_exchange/tree_loop.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace warpwright::passes {

/// How the last rounds of a tree are to be written, the same for all instances and blocks.
struct TreePlan {
  TreeLoop tree;  ///< of one of them
  bool byShuffles = false;
  std::optional<int64_t> last;  ///< the first stride that one warp does alone, where it is known
};

/// What the readings of one loop have in common. Errors: what cannot be written for all of them; the rest of a
/// sentence. Requires: there are some, and all are applicable.
Result<TreePlan> planFor(const std::vector<TreeReading>& readings);

/// Writes them into the loop. Errors: the rest of a sentence.
Status writeTree(rewrite::Editor& editor, const model::ParsedKernel& kernel, const TreePlan& plan);

}  // namespace warpwright::passes
