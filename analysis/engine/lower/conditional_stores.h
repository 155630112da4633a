#pragma once

#include <llvm/IR/PassManager.h>

namespace warpwright::engine {

/// One store instead of two where a value is stored and, under a condition, another one to the same place:
///   p = a; if (c) p = b;      becomes      t = a; if (c) t = b; p = t;
/// as nvcc does. What the condition guards may read memory of other address spaces, which cannot be `p`.
struct ConditionalStoresPass : llvm::PassInfoMixin<ConditionalStoresPass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace warpwright::engine
