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
// Applies when the block is divisible at every launch, every launch is known, barriers are passed by all merged threads
// together, and no two threads race in shared memory, which is proved. For global memory that is an assumption.
// Refuses what exchanges values inside a warp or depends on the order of threads (shuffles, votes, fences, volatile,
// printf, results of atomics), barriers under conditions that differ, addresses of a thread's variables, goto, lambdas,
// assembly, and what a macro spells that would have to change.
//
// Map: what each instantiation looks like (compactAlong), all of them and the proofs (judge), the change (rewrite).

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction_plans.h"

namespace warpwright::passes {
namespace {

constexpr PassInfo kInfo{"thread_compaction", "Fewer threads that each do more"};
constexpr unsigned kFactors[] = {2, 4, 8, 16};

// Powers of two that divide the block's extent at every launch.
std::vector<unsigned> factorsFor(const model::ParsedKernel& kernel, int dimension, std::string& why) {
  std::vector<unsigned> factors;
  const std::vector<const KernelModel*> launched = launchedOf(kernel);
  for (const unsigned factor : kFactors) {
    const auto divides = [&](const KernelModel* model) { return model->block[dimension] && *model->block[dimension] % factor == 0; };
    if (std::all_of(launched.begin(), launched.end(), divides)) factors.push_back(factor);
  }
  for (const KernelModel* model : launched) {
    if (!factors.empty() || !why.empty() || !model->block[dimension]) continue;
    const uint32_t extent = *model->block[dimension];
    why = extent == 1 ? "the block has one thread along it" : "a block of " + std::to_string(extent) + " threads cannot be halved";
  }
  return factors;
}

class ThreadCompaction final : public Pass {
 public:
  const PassInfo& info() const override { return kInfo; }

  std::vector<Opportunity> find(const model::ParsedKernel& kernel, const Device&, std::stop_token stop) const override {
    CompactionJudgement judgement = judge(kernel, stop);
    if (stop.stop_requested()) return {};
    return {compactionOpportunity(kInfo.id, kernel, "thread", std::move(judgement))};
  }

  Result<Rewrite> rewrite(const model::ParsedKernel& kernel, const Opportunity& opportunity,
                          const ParameterValues& values, std::stop_token stop) const override {
    if (compactionId(kInfo.id, kernel) != opportunity.id) {
      return Error{ErrorKind::stale, "`" + opportunity.kernel + "` is no longer there. Analyse the file again.", opportunity.range};
    }
    const CompactionJudgement now = judge(kernel, stop);
    if (stop.stop_requested()) return cancelledError();
    if (now.verdict != VerdictKind::applicable) return inputError(now.reason);

    rewrite::CompactionChoice choice;
    const Result<int> dimension = chooseCompaction(now, values, choice);
    if (!dimension.ok()) return dimension.error();
    rewrite::Editor editor(*kernel.unit);
    const Result<Compacted> compacted = compactAlong(editor, kernel, {false, *dimension}, choice);
    if (!compacted.ok()) return compacted.error();
    applyCompacted(editor, *compacted, "each thread stands for " + std::to_string(choice.factor));
    for (const rewrite::LaunchSite& site : rewrite::findLaunchSites(editor, *kernel.pattern).sites) {
      Status divided = rewrite::divideExtent(editor, site, rewrite::LaunchShape::block, *dimension, choice.factor, false);
      if (!divided.ok()) return divided.error();
    }
    return editor.finish("Let each thread of `" + kernel.models.front().name + "` do the work of " +
                         std::to_string(choice.factor) + " along " + axisText(*dimension));
  }

 private:
  static CompactionJudgement judge(const model::ParsedKernel& kernel, std::stop_token stop) {
    using enum VerdictKind;
    const rewrite::Editor editor(*kernel.unit);
    const rewrite::LaunchSites launches = rewrite::findLaunchSites(editor, *kernel.pattern);
    if (auto sight = judgeLaunches(kernel, launches, "block")) return *sight;

    CompactionJudgement all;
    std::string refusals;
    for (int dimension = 0; dimension < 3; ++dimension) {
      std::string why;
      const std::vector<unsigned> factors = factorsFor(kernel, dimension, why);
      if (!factors.empty()) why = lookAlong(kernel, launches, dimension, all);
      if (why.empty() && !factors.empty()) all.factors[dimension] = factors;
      if (!why.empty() && (dimension == 0 || !factors.empty())) {
        refusals += (refusals.empty() ? "" : " ") + ("Along " + axisText(dimension) + ": " + why + ".");
      }
    }
    if (all.factors.empty()) return compactionVerdict(refused, refusals);
    proveRaceFree(kernel, all, stop);
    if (all.verdict != applicable) return all;
    describe(kernel, refusals, all);
    return all;
  }

  // Why the text cannot be compacted along a dimension; empty: it can.
  static std::string lookAlong(const model::ParsedKernel& kernel, const rewrite::LaunchSites& launches, int dimension,
                               CompactionJudgement& all) {
    rewrite::Editor scratch(*kernel.unit);
    const Result<Compacted> compacted = compactAlong(scratch, kernel, {false, dimension}, {});
    if (!compacted.ok()) return compacted.error().message;
    for (const rewrite::LaunchSite& site : launches.sites) {
      Status divided = rewrite::divideExtent(scratch, site, rewrite::LaunchShape::block, dimension, 2, false);
      if (!divided.ok()) return divided.error().message;
    }
    noteCompacted(kernel, *compacted, dimension, all);
    return {};
  }

  static void describe(const model::ParsedKernel& kernel, const std::string& refusals, CompactionJudgement& all) {
    std::string axes;
    for (const auto& [dimension, factors] : all.factors) axes += (axes.empty() ? "" : ", ") + axisText(dimension);
    all.reason = "Threads along " + axes + " can be merged: they race nowhere and pass every barrier together.";
    if (!refusals.empty()) all.reason += " " + refusals;
    assumeBlockShapes(all.assumptions, kernel.models);
    const auto writesGlobal = [](const KernelModel& model) {
      return std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& access) {
        return access.kind != AccessKind::read && access.object.isValid() &&
               model.object(access.object).space == MemorySpace::global;
      });
    };
    if (std::any_of(kernel.models.begin(), kernel.models.end(), writesGlobal)) {
      all.assumptions.push_back({"no two threads of one launch touch the same global element between barriers, one of them writing", ""});
    }
    assumeOnlyFile(all.assumptions, kernel);
    for (const KernelModel& model : kernel.models) {
      const uint32_t threads = model.block[0].value_or(1) * model.block[1].value_or(1) * model.block[2].value_or(1);
      if (threads < 64) {
        all.evidence.push_back({model.nameAt, "a block of " + std::to_string(threads) + " threads: with a factor of " +
                                                  std::to_string(threads < 32 ? 2 : 64 / 32 * 2) + " or more it has less than a warp"});
        break;
      }
    }
  }
};

}  // namespace

std::unique_ptr<const Pass> makeThreadCompaction() { return std::make_unique<ThreadCompaction>(); }

}  // namespace warpwright::passes
