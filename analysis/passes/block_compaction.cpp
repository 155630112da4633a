// One block does the work of several along one dimension of the grid: what thread_compaction does
// to a block's threads.
//
//   Before: k<<<blocks, 256>>>(in, table, out)          After, c_factor = 4:
//     __shared__ float t[16], s[256];                     k<<<(blocks + 3) / 4, 256>>>(in, table,
//     out, blocks) int i = blockIdx.x * 256 + threadIdx.x;             __shared__ float t[16],
//     s[4][256]; if (threadIdx.x < 16) t[threadIdx.x] = …;           if (threadIdx.x < 16)
//     t[threadIdx.x] = …; s[threadIdx.x] = in[i];                             for (int m = 0; m <
//     4; ++m) {
//     __syncthreads();                                      const unsigned block_x = blockIdx.x + m
//     * gridDim.x; …                                                     if (block_x >= grid_x)
//     continue;
//                                                           s[m][threadIdx.x] = in[block_x * 256 +
//                                                           threadIdx.x];
//                                                         }
//                                                         __syncthreads();
//
// Applies when every launch is known, blocks pass their barriers whatever their index, and no two
// threads of a block race in shared memory, which is proved. That blocks do not meet in global
// memory is an assumption. What all blocks compute alike is done once; shared arrays that differ
// are kept for each merged block. Refuses what thread_compaction refuses, dynamic shared memory,
// addresses of shared arrays, and more than 48 KiB.
//
// Map: what fits (factorsFor), text and proofs (judge), kernel, launches and perhaps a new argument
// (rewrite).

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>

#include "analysis/model/project_functions.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction_plans.h"
#include "analysis/rewrite/kernel_arguments.h"

namespace warpwright::passes {
namespace {

constexpr PassInfo kInfo{"block_compaction", "Fewer blocks that each do more"};
constexpr unsigned kFactors[] = {2, 4, 8, 16};
constexpr uint64_t kMostShared = 48 * 1024;  // of a block, unless the program asks for more

using rewrite::LaunchShape;

// Is a launch known whose grid the factor may not divide?
bool isRagged(const model::ParsedKernel& kernel, int dimension, unsigned factor) {
  for (const KernelModel* model : launchedOf(kernel)) {
    for (const Launch& launch : model->launches) {
      if (launch.fromUser || !launch.grid[dimension] || *launch.grid[dimension] % factor != 0)
        return true;
    }
  }
  return false;
}

uint64_t sharedBytes(const KernelModel& model) {
  uint64_t bytes = 0;
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && !object.isDynamic) bytes += object.bytes;
  }
  return bytes;
}

// Powers of two that the grid is not smaller than at any launch.
std::vector<unsigned> factorsFor(const model::ParsedKernel& kernel, int dimension,
                                 std::string& why) {
  std::optional<uint32_t> smallest;
  for (const KernelModel* model : launchedOf(kernel)) {
    for (const Launch& launch : model->launches) {
      const std::optional<uint32_t> extent = launch.grid[dimension];
      if (extent && (!smallest || *extent < *smallest)) smallest = extent;
    }
  }
  std::vector<unsigned> factors;
  for (const unsigned factor : kFactors) {
    if (!smallest || factor <= *smallest) factors.push_back(factor);
  }
  if (factors.empty()) why = "the grid has one block along it";
  return factors;
}

// Factors with which the shared arrays of all merged blocks fit into one.
std::vector<unsigned> fitting(const model::ParsedKernel& kernel,
                              const std::vector<unsigned>& factors, uint64_t expanded) {
  uint64_t all = 0;
  for (const KernelModel& model : kernel.models) all = std::max(all, sharedBytes(model));
  std::vector<unsigned> fit;
  for (const unsigned factor : factors) {
    if (all + expanded * (factor - 1) <= kMostShared) fit.push_back(factor);
  }
  return fit;
}

class BlockCompaction final : public Pass {
 public:
  const PassInfo& info() const override { return kInfo; }

  std::vector<Opportunity> find(const model::ParsedKernel& kernel, const Device&,
                                std::stop_token stop) const override {
    CompactionJudgement judgement = judge(kernel, stop);
    if (stop.stop_requested()) return {};
    return {compactionOpportunity(kInfo.id, kernel, "block", std::move(judgement))};
  }

  Result<Rewrite> rewrite(const model::ParsedKernel& kernel, const Opportunity& opportunity,
                          const ParameterValues& values, std::stop_token stop) const override {
    const std::string name = "`" + opportunity.kernel + "`";
    if (compactionId(kInfo.id, kernel) != opportunity.id) {
      return Error{ErrorKind::stale, name + " is no longer there. Analyse the file again.",
                   opportunity.range};
    }
    const CompactionJudgement now = judge(kernel, stop);
    if (stop.stop_requested()) return cancelledError();
    if (now.verdict != VerdictKind::applicable) return inputError(now.reason);

    rewrite::CompactionChoice choice;
    const Result<int> dimension = chooseCompaction(now, values, choice);
    if (!dimension.ok()) return dimension.error();
    choice.isRagged = isRagged(kernel, *dimension, choice.factor);
    rewrite::Editor editor(*kernel.unit);
    const std::string factor = std::to_string(choice.factor);
    const Result<Compacted> compacted = compactAlong(editor, kernel, {true, *dimension}, choice);
    if (!compacted.ok()) return compacted.error();
    applyCompacted(editor, *compacted, "each block stands for " + factor);
    if (Status launches =
            changeLaunches(editor, kernel, *dimension, choice, compacted->body.extentArgument);
        !launches.ok()) {
      return launches.error();
    }
    return editor.finish("Let each block of `" + kernel.models.front().name + "` do the work of " +
                         factor + " along " + axisText(*dimension));
  }

