#include "analysis/engine/lower/conditional_stores.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models

namespace {

/// True where nothing that `i` does can see or change what lies in `space`.
bool leavesAlone(const Instruction& i, unsigned space) {
  if (!i.mayReadOrWriteMemory()) return true;
  const auto* load = dyn_cast<LoadInst>(&i);
  if (!load || !load->isSimple()) return false;
  const unsigned from = load->getPointerAddressSpace();
  return from != 0 && space != 0 && from != space;
}

/// The store that `block` ends with, but for what computes its branch; null: none.
StoreInst* lastStore(BasicBlock& block) {
  for (Instruction& i : reverse(block)) {
    if (auto* store = dyn_cast<StoreInst>(&i)) return store->isSimple() ? store : nullptr;
    if (!i.isTerminator() && i.mayReadOrWriteMemory()) return nullptr;
  }
  return nullptr;
}

/// The only access to the space of `first` in `block`, where that is a store to the same place.
StoreInst* onlyStore(BasicBlock& block, const StoreInst& first) {
  StoreInst* found = nullptr;
  for (Instruction& i : block) {
    auto* store = dyn_cast<StoreInst>(&i);
    if (store && !found && store->isSimple() && store->getPointerOperand() == first.getPointerOperand() &&
        store->getValueOperand()->getType() == first.getValueOperand()->getType()) {
      found = store;
    } else if (!leavesAlone(i, first.getPointerAddressSpace())) {
      return nullptr;
    }
  }
  return found;
}

bool mergeBehind(BasicBlock& block) {
  auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) return false;
  for (const unsigned side : {0u, 1u}) {
    BasicBlock* then = branch->getSuccessor(side);
    BasicBlock* join = branch->getSuccessor(1 - side);
    if (then == &block || join == &block || !join->hasNPredecessors(2)) continue;
    if (then->getSinglePredecessor() != &block || then->getSingleSuccessor() != join) continue;
    StoreInst* first = lastStore(block);
    StoreInst* second = first ? onlyStore(*then, *first) : nullptr;
    if (!second) continue;
    IRBuilder<> builder(join, join->begin());
    PHINode* value = builder.CreatePHI(first->getValueOperand()->getType(), 2);
    value->addIncoming(first->getValueOperand(), &block);
    value->addIncoming(second->getValueOperand(), then);
    first->moveBefore(*join, join->getFirstInsertionPt());
    first->setOperand(0, value);
    first->setAlignment(std::min(first->getAlign(), second->getAlign()));
    second->eraseFromParent();
    return true;
  }
  return false;
}

}  // namespace

PreservedAnalyses ConditionalStoresPass::run(Function& function, FunctionAnalysisManager&) {
  bool changed = false;
  for (BasicBlock& block : function) changed |= mergeBehind(block);
  if (!changed) return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

}  // namespace warpwright::engine
