#include "analysis/engine/lower/ptx_work.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "analysis/resources/device_math.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

// Functions of the mathematics library that PTX has no instruction for are polynomials of about this length.
constexpr float mathCall = 12, constantDivision = 3;

bool isWide(const Type& type) {
  return type.isIntegerTy(64);
}

/// Where a parameter lies is the engine's affair; what lies there is one ld.param.
bool looksUpParameter(const LoadInst& load) {
  return load.getType()->isPointerTy() && isa<llvm::Argument>(getUnderlyingObject(load.getPointerOperand(), 0)) &&
         load.getFunction()->getName() == "engine_entry";
}

float ofCall(const CallInst& call) {
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (intrinsic) return intrinsic->isAssumeLikeIntrinsic() ? 0 : 1;
  const Function* callee = call.getCalledFunction();
  if (!callee || callee->getName().starts_with("engine_")) return 1;
  if (const unsigned known = resources::instructionsOfDeviceMath(std::string_view(callee->getName())))
    return static_cast<float>(known);
  // `__nv_fast_sincosf` is the two that its name tells, `__nv_fsqrt_rn` and its like are roots.
  if (callee->getName().starts_with("__nv_fast_")) return 2;
  return callee->getName().contains("sqrt") ? 1 : mathCall;
}

}  // namespace

bool fuses(const Instruction& i) {
  if (i.getOpcode() != Instruction::FMul || !i.hasOneUse()) return false;
  const auto* user = cast<Instruction>(*i.user_begin());
  return user->getOpcode() == Instruction::FAdd || user->getOpcode() == Instruction::FSub;
}

float PtxWork::of(const Instruction& i) {
  switch (i.getOpcode()) {
    case Instruction::PHI:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::Alloca:
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
    case Instruction::ExtractElement:
    case Instruction::InsertElement:
    case Instruction::Freeze:
    case Instruction::Unreachable:
      return 0;
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
      // Integers of 64 bits are parts of addresses, nearly all.
      return isWide(*i.getType()) || isWide(*i.getOperand(0)->getType()) ? 0 : 1;
    case Instruction::Br:
      return cast<BranchInst>(i).isConditional() ? 1 : 0;
    case Instruction::Load:
      return looksUpParameter(cast<LoadInst>(i)) ? 0 : 1;
    case Instruction::FMul:
      return fuses(i) ? 0 : 1;
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return isa<Constant>(i.getOperand(1)) ? constantDivision : 1;
    case Instruction::Call:
      return ofCall(cast<CallInst>(i));
    case Instruction::GetElementPtr: {
      // mul and add; an index that was multiplied for one buffer serves the next. A constant is part of the access.
      float count = 0;
      const DataLayout& layout = i.getModule()->getDataLayout();
      for (auto type = gep_type_begin(i), end = gep_type_end(i); type != end; ++type) {
        if (isa<Constant>(type.getOperand())) continue;
        const uint64_t size = type.getSequentialElementStride(layout).getKnownMinValue();
        count += size > 1 && scaled_.insert({type.getOperand(), size}).second ? 2 : 1;
      }
      return count;
    }
    default:
      return 1;
  }
}

}  // namespace warpwright::engine