 private:
  // Smaller grids; where they may be ragged, the old extent as an argument.
  static Status changeLaunches(rewrite::Editor& editor, const model::ParsedKernel& kernel,
                               int dimension, const rewrite::CompactionChoice& choice,
                               const std::string& extentArgument) {
    if (choice.isRagged) {
      if (Status may = rewrite::mayTakeParameter(*kernel.pattern); !may.ok()) return may;
      const std::string note = "how many blocks there were";
      if (Status added =
              rewrite::addParameter(editor, *kernel.pattern, "unsigned " + extentArgument, note);
          !added.ok())
        return added;
    }
    for (const rewrite::LaunchSite& site :
         rewrite::findLaunchSites(editor, *kernel.pattern).sites) {
      if (choice.isRagged) {
        const Result<std::string> extent =
            rewrite::extentText(editor, site, LaunchShape::grid, dimension);
        if (!extent.ok()) return extent.error();
        if (Status added = rewrite::addArgument(editor, site, *extent); !added.ok()) return added;
      }
      if (Status divided = rewrite::divideExtent(editor, site, LaunchShape::grid, dimension,
                                                 choice.factor, choice.isRagged);
          !divided.ok()) {
        return divided;
      }
    }
    return {};
  }

  static CompactionJudgement judge(const model::ParsedKernel& kernel, std::stop_token stop) {
    const rewrite::Editor editor(*kernel.unit);
    const rewrite::LaunchSites launches = rewrite::findLaunchSites(editor, *kernel.pattern);
    if (auto sight = judgeLaunches(kernel, launches, "grid")) return *sight;
    CompactionJudgement all;
    std::string refusals;
    for (int dimension = 0; dimension < 3; ++dimension) {
      std::string why;
      std::vector<unsigned> factors = factorsFor(kernel, dimension, why);
      const bool isFlat = factors.empty();
      if (!isFlat) why = lookAlong(kernel, dimension, factors, all);
      if (why.empty()) all.factors[dimension] = factors;
      if (!why.empty() && (dimension == 0 || !isFlat)) {
        refusals +=
            (refusals.empty() ? "" : " ") + ("Along " + axisText(dimension) + ": " + why + ".");
      }
    }
    if (all.factors.empty()) return compactionVerdict(VerdictKind::refused, refusals);
    proveRaceFree(kernel, all, stop);
    if (all.verdict != VerdictKind::applicable) return all;
    std::string axes;
    for (const auto& [dimension, factors] : all.factors)
      axes += (axes.empty() ? "" : ", ") + axisText(dimension);
    all.reason = "Blocks along " + axes +
                 " can be merged: their threads race nowhere and pass every barrier together.";
    if (!refusals.empty()) all.reason += " " + refusals;
    assumeBlockShapes(all.assumptions, kernel.models);
    all.assumptions.push_back(
        {"no two blocks of one launch touch the same global element, one of them writing, atomics "
         "aside",
         ""});
    assumeOnlyFile(all.assumptions, kernel);
    return all;
  }

  // Why the text cannot be compacted along a dimension; empty: it can, with the factors that are
  // left.
  static std::string lookAlong(const model::ParsedKernel& kernel, int dimension,
                               std::vector<unsigned>& factors, CompactionJudgement& all) {
    rewrite::Editor scratch(*kernel.unit);
    rewrite::CompactionChoice choice;
    choice.isRagged = isRagged(kernel, dimension, factors.front());
    const Result<Compacted> compacted = compactAlong(scratch, kernel, {true, dimension}, choice);
    if (!compacted.ok()) return compacted.error().message;
    factors = fitting(kernel, factors, compacted->expandedShared);
    if (factors.empty()) return "the shared memory of two blocks does not fit into one";
    choice.isRagged = choice.isRagged || isRagged(kernel, dimension, factors.back());
    const std::string argument =
        compacted->body.extentArgument.empty() ? "extent" : compacted->body.extentArgument;
    if (Status changed = changeLaunches(scratch, kernel, dimension, choice, argument);
        !changed.ok())
      return changed.error().message;
    noteCompacted(kernel, *compacted, dimension, all);
    return {};
  }
};

}  // namespace

std::unique_ptr<const Pass> makeBlockCompaction() {
  return std::make_unique<BlockCompaction>();
}

}  // namespace warpwright::passes
