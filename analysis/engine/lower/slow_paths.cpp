#include "analysis/engine/lower/slow_paths.h"

#include <array>
#include <string_view>

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models

namespace {

constexpr std::string_view mathPrefix = "__nv_";

/// Beginnings of the names, behind the prefix, of functions that are one instruction or a few.
constexpr std::array<std::string_view, 19> quick{"abs", "brev", "byte_perm", "clz",  "fabs",  "fast_", "ffs",
                                                 "fma", "fmax", "fmin",      "hadd", "llabs", "max",   "min",
                                                 "mul", "popc", "sad",       "umax", "umin"};

bool isQuick(std::string_view name) {
  for (const std::string_view each : quick) {
    if (name.starts_with(each)) return true;
  }
  return false;
}

bool hasSlowPath(const Instruction& i) {
  switch (i.getOpcode()) {
    case Instruction::FDiv:
    case Instruction::FRem:
      return !i.isFast();
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return i.getType()->isIntegerTy(64) && !isa<Constant>(i.getOperand(1));
    case Instruction::Call: {
      if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&i)) return intrinsic->getIntrinsicID() == Intrinsic::sqrt;
      const Function* callee = cast<CallInst>(i).getCalledFunction();
      const std::string_view name = callee ? std::string_view(callee->getName()) : std::string_view();
      return name.starts_with(mathPrefix) && !isQuick(name.substr(mathPrefix.size()));
    }
    default:
      return false;
  }
}

}  // namespace

PreservedAnalyses SplitAtSlowPathsPass::run(Function& function, FunctionAnalysisManager&) {
  SmallVector<Instruction*> slow;
  for (BasicBlock& block : function) {
    for (Instruction& i : block) {
      if (hasSlowPath(i)) slow.push_back(&i);
    }
  }
  for (Instruction* i : slow) SplitBlock(i->getParent(), i->getNextNode());
  return slow.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

void describeMathematics(Module& module) {
  for (Function& function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with(mathPrefix)) continue;
    bool plain = !function.getReturnType()->isVoidTy();
    for (const llvm::Argument& argument : function.args()) plain &= !argument.getType()->isPointerTy();
    if (!plain) continue;
    function.setDoesNotAccessMemory();
    function.setDoesNotThrow();
    function.setWillReturn();
    function.addFnAttr(Attribute::Speculatable);
    function.setNotConvergent();
    for (User* user : function.users()) {
      if (auto* call = dyn_cast<CallInst>(user)) call->setNotConvergent();
    }
  }
}

}  // namespace warpwright::engine
