// Where the ways of threads meet again of which some lead to a warp operation, or to a barrier, and others do not.
//
//   if (odd) v = __shfl_xor_sync(0xffffffff, v, 2);   the even lanes go on to
//   out[t] = v;                                       this place, where they would wait for the odd ones on a GPU
//
// A call there lets each lane wait until no other one can run. Who then still waits in the shuffle waits for lanes that
// went past it. Lanes that have returned are not waited for, so the end of the kernel is no such place. Where a branch
// goes the same way for all threads, nobody goes another.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/engine/lower/device_thread.h"
#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models

namespace {

/// Which values all threads of a block share, as far as that is plain: numbers, arguments, sizes, counters of loops
/// that go by them, and what is read through such addresses.
class SharedValues {
 public:
  SharedValues(const KernelModule& state, Function& function)
      : state_(state), dominators_(function), loops_(dominators_) {}

  bool isShared(const Value* value) {
    if (isa<Constant>(value)) return true;
    if (isa<llvm::Argument>(value)) return state_.isOwn(*value);
    const auto [known, isNew] =
        known_.emplace(value, true);  // a counter is what all agree on while nothing else is known
    if (!isNew) return known->second;
    const bool shared = decide(*cast<Instruction>(value));
    // What rested on this one has to be asked again.
    if (!shared && isa<PHINode>(value)) std::erase_if(known_, [](const auto& one) { return one.second; });
    known_[value] = shared;
    return shared;
  }

 private:
  bool decide(const Instruction& i) {
    if (const auto* load = dyn_cast<LoadInst>(&i)) return decideLoad(*load);
    if (const auto* phi = dyn_cast<PHINode>(&i)) {
      // Which value comes in may depend on the thread, but not where a loop is entered and gone on with at one place
      // each.
      const bool isCounter = loops_.isLoopHeader(phi->getParent()) && phi->getNumIncomingValues() == 2;
      if (!isCounter && phi->getNumIncomingValues() != 1) return false;
    } else if (const auto* call = dyn_cast<CallInst>(&i)) {
      const Function* callee = call->getCalledFunction();
      if (callee == nullptr) return false;
      if (callee->getName() == "engine_warp") return isVote(*call);
      if (callee->getName() == "engine_barrier") return true;  // its votes
      if (!call->doesNotAccessMemory() || callee->getName().starts_with("engine_")) return false;
    } else if (isa<AllocaInst>(i) || i.mayReadOrWriteMemory()) {
      return false;
    }
    for (const Use& operand : i.operands()) {
      if (!isa<Function>(operand) && !isa<BasicBlock>(operand) && !isShared(operand)) return false;
    }
    return true;
  }

  /// Of the fields of a thread some are its own.
  bool decideLoad(const LoadInst& load) {
    APInt offset(64, 0);
    const auto& layout = state_.module->getDataLayout();
    const Value* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    const auto* call = dyn_cast<CallInst>(base);
    const bool ofThread =
        (state_.isKernel && load.getFunction() == state_.entry && base == state_.entry->getArg(0)) ||
        (call && call->getCalledFunction() && call->getCalledFunction()->getName() == "engine_current_thread");
    if (!ofThread) return isShared(load.getPointerOperand());
    const uint64_t field = offset.getZExtValue();
    return field >= offsetof(DeviceThread, blockIdx) && field != offsetof(DeviceThread, lane) &&
           field != offsetof(DeviceThread, warp) && field <= offsetof(DeviceThread, dynamicSharedBytes);
  }

  static bool isVote(const CallInst& warp) {
    const auto* number = dyn_cast<ConstantInt>(warp.getArgOperand(1));
    if (number == nullptr) return false;
    const auto operation = static_cast<WarpOperation>(number->getZExtValue());
    return operation == WarpOperation::ballot || operation == WarpOperation::all || operation == WarpOperation::any ||
           operation == WarpOperation::uniform;
  }

  const KernelModule& state_;
  DominatorTree dominators_;
  LoopInfo loops_;
  std::map<const Value*, bool> known_;
};

/// What does nothing: it chooses among what comes in, or ends the life of a local.
bool isIdle(const Instruction& i) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&i);
  return isa<PHINode>(i) || (intrinsic && intrinsic->isAssumeLikeIntrinsic());
}

/// Where ways lead. A `return` out of a scope with locals goes through a block that the other ways out of the scope go
/// through, too, and that tells them apart by a number that each brings along: here each goes straight to its end.
class Ways {
 public:
  explicit Ways(Function& function) {
    for (BasicBlock& block : function) {
      std::vector<BasicBlock*>& all = next_[&block];
      for (BasicBlock* successor : successors(&block)) {
        BasicBlock* end = endOf(&block, successor);
        if (std::find(all.begin(), all.end(), end) == all.end()) all.push_back(end);
      }
    }
    for (const auto& [block, all] : next_) {
      for (BasicBlock* successor : all) before_[successor].push_back(block);
    }
  }
  const std::vector<BasicBlock*>& from(BasicBlock* block) { return next_[block]; }
  const std::vector<BasicBlock*>& to(BasicBlock* block) { return before_[block]; }

