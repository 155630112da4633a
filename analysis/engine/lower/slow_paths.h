#pragma once

#include <llvm/IR/PassManager.h>

namespace warpwright::engine {

/// Ends a block of code at what GPUs compute with a branch of its own: exact division, square roots, mathematical
/// functions. ptxas puts no loads from both sides of one into one vector. To be undone by SimplifyCFG.
struct SplitAtSlowPathsPass : llvm::PassInfoMixin<SplitAtSlowPathsPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

/// Mathematical functions of the device give a value and do nothing else: says so of those that are only declared.
void describeMathematics(llvm::Module& module);

}  // namespace warpwright::engine
