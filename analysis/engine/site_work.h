#pragma once

#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/BasicBlock.h>

#include "core/memsim/trace.h"

namespace warpwright::engine {

/// Instructions of a GPU that a block's instructions amount to, markers of loops aside.
double instructionsOf(const llvm::BasicBlock& block);

/// What a thread computes around each event of a block, and which of its loads are on their way together. `events`: the
/// instructions that are logged, in order, some more than once. `loop`: the innermost one around the block, or null.
std::vector<memsim::SiteWork> siteWork(const llvm::BasicBlock& block, const llvm::Loop* loop, uint32_t stretch,
                                       const std::vector<const llvm::Instruction*>& events);

}  // namespace warpwright::engine
