// One thread does the work of several along one dimension of the block (CGO'15 §3.2, C_Factor).
//
//   Before: dim3(16, 16)                      After, c_factor = 4 along y: dim3(16, 16 / 4)
//     int tx = threadIdx.x, ty = threadIdx.y;     int tx = threadIdx.x;
//     float sum = 0;                              float sum[4] = {};
//     for (int k = 0; k < 16; ++k)                for (int k = 0; k < 16; ++k) {
//       sum += a[ty][k] * b[k][tx];                 const float b_k_tx = b[k][tx];
//                                                   #pragma unroll
//                                                   for (int m = 0; m < 4; ++m) {
//                                                     int ty = threadIdx.y + m * blockDim.y;
//                                                     sum[m] += a[ty][k] * b_k_tx;
//                                                   }
//                                                 }
//
// Applies when the block is divisible at every launch, every launch is known, barriers are passed
// by all merged threads together, and no two threads race in shared memory, which is proved. For
// global memory that is an assumption, but where indices, counted rounds and what launches pass make
// two threads of a block meet without a barrier between, it is refused. Threads that exchange values inside a warp are
// merged where they are whole warps apart and no warp parts (whole_warps.h). Refuses what depends on the order of
// threads (fences, volatile, printf, results of atomics), barriers under conditions that differ, addresses of a
// thread's variables, goto, lambdas, assembly, and what a macro spells that would have to change.
//
// Map: what the launches allow (factorsFor), what the proofs do not cover (addAssumptionsOf); text
// and proofs are those of every compaction (compaction_pass.h).

#include <algorithm>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/compaction/alike_loads.h"
#include "analysis/passes/compaction/compaction_pass.h"
#include "analysis/passes/compaction/whole_warps.h"
#include "analysis/passes/race_assumptions.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "thread_compaction",
                                    .title = "Merge threads",
                                    .stepName = "[C={c_factor}|threads merged][ {assignment}][ along {dimension}]",
                                    .family = Family::compaction,
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .tunable = Tunable::compaction,
                                    .isTrade = true,
                                    .parameters = mergingParameters()};
  return pass;
}

using rewrite::LaunchShape;

bool exchanges(const KernelModel& model) {
  return std::any_of(model.calls.begin(), model.calls.end(),
                     [](const OpaqueCall& one) { return one.isWarpCollective; }) ||
         std::any_of(model.barriers.begin(), model.barriers.end(),
                     [](const Barrier& one) { return one.kind == Barrier::Kind::warp; });
}

/// Are merged threads whole warps apart, so that those of a warp stay together, each in its lane? Their numbers in the
/// block differ by the new extent times what a step along the dimension adds.
bool keepsWarps(const KernelModel& model, int dimension, unsigned factor) {
  uint64_t apart = 1;
  for (int d = 0; d <= dimension; ++d) {
    const auto extent = model.block[static_cast<size_t>(d)];
    if (!extent) return false;
    apart *= d == dimension ? *extent / factor : *extent;
  }
  return apart % rewrite::threadsOfWarp == 0;
}

class ThreadCompaction final : public CompactionPass {
 public:
  ThreadCompaction() : CompactionPass("thread", LaunchShape::block) {}
  const PassDescription& about() const override { return description(); }

 protected:
  // Powers of two that divide the block's extent at every launch.
  std::vector<unsigned> factorsFor(const model::ParsedKernel& kernel, int dimension, Message& why) const override {
    std::vector<unsigned> factors;
    const std::vector<const KernelModel*> launched = launchedOf(kernel);
    for (const unsigned factor : kFactors) {
      const auto divides = [&](const KernelModel* model) {
        return model->block[dimension] && *model->block[dimension] % factor == 0 &&
               (!exchanges(*model) || keepsWarps(*model, dimension, factor));
      };
      if (std::all_of(launched.begin(), launched.end(), divides)) factors.push_back(factor);
    }
    for (const KernelModel* model : launched) {
      if (!factors.empty() || !why.empty() || !model->block[dimension]) continue;
      const uint32_t extent = *model->block[dimension];
      if (extent % 2 == 0 && exchanges(*model) && !keepsWarps(*model, dimension, 2))
        why = "threads of a warp, which exchange values, would be merged";
      if (extent % 2 == 0) continue;
      why = extent == 1 ? "the block has one thread along it"
                        : "a block of " + std::to_string(extent) + " threads cannot be halved";
    }
    return factors;
  }

  // Launches that are never run count as well: what the number rests on must hold for each of them.
  std::optional<unsigned> extentAlong(const model::ParsedKernel& kernel, int dimension) const override {
    std::optional<unsigned> extent;
    for (const KernelModel* model : launchedOf(kernel)) {
      for (const Launch& launch : model->launches) {
        const auto here = launch.block[dimension];
        if (!here || (extent && *extent != *here)) return std::nullopt;
        extent = *here;
      }
    }
    return extent;
  }

  Status changeLaunches(rewrite::Editor& editor, const model::ParsedKernel& kernel, int dimension,
                        const rewrite::CompactionChoice& choice, const Compacted&) const override {
    for (const rewrite::LaunchSite& site : rewrite::findLaunchSites(editor, *kernel.pattern).sites) {
      const Status divided = rewrite::divideExtent(editor, site, LaunchShape::block, dimension, choice.factor, false);
      if (!divided.ok()) return divided;
    }
    return {};
  }

  // A load whose value may change in between is alike only where no threads race: where the change is applicable.
  void noteAlike(const model::ParsedKernel& kernel, Opportunity& found) const override {
    addAlikeLoads(kernel, found.verdict == VerdictKind::applicable, found.evidence);
  }

  void addAssumptionsOf(const model::ParsedKernel& kernel, CompactionJudgement& all) const override {
    // What is written through a pointer that is not known may be global, too.
    const auto writesGlobal = [](const KernelModel& model) {
      return std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
        if (access.kind == AccessKind::read) return false;
        if (!access.object.isValid()) return true;
        const MemorySpace space = model.object(access.object).space;
        return space == MemorySpace::global || space == MemorySpace::generic;
      });
    };
    if (std::any_of(kernel.models.begin(), kernel.models.end(), writesGlobal)) {
      all.reason += " That they do not race in global memory is assumed.";
      all.assumptions.push_back(noRaces(Apart::threadsBetweenBarriers));
    }
    assumeOnlyFile(all.assumptions, kernel);
    for (const KernelModel& model : kernel.models) {
      const uint32_t threads = model.block[0].value_or(1) * model.block[1].value_or(1) * model.block[2].value_or(1);
      if (threads < 64) {
        all.evidence.push_back({model.nameAt, "a block of " + std::to_string(threads) + " threads: with a factor of " +
                                                  std::to_string(threads < 32 ? 2 : 4) +
                                                  " or more it has less than a warp"});
        break;
      }
    }
  }
};

}  // namespace

std::unique_ptr<const Pass> makeThreadCompaction() {
  return std::make_unique<ThreadCompaction>();
}

}  // namespace warpwright::passes
