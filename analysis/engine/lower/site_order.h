#pragma once

#include <vector>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace warpwright::engine {

/// The blocks of a function in reverse postorder with the blocks of every loop kept together: a block stands behind all
/// that lead to it but the latches of its loop, and what follows a loop stands behind all of it. Merging the lanes of a
/// warp rests on that (core/model/memory/warp_merge.h). Blocks that cannot be reached are left out.
std::vector<llvm::BasicBlock*> siteOrder(llvm::Function& function, const llvm::LoopInfo& loops);

}  // namespace warpwright::engine