 private:
  static BasicBlock* endOf(BasicBlock* from, BasicBlock* to) {
    std::map<const Value*, ConstantInt*> brought;
    for (std::set<BasicBlock*> passed; passed.insert(to).second;) {
      auto* choice = dyn_cast<SwitchInst>(to->getTerminator());
      auto* onward = dyn_cast<BranchInst>(to->getTerminator());
      const bool chooses = choice && isa<PHINode>(choice->getCondition());
      if (!(chooses || (onward && onward->isUnconditional() && passed.size() > 1))) break;
      if (std::any_of(to->begin(), std::prev(to->end()), [](const Instruction& i) { return !isIdle(i); })) break;
      std::map<const Value*, ConstantInt*> here;
      for (const PHINode& phi : to->phis()) {
        Value* value = phi.getIncomingValueForBlock(from);
        const auto found = brought.find(value);
        auto* number = found != brought.end() ? found->second : dyn_cast<ConstantInt>(value);
        if (number != nullptr) here[&phi] = number;
      }
      brought = std::move(here);
      if (choice && brought.count(choice->getCondition()) == 0) break;
      from = to;
      to =
          choice ? choice->findCaseValue(brought[choice->getCondition()])->getCaseSuccessor() : onward->getSuccessor(0);
    }
    return to;
  }

  std::map<BasicBlock*, std::vector<BasicBlock*>> next_, before_;
};

/// Where ways meet again: for each block the first one that all ways from it to the end of the function pass. Ways that
/// end elsewhere (traps, endless loops) do not count.
class Merges {
 public:
  Merges(Function& function, Ways& ways) : ways_(ways) {
    for (BasicBlock& block : function) {
      if (isa<ReturnInst>(block.getTerminator())) enter(block);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t n = 1; n < order_.size(); ++n) changed |= update(n);
    }
  }

  /// Null: the end.
  BasicBlock* of(BasicBlock* block) const {
    const auto at = number_.find(block);
    return at == number_.end() || next_[at->second] <= 0 ? nullptr : order_[next_[at->second]];
  }
  /// Those that come to the end.
  bool counts(BasicBlock* block) const { return number_.count(block) != 0; }

 private:
  /// Numbers blocks from the end, in an order in which each but the first has a successor before it.
  void enter(BasicBlock& last) {
    SmallVector<BasicBlock*> open{&last};
    if (order_.empty()) order_.push_back(nullptr), next_.push_back(0);  // the end
    for (size_t i = 0; i < open.size(); ++i) {
      if (!number_.emplace(open[i], order_.size()).second) continue;
      order_.push_back(open[i]);
      next_.push_back(-1);
      for (BasicBlock* before : ways_.to(open[i])) open.push_back(before);
    }
  }

  bool update(size_t n) {
    int64_t merged = isa<ReturnInst>(order_[n]->getTerminator()) ? 0 : -1;
    for (BasicBlock* successor : ways_.from(order_[n])) {
      const auto at = number_.find(successor);
      if (at == number_.end() || (next_[at->second] < 0)) continue;
      merged = merged < 0 ? static_cast<int64_t>(at->second) : meet(merged, static_cast<int64_t>(at->second));
    }
    if (merged == next_[n]) return false;
    next_[n] = merged;
    return true;
  }

  /// What comes next always has a lower number: see `enter`.
  int64_t meet(int64_t a, int64_t b) const {
    while (a != b) (a > b ? a : b) = next_[a > b ? a : b];
    return a;
  }

  Ways& ways_;
  std::vector<BasicBlock*> order_;
  std::vector<int64_t> next_;  // -1: not known yet
  std::map<BasicBlock*, size_t> number_;
};

class MeetingPlaces {
 public:
  MeetingPlaces(KernelModule& state, Function& function) : state_(state), function_(function) {}

  void add() {
    struct Wait {
      CallInst* call;
      bool ofBlock;
    };
    std::vector<Wait> waits;
    for (Instruction& i : instructions(function_)) {
      auto* call = dyn_cast<CallInst>(&i);
      if (call && isWarpOperation(*call)) waits.push_back({call, false});
      if (call && isBarrier(*call)) waits.push_back({call, true});
    }
    if (waits.empty()) return;
    ways_.emplace(function_);
    merges_.emplace(function_, *ways_);
    values_.emplace(state_, function_);
    findBranches();
    struct Place {
      std::vector<uint32_t> bypassed;
      bool ofBlock = false;
    };
    std::map<BasicBlock*, Place> places;
    for (const Wait& wait : waits) {
      const auto* site = dyn_cast<ConstantInt>(wait.call->getArgOperand(wait.call->arg_size() - 1));
      // A mask of the lanes that are here names none that went another way before.
      const CallInst* active = wait.ofBlock ? nullptr : activeMask(*wait.call);
      const std::set<BasicBlock*> named = active ? branchesAround(active->getParent()) : std::set<BasicBlock*>{};
      for (BasicBlock* branch : branchesAround(wait.call->getParent())) {
        if (named.count(branch) != 0) continue;
        BasicBlock* merge = merges_->of(branch);
        if (!site || !merge || isEnd(*merge) || values_->isShared(condition(*branch))) continue;
        Place& place = places[merge];
        place.bypassed.push_back(static_cast<uint32_t>(site->getZExtValue()));
        place.ofBlock |= wait.ofBlock;
      }
    }
    for (auto& [block, place] : places) insert(*block, std::move(place.bypassed), place.ofBlock);
  }

