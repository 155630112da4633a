#include "analysis/engine/lower/unroll_loops.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CodeMetrics.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace warpwright::engine {

using namespace llvm;
using llvm::BasicBlock;  // and not the one of kernel models
using llvm::Loop;

namespace {

/// Of the repeated body, in LLVM's own count: what nvcc 13.0 keeps to.
constexpr unsigned mostInstructions = 150;
/// The comparison and the branch of a round, which are not repeated.
constexpr unsigned endOfRound = 2;
constexpr unsigned mostCounted = 16, mostUnknown = 4;

class Hints {
 public:
  Hints(Function& function, FunctionAnalysisManager& analyses)
      : loops_(analyses.getResult<LoopAnalysis>(function)),
        evolution_(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        costs_(analyses.getResult<TargetIRAnalysis>(function)),
        assumptions_(analyses.getResult<AssumptionAnalysis>(function)) {}

  void keepAroundUnknown() {
    for (Loop* loop : loops_.getLoopsInPreorder()) {
      if (loop->isInnermost() || hasUnrollTransformation(loop) != TM_Unspecified || !hasUnknownInside(*loop)) continue;
      addStringMetadataToLoop(loop, "llvm.loop.unroll.disable", 1);
    }
  }

  void sayCounts() {
    for (Loop* loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost() || hasUnrollTransformation(loop) != TM_Unspecified) continue;
      if (const unsigned count = countOf(*loop); count > 1)
        addStringMetadataToLoop(loop, "llvm.loop.unroll.count", count);
    }
  }

 private:
  bool hasUnknownInside(const Loop& loop) {
    for (const Loop* inner : loop.getSubLoops()) {
      if (evolution_.getSmallConstantTripCount(inner) == 0 || hasUnknownInside(*inner)) return true;
    }
    return false;
  }

  /// How often nvcc repeats the body; 1: not at all.
  unsigned countOf(const Loop& loop) {
    CodeMetrics metrics;
    SmallPtrSet<const Value*, 32> free;
    CodeMetrics::collectEphemeralValues(&loop, &assumptions_, free);
    for (const BasicBlock* block : loop.blocks()) metrics.analyzeBasicBlock(block, costs_, free);
    const auto size = metrics.NumInsts.getValue();
    if (metrics.notDuplicatable || !size || *size <= endOfRound) return 1;
    const unsigned rounds = evolution_.getSmallConstantTripCount(&loop);
    const bool ends = loop.getLoopLatch() && loop.getExitingBlock() == loop.getLoopLatch() &&
                      !isa<SCEVCouldNotCompute>(evolution_.getBackedgeTakenCount(&loop));
    // Where lanes have to meet in the body, what is left over cannot be rounds of their own.
    if (rounds == 0 && (!ends || metrics.Convergence != ConvergenceKind::None)) return 1;
    unsigned count = rounds == 0 ? mostUnknown : mostCounted;
    while (count > 1 && ((static_cast<uint64_t>(*size) - endOfRound) * count + endOfRound > mostInstructions ||
                         (rounds != 0 && rounds % count != 0))) {
      count /= 2;
    }
    return count;
  }

  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  TargetTransformInfo& costs_;
  AssumptionCache& assumptions_;
};

}  // namespace

PreservedAnalyses UnrollHintsPass::run(Function& function, FunctionAnalysisManager& analyses) {
  Hints hints(function, analyses);
  if (stage == UnrollStage::beforeSimplification)
    hints.keepAroundUnknown();
  else
    hints.sayCounts();
  return PreservedAnalyses::all();
}

}  // namespace warpwright::engine
