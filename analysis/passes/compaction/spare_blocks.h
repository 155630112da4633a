#pragma once

#include <set>

#include "analysis/passes/compaction/plan.h"
#include "analysis/passes/compaction/variables.h"
#include "analysis/rewrite/edit/launch_sites.h"

namespace warpwright::rewrite {

/// Merged loops that a block past the end of the grid may run as well, in the place of the last block, because nobody
/// sees that it does:
///
///   if (block_x >= grid_x) continue;    becomes    const unsigned block_x = min(blockIdx.x + m * gridDim.x, grid_x -
///   1);
///
/// Without a condition, what merged blocks share in a round is loaded once and their arithmetic is interleaved. Such a
/// loop stores in no global memory and calls nothing. Which places it loads, and how often it goes round, follows from
/// indices and arguments alone, not from what was loaded: so it loads what the last block loads. It needs nothing that
/// a loop with the condition leaves behind. Empty where threads are merged, or where a merged block may return early.
///
/// Where merged blocks are a grid's extent apart, it loads through no argument that the kernel also stores through, nor
/// through one that a launch gives the same memory: the last block, another one's, may be storing there. `merged`:
/// where they are neighbours, the last block is this one's own, and the same thread loads the same in its round before.
/// `written`: as for mayAlias.
enum class MergedBlocks { apart, neighbours };
std::set<const MergedLoop*> findSpareLoops(const CompactionPlan& plan, const VariableSet& written,
                                           const LaunchSites& launches, MergedBlocks merged);

}  // namespace warpwright::rewrite
