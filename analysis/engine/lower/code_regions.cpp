#include "analysis/engine/lower/code_regions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include "analysis/engine/lower/site_work.h"

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models
using llvm::Loop;

namespace {

/// A guarded block of more instructions is branched over.
constexpr double longestPredicated = 48;

bool loads(const BasicBlock& block) {
  return any_of(block, [](const Instruction& i) {
    return isa<LoadInst>(i) || isa<AtomicRMWInst>(i) || isa<AtomicCmpXchgInst>(i);
  });
}

class CodeRegions {
 public:
  CodeRegions(const LoopInfo& loops, const DominatorTree& dominators) : loops_(loops), dominators_(dominators) {}

  uint32_t of(const BasicBlock& block) {
    const auto* node = dominators_.getNode(&block);
    const BasicBlock* above = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    const auto found = above ? numbers_.find(above) : numbers_.end();
    uint32_t number = next_;
    if (found != numbers_.end() && joins(block, *above, members_[found->second]))
      number = found->second;
    else
      ++next_, members_.emplace_back();
    numbers_[&block] = number;
    members_[number].push_back(&block);
    return number;
  }

 private:
  bool joins(const BasicBlock& block, const BasicBlock& above, const std::vector<const BasicBlock*>& members) const {
    if (loops_.getLoopFor(&block) != loops_.getLoopFor(&above) || loops_.isLoopHeader(&block)) return false;
    if (!all_of(predecessors(&block), [&](const BasicBlock* from) { return numbers_.contains(from); })) return false;
    const bool guarded =
        block.getSinglePredecessor() != nullptr && block.getSinglePredecessor()->getSingleSuccessor() == nullptr;
    if (guarded && instructionsOf(block) > longestPredicated) return false;
    // The two sides of a branch are not executed by the same thread.
    return !loads(block) ||
           all_of(members, [&](const BasicBlock* other) { return !loads(*other) || leadsTo(*other, block); });
  }

  /// A way from `from` to `to` within an iteration.
  bool leadsTo(const BasicBlock& from, const BasicBlock& to) const {
    const Loop* loop = loops_.getLoopFor(&to);
    DenseSet<const BasicBlock*> seen;
    std::vector<const BasicBlock*> next{&from};
    while (!next.empty()) {
      const BasicBlock* block = next.back();
      next.pop_back();
      if (block == &to) return true;
      for (const BasicBlock* successor : successors(block)) {
        const bool back = loop && successor == loop->getHeader();
        if (!back && numbersOrTo(successor, to) && seen.insert(successor).second) next.push_back(successor);
      }
    }
    return false;
  }
  bool numbersOrTo(const BasicBlock* block, const BasicBlock& to) const {
    return block == &to || numbers_.contains(block);
  }

  const LoopInfo& loops_;
  const DominatorTree& dominators_;
  DenseMap<const BasicBlock*, uint32_t> numbers_;
  std::vector<std::vector<const BasicBlock*>> members_;
  uint32_t next_ = 0;
};

}  // namespace

std::vector<uint32_t> codeRegionsOf(const std::vector<BasicBlock*>& order, const LoopInfo& loops,
                                    const DominatorTree& dominators) {
  CodeRegions regions(loops, dominators);
  std::vector<uint32_t> numbers;
  for (const BasicBlock* block : order) numbers.push_back(regions.of(*block));
  return numbers;
}

}  // namespace warpwright::engine
