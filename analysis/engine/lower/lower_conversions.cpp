// Conversions of numbers that their integer cannot hold: PTX gives the nearest that it can, LLVM and a processor of
// this machine anything.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "analysis/engine/lower/kernel_module.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

/// As cvt.rzi has it. nvcc converts to 32 bits at least, and takes the low ones of those.
Value* converted(CastInst& cast) {
  IRBuilder<> builder(&cast);
  Value* number = cast.getOperand(0);
  const unsigned bits = cast.getType()->getIntegerBitWidth() > 32 ? 64 : 32;
  Type* type = builder.getIntNTy(bits);
  const bool isSigned = cast.getOpcode() == Instruction::FPToSI;
  Value* nearest = builder.CreateIntrinsic(isSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
                                           {type, number->getType()}, {number});
  if (bits == 64 || number->getType()->isDoubleTy()) {
    Value* ofNan = ConstantInt::get(type, APInt::getSignMask(bits));
    nearest = builder.CreateSelect(builder.CreateFCmpUNO(number, number), ofNan, nearest);
  }
  return builder.CreateTrunc(nearest, cast.getType());
}

}  // namespace

void lowerConversions(KernelModule& state) {
  std::vector<CastInst*> conversions;
  for (Function& function : *state.module) {
    for (Instruction& i : instructions(function)) {
      auto* cast = dyn_cast<CastInst>(&i);
      if (!cast || (cast->getOpcode() != Instruction::FPToSI && cast->getOpcode() != Instruction::FPToUI)) continue;
      if (cast->getType()->isIntegerTy() && cast->getType()->getIntegerBitWidth() <= 64) conversions.push_back(cast);
    }
  }
  for (CastInst* cast : conversions) {
    cast->replaceAllUsesWith(converted(*cast));
    cast->eraseFromParent();
  }
}

}  // namespace warpwright::engine
