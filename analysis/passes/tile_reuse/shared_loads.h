#pragma once

#include <vector>

#include "analysis/passes/tile_reuse/tile_plan.h"

namespace warpwright::rewrite {

/// Loads of the plan's loop that threads of a block share, in the order of the text: each thread that comes to the loop
/// makes them in each round, from an argument's memory, at a place that is made of the counter, of what all threads
/// have, and of some of their coordinates. Requires: the plan's loop and its conditions are known. Errors: there are
/// none.
Result<std::vector<SharedLoad>> findSharedLoads(const TilePlan& plan, const clang::FunctionDecl& kernel);

}  // namespace warpwright::rewrite
