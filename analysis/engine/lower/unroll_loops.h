#pragma once

#include <llvm/IR/PassManager.h>

namespace warpwright::engine {

/// Says of loops how often nvcc repeats their body, where the program does not say it itself: what was seen in the PTX
/// of nvcc 13.0 for loops of many sizes. Which accesses are merged, and where lanes of a warp part, depends on it:
///   for (j = 0; j < n; ++j) s += a[j];     becomes    for (; j + 3 < n; j += 4) …; for (; j < n; ++j) …
/// A loop of unknown rounds that ends in one place is repeated four times, of two that do not fit into
/// `mostInstructions` twice; a counted one by a power of two that divides its rounds. A loop around one of unknown
/// rounds stays as it is.
enum class UnrollStage : uint8_t {
  beforeSimplification,  ///< small counted loops are about to be unrolled wholly: keeps those around loops of unknown
                         ///< rounds
  afterwards,            ///< says how often the loops that are left are repeated, for a LoopUnrollPass
};

struct UnrollHintsPass : llvm::PassInfoMixin<UnrollHintsPass> {
  explicit UnrollHintsPass(UnrollStage when) : stage(when) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

  UnrollStage stage;
};

}  // namespace warpwright::engine
