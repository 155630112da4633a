// Launches a grid without the blocks at its end that have nothing to do.
//
//   Before                                              After
//     scale<<<sites, 128>>>(data, sites);                 scale<<<scale_blocks_with_work(sites, 36LL * sites, 128),
//                                                             128>>>(data, sites);
//     __global__ void scale(float *data, int sites) {     (the kernel stays as it is)
//       int id = blockIdx.x * blockDim.x + threadIdx.x;
//       if (id / 36 < sites) data[id] *= 2;
//     }
//
// Applies when all that the kernel does stands under a condition, behind declarations and conditions on whole numbers
// alone, that its number along x, or a quotient of it, is below an argument or a number; and the grid of a launch is
// neither divided, shifted nor called for, so that it is not made of how much there is to do. A block of which the
// first thread is past the bound does nothing, and no other block sees whether it ran: the kernel does not look at
// gridDim. A grid is never made larger, and has one block where nothing is to be done.
// Refuses kernels that look at gridDim, wait for the grid or ask for clusters; launches whose arguments have effects.
// Unknown where the kernel calls what is not seen: it may look at the size of the grid.

#include <clang/AST/Decl.h>

#include <algorithm>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/idle_blocks/grid_questions.h"
#include "analysis/passes/idle_blocks/idle_launches.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"

namespace warpwright::passes {
namespace {

using enum VerdictKind;

const PassDescription& description() {
  static const PassDescription pass{.id = "idle_blocks",
                                    .title = "Leave out blocks without work",
                                    .stepName = "no idle blocks",
                                    .inputs = {.launches = true, .hostCode = true, .device = false},
                                    .onRequest = true};
  return pass;
}

class IdleBlocks final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  /// The code of the kernel stays as it is.
  Message mayRoundOtherwise(const model::ParsedKernel&) const override { return {}; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Launch %1 without blocks that have no work", code(kernel.models.front().name)};
  }

  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const rewrite::Editor editor(*kernel.unit);
    std::optional<WorkingThreads> working;
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      if (!instance->getBody()) continue;
      const Result<WorkingThreads> one = workingThreads(editor, *instance);
      if (!one.ok()) return nothingToDo({"It has no blocks without work: %1.", said(one.error())});
      if (working && !(*working == *one)) return nothingToDo("Its instances have work for different threads.");
      working = *one;
    }
    if (!working) return nothingToDo("It has no body.");
    const std::vector<IdleLaunch> launches = idleLaunches(editor, kernel, *working);
    if (launches.empty()) return nothingToDo("Its grids are made of how much there is to do.");
    for (const KernelModel& model : kernel.models) {
      if (auto judged = judgeRead(model)) return *std::move(judged);
    }
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      if (auto judged = judgeGridQuestions(*kernel.unit, *instance)) return *std::move(judged);
    }
    if (Message failing = refusedLaunch(kernel); !failing.empty()) return makeJudgement(refused, std::move(failing));
    return planFor(kernel, launches, *working);
  }

  static KernelPlan planFor(const model::ParsedKernel& kernel, const std::vector<IdleLaunch>& launches,
                            const WorkingThreads& working) {
    const rewrite::Editor editor(*kernel.unit);
    const Result<rewrite::KernelText> text =
        rewrite::KernelText::of(editor, *kernel.pattern, rewrite::KernelText::Directives::betweenStatements);
    if (text.ok() && text->asksForClusters(*kernel.pattern))
      return makeJudgement(refused, "The kernel asks for clusters of blocks.");
    const auto changed = std::ranges::find_if(launches, [](const IdleLaunch& one) { return one.stays.empty(); });
    if (changed == launches.end()) return makeJudgement(refused, launches.front().stays);
    rewrite::Editor scratch(*kernel.unit);
    if (Status written = boundLaunches(scratch, launches, working); !written.ok())
      return makeJudgement(refused, {"The launch stays: %1.", said(written.error())});
    Judgement all = makeJudgement(
        applicable, {"Threads past the work do nothing, and the grid at %1 is not made of how much there is to do.",
                     lineText(changed->site.at)});
    all.assumptions.push_back({"each launch has fewer than 2^31 threads along x", {}});
    assumeFewBlocks(all.assumptions, kernel, 0);
    KernelPlan plan = std::move(all);
    plan.write = [launches, working](rewrite::Editor& target, unsigned) {
      return boundLaunches(target, launches, working);
    };
    return plan;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeIdleBlocks() {
  return std::make_unique<IdleBlocks>();
}

}  // namespace warpwright::passes
