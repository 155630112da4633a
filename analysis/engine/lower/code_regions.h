#pragma once

#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Dominators.h>

namespace warpwright::engine {

/// Which blocks a GPU executes as one piece of code, whose loads are on their way together where they do not wait for
/// each other: compilers for GPUs turn short branches into predicates, so that the work of threads that were merged
/// into one, each part under its own condition, flows into one another. `order`: as siteOrder gives it. A number for
/// each block of it, rising by first blocks. Both sides of a branch with loads, loops, and blocks too long for
/// predicates stay pieces of their own.
std::vector<uint32_t> codeRegionsOf(const std::vector<llvm::BasicBlock*>& order, const llvm::LoopInfo& loops,
                                    const llvm::DominatorTree& dominators);

}  // namespace warpwright::engine
