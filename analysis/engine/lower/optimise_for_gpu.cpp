// What compilers for GPUs do to a kernel's accesses before they run, as far as counts of requests depend on it.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/InferAlignment.h>
#include <llvm/Transforms/Scalar/LoopLoadElimination.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

#include "analysis/engine/lower/conditional_stores.h"
#include "analysis/engine/lower/kernel_module.h"
#include "analysis/engine/lower/slow_paths.h"
#include "analysis/engine/lower/unroll_loops.h"
#include "analysis/frontend/ir_passes.h"

namespace warpwright::engine {

using namespace llvm;

namespace {

constexpr unsigned globalSpace = 1, sharedSpace = 3;

std::unique_ptr<TargetMachine> gpuMachine(const Module& module, const Function& kernel) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  std::string problem;
  const Target* target = TargetRegistry::lookupTarget(module.getTargetTriple(), problem);
  if (target == nullptr) return nullptr;
  const std::string processor = kernel.getFnAttribute("target-cpu").getValueAsString().str();
  const std::string features = kernel.getFnAttribute("target-features").getValueAsString().str();
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(module.getTargetTriple(), processor, features, {}, std::nullopt));
}

/// What a kernel is handed points to global memory.
void nameParameterSpaces(Function& kernel) {
  IRBuilder<> builder(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument& argument : kernel.args()) {
    if (!argument.getType()->isPointerTy() || argument.hasByValAttr() || argument.use_empty()) continue;
    Value* global = builder.CreateAddrSpaceCast(&argument, builder.getPtrTy(globalSpace));
    Value* generic = builder.CreateAddrSpaceCast(global, argument.getType());
    argument.replaceUsesWithIf(generic, [&](const Use& use) { return use.getUser() != global; });
  }
}

/// ptxas reads neighbours in shared memory as one vector where their alignment allows it, and places arrays so.
void alignShared(Module& module) {
  for (GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != sharedSpace || variable.isDeclaration()) continue;
    if (module.getDataLayout().getTypeAllocSize(variable.getValueType()) % 16 != 0) continue;
    variable.setAlignment(std::max(variable.getAlign().valueOrOne(), Align(16)));
  }
}

/// Copies of structures are as wide as both ends' alignments allow.
void alignCopies(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  for (Function& function : module) {
    for (Instruction& i : instructions(function)) {
      auto* copy = dyn_cast<MemTransferInst>(&i);
      if (!copy) continue;
      copy->setDestAlignment(
          std::max(copy->getDestAlign().valueOrOne(), getKnownAlignment(copy->getRawDest(), layout, copy)));
      copy->setSourceAlignment(
          std::max(copy->getSourceAlign().valueOrOne(), getKnownAlignment(copy->getRawSource(), layout, copy)));
    }
  }
}

void runOn(Module& module, FunctionPassManager& manager, frontend::IrPasses& passes) {
  for (Function& function : module) {
    if (!function.isDeclaration()) manager.run(function, passes.functions);
  }
}

}  // namespace

Status optimiseForGpu(Module& module, Function& kernel) {
  const std::unique_ptr<TargetMachine> machine = gpuMachine(module, kernel);
  if (!machine)
    return Error{ErrorKind::worker, "This build of LLVM has no target for GPUs: kernels cannot be traced.", {}};
  describeMathematics(module);
  nameParameterSpaces(kernel);
  frontend::IrPasses passes(machine.get());
  FunctionPassManager manager;
  manager.addPass(SROAPass(SROAOptions::ModifyCFG));
  manager.addPass(InferAddressSpacesPass());
  // nvcc first takes out of branches what both sides begin with. What is left is then of unlike length, and what many
  // sides end with is moved behind them only as far as all of them have it: LLVM's own order would move more.
  manager.addPass(EarlyCSEPass(true));
  manager.addPass(SimplifyCFGPass(SimplifyCFGOptions().hoistCommonInsts(true)));
  manager.addPass(LoopSimplifyPass());
  manager.addPass(UnrollHintsPass(UnrollStage::beforeSimplification));
  manager.addPass(passes.builder.buildFunctionSimplificationPipeline(OptimizationLevel::O3, ThinOrFullLTOPhase::None));
  manager.addPass(LoopLoadEliminationPass());
  manager.addPass(UnrollHintsPass(UnrollStage::afterwards));
  manager.addPass(LoopUnrollPass(LoopUnrollOptions(3, /*OnlyWhenForced=*/true)));
  // What the repeated bodies have in common.
  manager.addPass(SimplifyCFGPass());
  manager.addPass(InstCombinePass());
  manager.addPass(GVNPass());
  manager.addPass(InferAddressSpacesPass());
  manager.addPass(SROAPass(SROAOptions::ModifyCFG));
  manager.addPass(ConditionalStoresPass());
  manager.addPass(InferAlignmentPass());
  manager.addPass(LoadStoreVectorizerPass());
  runOn(module, manager, passes);
  // From here on as ptxas, which knows where shared variables will lie.
  alignShared(module);
  alignCopies(module);
  FunctionPassManager assembler;
  assembler.addPass(InferAlignmentPass());
  assembler.addPass(SplitAtSlowPathsPass());
  assembler.addPass(LoadStoreVectorizerPass());
  assembler.addPass(SimplifyCFGPass());
  assembler.addPass(EarlyCSEPass(true));
  runOn(module, assembler, passes);
  return {};
}

}  // namespace warpwright::engine
