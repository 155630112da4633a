// One block does the work of several along one dimension of the grid: what thread_compaction does
// to a block's threads.
//
//   Before                                             After, c_factor = 4
//     k<<<blocks, 256>>>(in, table, out)                 k<<<(blocks + 3) / 4, 256>>>(in, table,
//     out, blocks)
//     __shared__ float t[16], s[256];                    __shared__ float t[16], s[4][256];
//     int i = blockIdx.x * 256 + threadIdx.x;            if (threadIdx.x < 16) t[threadIdx.x] =
//     table[threadIdx.x]; if (threadIdx.x < 16)                              for (int m = 0; m < 4;
//     ++m) {
//       t[threadIdx.x] = table[threadIdx.x];               const unsigned block_x = blockIdx.x + m
//       * gridDim.x;
//     s[threadIdx.x] = in[i];                              if (block_x >= grid_x) continue;
//     __syncthreads();                                     s[m][threadIdx.x] = in[block_x * 256 +
//     threadIdx.x];
//                                                        }
//                                                        __syncthreads();
//
// Applies when every launch is known, blocks pass their barriers whatever their index, and no two
// threads of a block race in shared memory, which is proved. That blocks do not meet in global
// memory is an assumption. What all blocks compute alike is done once; shared arrays that differ
// are kept for each merged block. Refuses what thread_compaction refuses, dynamic shared memory,
// addresses of shared arrays, and more than 48 KiB.
//
// Map: what the launches allow (factorsFor), what fits into a block (fit), launches and perhaps a
// new argument (changeLaunches); text and proofs are those of every compaction (compaction_pass.h).

#include <algorithm>

#include "analysis/passes/all_passes.h"
#include "analysis/passes/compaction/compaction_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/race_assumptions.h"
#include "analysis/passes/shared_room.h"
#include "analysis/rewrite/edit/kernel_arguments.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{
      .id = "block_compaction",
      .title = "Merge thread blocks",
      .stepName = "[blocks C={c_factor}|blocks merged][ {assignment}][ along {dimension}]",
      .family = Family::compaction,
      .inputs = {.launches = true, .hostCode = false, .device = false},
      .tunable = Tunable::compaction,
      .stacksLast = true,
      .isTrade = true,
      .argument = ExtraArgument::fromLaunch,  // the number of blocks
      .parameters = mergingParameters()};
  return pass;
}

using rewrite::LaunchShape;

class BlockCompaction final : public CompactionPass {
 public:
  BlockCompaction() : CompactionPass("block", LaunchShape::grid) {}
  const PassDescription& about() const override { return description(); }

 protected:
  // Powers of two that the grid is not smaller than at any launch.
  std::vector<unsigned> factorsFor(const model::ParsedKernel& kernel, int dimension, Message& why) const override {
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

  // Is a launch known whose grid the factor may not divide?
  bool isRagged(const model::ParsedKernel& kernel, int dimension, unsigned factor) const override {
    for (const KernelModel* model : launchedOf(kernel)) {
      for (const Launch& launch : model->launches) {
        if (launch.fromUser || !launch.grid[dimension] || *launch.grid[dimension] % factor != 0) return true;
      }
    }
    return false;
  }

  // The shared arrays of all merged blocks must fit into one.
  void fit(const model::ParsedKernel& kernel, const Compacted& compacted, std::vector<unsigned>& factors,
           Message& why) const override {
    if (compacted.expandedShared == 0) return;
    const uint64_t left = sharedLeft(kernel);
    std::erase_if(factors, [&](unsigned factor) { return compacted.expandedShared * (factor - 1) > left; });
    if (factors.empty())
      why = "the shared memory of two blocks does not fit into one, as far as it is known what launches ask for";
  }

  // Smaller grids; where they may be ragged, the old extent as an argument.
  Status changeLaunches(rewrite::Editor& editor, const model::ParsedKernel& kernel, int dimension,
                        const rewrite::CompactionChoice& choice, const Compacted& compacted) const override {
    if (choice.isRagged) {
      if (Status may = rewrite::mayTakeParameter(*kernel.unit, *kernel.pattern); !may.ok()) return may;
      const std::string name = compacted.body.extentArgument.empty() ? "extent" : compacted.body.extentArgument;
      const Status added =
          rewrite::addParameter(editor, *kernel.pattern, "unsigned " + name, "how many blocks there were");
      if (!added.ok()) return added;
    }
    for (const rewrite::LaunchSite& site : rewrite::findLaunchSites(editor, *kernel.pattern).sites) {
      if (choice.isRagged) {
        const Result<std::string> extent = rewrite::extentText(editor, site, LaunchShape::grid, dimension);
        if (!extent.ok()) return extent.error();
        if (Status added = rewrite::addArgument(editor, site, *extent); !added.ok()) return added;
      }
      const Status divided =
          rewrite::divideExtent(editor, site, LaunchShape::grid, dimension, choice.factor, choice.isRagged);
      if (!divided.ok()) return divided;
    }
    return {};
  }

  void addAssumptionsOf(const model::ParsedKernel& kernel, CompactionJudgement& all) const override {
    all.reason += " That blocks do not meet in global memory is assumed.";
    all.assumptions.push_back(noRaces(Apart::blocksButForAtomics));
    for (const auto& [dimension, factors] : all.factors) assumeFewBlocks(all.assumptions, kernel, dimension);
    assumeOnlyFile(all.assumptions, kernel);
  }
};

}  // namespace

std::unique_ptr<const Pass> makeBlockCompaction() {
  return std::make_unique<BlockCompaction>();
}

}  // namespace warpwright::passes
