// Shifts by the width of the value or more: on a GPU nothing is left (or the sign, for signed right shifts), a
// processor of this machine takes the amount modulo the width.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;

void lowerShifts(KernelModule& state) {
  std::vector<BinaryOperator*> shifts;
  for (Function& function : *state.module) {
    for (Instruction& i : instructions(function)) {
      auto* shift = dyn_cast<BinaryOperator>(&i);
      if (shift && shift->isShift() && shift->getType()->isIntegerTy() && !isa<ConstantInt>(shift->getOperand(1))) {
        shifts.push_back(shift);
      }
    }
  }
  for (BinaryOperator* shift : shifts) {
    IRBuilder<> builder(shift);
    Value* amount = shift->getOperand(1);
    auto* type = cast<IntegerType>(shift->getType());
    Value* width = ConstantInt::get(type, type->getBitWidth());
    // A negative amount is a large one: PTX takes it as unsigned.
    Value* fits = builder.CreateICmpULT(amount, width);
    Value* last = ConstantInt::get(type, type->getBitWidth() - 1);
    Value* bounded = builder.CreateSelect(fits, amount, last);
    Value* shifted = builder.CreateBinOp(shift->getOpcode(), shift->getOperand(0), bounded);
    if (shift->getOpcode() != Instruction::AShr) {
      shifted = builder.CreateSelect(fits, shifted, ConstantInt::get(type, 0));
    }
    shift->replaceAllUsesWith(shifted);
    shift->eraseFromParent();
  }
}

}  // namespace warpwright::engine