 private:
  static bool isZero(const Value* value) {
    const auto* number = dyn_cast<ConstantInt>(value);
    return number && number->isZero();
  }
  static bool isWarpOperation(const CallInst& call) {
    const Function* callee = call.getCalledFunction();
    return callee && callee->getName() == "engine_warp" && !isZero(call.getArgOperand(2));
  }
  /// The call of __activemask that the mask of an operation comes from; null: it comes from elsewhere.
  static const CallInst* activeMask(const CallInst& operation) {
    const Value* mask = operation.getArgOperand(2);
    while (isa<CastInst>(mask)) mask = cast<CastInst>(mask)->getOperand(0);
    const auto* call = dyn_cast<CallInst>(mask);
    const Function* callee = call ? call->getCalledFunction() : nullptr;
    if (callee == nullptr || callee->getName() != "engine_warp") return nullptr;
    const auto* number = dyn_cast<ConstantInt>(call->getArgOperand(1));
    return number && number->getZExtValue() == static_cast<uint64_t>(WarpOperation::activeMask) ? call : nullptr;
  }
  /// Of the whole block: one that names how many threads it waits for is none.
  static bool isBarrier(const CallInst& call) {
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr) return false;
    return callee->getName() == "engine_syncthreads" ||
           (callee->getName() == "engine_barrier" && isZero(call.getArgOperand(1)) && isZero(call.getArgOperand(2)));
  }

  static const Value* condition(const BasicBlock& branch) {
    if (const auto* choice = dyn_cast<SwitchInst>(branch.getTerminator())) return choice->getCondition();
    return cast<BranchInst>(branch.getTerminator())->getCondition();
  }

  /// Which branches decide whether a block is come to.
  void findBranches() {
    for (BasicBlock& block : function_) {
      const Instruction* end = block.getTerminator();
      if (!merges_->counts(&block) ||
          !(isa<SwitchInst>(end) || (isa<BranchInst>(end) && cast<BranchInst>(end)->isConditional())))
        continue;
      BasicBlock* merge = merges_->of(&block);
      for (BasicBlock* way : ways_->from(&block)) {
        if (!merges_->counts(way)) continue;
        for (BasicBlock* at = way; at != nullptr && at != merge; at = merges_->of(at)) deciding_[at].insert(&block);
      }
    }
  }
  std::set<BasicBlock*> branchesAround(const BasicBlock* block) {
    std::set<BasicBlock*> all;
    SmallVector<const BasicBlock*> open{block};
    while (!open.empty()) {
      for (BasicBlock* branch : deciding_[open.pop_back_val()]) {
        if (all.insert(branch).second) open.push_back(branch);
      }
    }
    return all;
  }

  /// Nothing comes any more but the return.
  static bool isEnd(const BasicBlock& block) {
    const BasicBlock* at = &block;
    for (std::set<const BasicBlock*> passed; at != nullptr && passed.insert(at).second; at = at->getSingleSuccessor()) {
      if (std::any_of(at->begin(), std::prev(at->end()), [](const Instruction& i) { return !isIdle(i); })) return false;
      if (isa<ReturnInst>(at->getTerminator())) return true;
    }
    return false;
  }

  void insert(BasicBlock& block, std::vector<uint32_t> bypassed, bool ofBlock) {
    IRBuilder<> builder(&*block.getFirstInsertionPt());
    const uint32_t site = state_.addSite(*builder.GetInsertPoint(), SiteKind::call);
    (*state_.kernel->sites)[site].bypassed = std::move(bypassed);
    Value* thread = state_.threadIn(function_);
    // In the first block of a function the thread is asked for first.
    if (auto* asked = dyn_cast<Instruction>(thread); asked && asked->getParent() == &block)
      builder.SetInsertPoint(asked->getNextNode());
    Type* i32 = builder.getInt32Ty();
    FunctionCallee callee =
        state_.module->getOrInsertFunction("engine_meet", builder.getVoidTy(), thread->getType(), i32, i32);
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    builder.CreateCall(callee, {thread, builder.getInt32(site), builder.getInt32(ofBlock ? 1 : 0)});
  }

  KernelModule& state_;
  Function& function_;
  std::optional<Ways> ways_;
  std::optional<Merges> merges_;
  std::optional<SharedValues> values_;
  std::map<const BasicBlock*, std::set<BasicBlock*>> deciding_;
};

}  // namespace

void addMeetingPlaces(KernelModule& state) {
  for (Function& function : *state.module) {
    if (!function.isDeclaration()) MeetingPlaces(state, function).add();
  }
}

}  // namespace warpwright::engine
