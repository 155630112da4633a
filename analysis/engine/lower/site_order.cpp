#include "analysis/engine/lower/site_order.h"

#include <algorithm>

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models

std::vector<BasicBlock*> siteOrder(Function& function, const LoopInfo& loops) {
  struct Visit {
    BasicBlock* block = nullptr;
    SmallVector<BasicBlock*, 4> next;  // the last one first
  };
  std::vector<BasicBlock*> order;
  DenseSet<const BasicBlock*> seen;
  std::vector<Visit> stack;
  const auto enter = [&](BasicBlock* block) {
    if (!seen.insert(block).second) return;
    Visit visit{block, {}};
    for (BasicBlock* successor : reverse(successors(block))) visit.next.push_back(successor);
    // What a loop leads to is finished before the loop is begun, so that it stands behind all of the loop.
    if (loops.isLoopHeader(block)) {
      SmallVector<BasicBlock*, 4> exits;
      loops.getLoopFor(block)->getExitBlocks(exits);
      visit.next.append(exits.rbegin(), exits.rend());
    }
    stack.push_back(std::move(visit));
  };
  enter(&function.getEntryBlock());
  while (!stack.empty()) {
    if (stack.back().next.empty()) {
      order.push_back(stack.back().block);
      stack.pop_back();
      continue;
    }
    enter(stack.back().next.pop_back_val());
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace warpwright::engine
