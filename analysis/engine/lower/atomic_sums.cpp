// Sums that atomics make of floating-point numbers in memory: the runtime makes them exactly (see ExactSums).
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;

void lowerAtomicSums(KernelModule& state) {
  std::vector<AtomicRMWInst*> sums;
  for (Function& function : *state.module) {
    for (Instruction& i : instructions(function)) {
      auto* update = dyn_cast<AtomicRMWInst>(&i);
      if (update == nullptr || update->getOperation() != AtomicRMWInst::FAdd) continue;
      if (update->getType()->isFloatTy() || update->getType()->isDoubleTy()) sums.push_back(update);
    }
  }
  for (AtomicRMWInst* sum : sums) {
    IRBuilder<> builder(sum);
    Value* address = builder.CreatePtrToInt(sum->getPointerOperand(), builder.getInt64Ty());
    Value* arguments[] = {state.threadIn(*sum->getFunction()), address, sum->getValOperand()};
    Type* types[] = {arguments[0]->getType(), arguments[1]->getType(), arguments[2]->getType()};
    FunctionCallee callee =
        state.module->getOrInsertFunction(sum->getType()->isFloatTy() ? "engine_add_float" : "engine_add_double",
                                          FunctionType::get(sum->getType(), types, false));
    cast<Function>(callee.getCallee())->setDoesNotThrow();
    sum->replaceAllUsesWith(builder.CreateCall(callee, arguments));
    sum->eraseFromParent();
  }
}

}  // namespace warpwright::engine
