// A kernel whose threads meet at barriers of the whole block and nowhere else needs no stack for each of them.
//
//   Before                                    After (a coroutine: LLVM splits it where it suspends)
//     entry(thread, arguments) {                entry(thread, arguments) {
//       a();                                      frame = engine_frame(thread, size);
//       engine_syncthreads(thread, site);         a();
//       b();                                      suspend                      // the call returns
//     }                                           b();                         // frame->resume(frame) goes on here
//                                               }
//
// What a thread keeps over a barrier lies in its frame, values in use alone; what it computes in between stays in
// registers. A switch of threads is then a call and a return.
// Applies to kernels that wait at __syncthreads only. Not to warp operations, barriers with a number or a result,
// spins, early exits, barriers of the grid, calls through pointers and recursion: there threads keep stacks of their
// own.

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "analysis/engine/lower/device_functions.h"
#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models

namespace {

constexpr const char* blockBarrier = "engine_syncthreads";
constexpr unsigned siteOffset = offsetof(DeviceThread, site), frameOffset = offsetof(DeviceThread, frame);
constexpr uint32_t frameAlignment = 64;

/// Runtime functions from which a thread may not come back at once.
bool mayWait(StringRef name) {
  static const char* const waiting[] = {"engine_barrier", "engine_warp", "engine_spin", "engine_exit", "engine_phase"};
  if (name == gridBarrierFunction) return true;
  return any_of(waiting, [&](const char* one) { return name.starts_with(one); });
}

/// The barriers of the entry; none where threads may wait for anything else.
std::vector<CallInst*> barriersOf(KernelModule& state) {
  std::vector<CallInst*> barriers;
  for (Function& function : *state.module) {
    if (function.isDeclaration() ? mayWait(function.getName()) && !function.use_empty() : &function != state.entry)
      return {};
  }
  for (Instruction& i : instructions(*state.entry)) {
    auto* call = dyn_cast<CallInst>(&i);
    if (call == nullptr || call->isInlineAsm()) continue;
    const Function* callee = call->getCalledFunction();
    if (callee == nullptr) return {};
    if (callee->getName() == blockBarrier) barriers.push_back(call);
  }
  return barriers;
}

class StepWriter {
 public:
  explicit StepWriter(Function& entry)
      : entry_(entry),
        module_(*entry.getParent()),
        context_(entry.getContext()),
        pointer_(PointerType::get(context_, 0)) {}

  void write(const std::vector<CallInst*>& barriers) {
    std::vector<ReturnInst*> returns;
    for (Instruction& i : instructions(entry_)) {
      if (auto* back = dyn_cast<ReturnInst>(&i)) returns.push_back(back);
    }
    Value* frame = begin();
    leave_ = BasicBlock::Create(context_, "leave", &entry_);
    over_ = BasicBlock::Create(context_, "over", &entry_);
    for (CallInst* barrier : barriers) suspendAt(*barrier);
    IRBuilder<> builder(over_);
    branchOn(builder, suspend(builder, true), leave_);  // nobody resumes a thread that is over
    for (ReturnInst* back : returns) {
      BranchInst::Create(over_, back->getIterator());
      back->eraseFromParent();
    }
    builder.SetInsertPoint(leave_);
    builder.CreateCall(intrinsic(Intrinsic::coro_end), {frame, builder.getFalse(), none()});
    builder.CreateRetVoid();
    entry_.setPresplitCoroutine();
  }

 private:
  Function* intrinsic(Intrinsic::ID id, ArrayRef<Type*> types = {}) {
    return Intrinsic::getDeclaration(&module_, id, types);
  }
  Value* none() { return ConstantTokenNone::get(context_); }

  Value* begin() {
    IRBuilder<> builder(&entry_.getEntryBlock(), entry_.getEntryBlock().getFirstInsertionPt());
    Value* null = ConstantPointerNull::get(pointer_);
    // Splitting a function with line tables asks about its promise: one that nobody uses.
    Value* promise = builder.CreateAlloca(builder.getInt8Ty());
    Value* id =
        builder.CreateCall(intrinsic(Intrinsic::coro_id), {builder.getInt32(frameAlignment), promise, null, null});
    Value* bytes = builder.CreateCall(intrinsic(Intrinsic::coro_size, {builder.getInt64Ty()}));
    FunctionCallee place = module_.getOrInsertFunction("engine_frame", pointer_, pointer_, builder.getInt64Ty());
    cast<Function>(place.getCallee())->setDoesNotThrow();
    Value* memory = builder.CreateCall(place, {entry_.getArg(0), bytes});
    Value* frame = builder.CreateCall(intrinsic(Intrinsic::coro_begin), {id, memory});
    // It is resumed by others: what it keeps is of use after it has returned.
    builder.CreateStore(frame, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry_.getArg(0), frameOffset));
    return frame;
  }

  Value* suspend(IRBuilder<>& builder, bool isLast) {
    return builder.CreateCall(intrinsic(Intrinsic::coro_suspend), {none(), builder.getInt1(isLast)});
  }
  /// 0: resumed; otherwise the thread has suspended, or its frame is dropped.
  void branchOn(IRBuilder<>& builder, Value* state, BasicBlock* resumed) {
    SwitchInst* choice = builder.CreateSwitch(state, leave_, 1);
    choice->addCase(builder.getInt8(0), resumed);
  }

  void suspendAt(CallInst& barrier) {
    BasicBlock* before = barrier.getParent();
    BasicBlock* after = SplitBlock(before, barrier.getNextNode());
    before->getTerminator()->eraseFromParent();
    IRBuilder<> builder(before);
    builder.SetCurrentDebugLocation(barrier.getDebugLoc());
    auto* site = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), entry_.getArg(0), siteOffset);
    builder.CreateStore(barrier.getArgOperand(1), site);
    barrier.eraseFromParent();
    branchOn(builder, suspend(builder, false), after);
  }

  Function& entry_;
  Module& module_;
  LLVMContext& context_;
  PointerType* pointer_;
  BasicBlock* leave_ = nullptr;  ///< where the function returns to who called or resumed it
  BasicBlock* over_ = nullptr;   ///< where the thread is over
};

}  // namespace

bool splitAtBarriers(KernelModule& state) {
  if (!state.isKernel || state.mode.check || state.mode.trace || state.kernel->deepStack) return false;
  const std::vector<CallInst*> barriers = barriersOf(state);
  if (barriers.empty()) return false;
  StepWriter(*state.entry).write(barriers);
  return true;
}

}  // namespace warpwright::engine
