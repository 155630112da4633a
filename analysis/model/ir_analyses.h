#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

namespace warpwright::model {

/// LLVM's analyses of one prepared kernel.
struct IrAnalyses {
  llvm::Function& function;
  const llvm::DataLayout& layout;
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree postDominators;
  llvm::LoopInfo loops;
  llvm::AssumptionCache assumptions;
  llvm::TargetLibraryInfoImpl libraryData;
  llvm::TargetLibraryInfo library;
  llvm::ScalarEvolution scalarEvolution;

  explicit IrAnalyses(llvm::Function& kernel)
      : function(kernel),
        layout(kernel.getParent()->getDataLayout()),
        dominators(kernel),
        postDominators(kernel),
        loops(dominators),
        assumptions(kernel),
        libraryData(llvm::Triple(kernel.getParent()->getTargetTriple())),
        library(libraryData),
        scalarEvolution(kernel, library, assumptions, dominators, loops) {}
};

}  // namespace warpwright::model
