// What threads of a block load in each round of a loop, several of them the same, is loaded into shared memory once for
// all of them, some rounds at a time.
//
//   Before: product<<<grid, dim3(32, 32)>>>(c, a, b, n)    After, tile = 32:
//                                                            __shared__ float a_tile[32][32], b_tile[32][32];
//     for (int k = 0; k < n; ++k)                            for (int k_from = 0, k_to; k_from < n; k_from = k_to) {
//                                                              k_to = …;  // 32 rounds later, or n
//                                                              a_tile[threadIdx.y][threadIdx.x] = a[…];  // and b_tile
//                                                              __syncthreads();
//                                                              for (int k = k_from; k < k_to; ++k)
//       s += a[row * n + k] * b[k * n + column];                 s += a_tile[threadIdx.y][k - k_from] *
//                                                                     b_tile[k - k_from][threadIdx.x];
//                                                              __syncthreads();
//                                                            }
//
// Each thread makes its rounds in the order in which it made them, and each of its operations on the same values.
// Merging threads (thread_compaction) behind it keeps several rows in registers.
//
// Applies when all launches have blocks of one shape, the loop counts up by one between ends that all threads of a
// block share, and loads, in each round, elements of arguments that nothing in the kernel writes, at places made of the
// counter, of what the block shares, and of at most one coordinate of the thread. Conditions around the loop become a
// variable: all threads wait in it, and only those that came to it before store. An element is loaded where some thread
// of the block loaded it before, and nowhere else.
//
// Refuses loops inside of loops and of `else`, `return` between a condition and the loop, `break`, barriers and shared
// memory of the kernel's own, warps, atomics up to the end of the loop, conditions that do not tell by coordinate which
// elements are loaded. Unknown where launches or their blocks are not known, or what is behind a pointer that is
// written, or whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <array>
#include <optional>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/shared_room.h"
#include "analysis/passes/tile_reuse/tile_plan.h"
#include "analysis/passes/tile_reuse/tile_writer.h"
#include "analysis/passes/unwritten_argument.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "tile_reuse",
                                    .title = "Load what threads share once, into shared memory",
                                    .stepName = "[tiles of {tile}|tiles]",
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .onRequest = true,
                                    .isTrade = true,  // shared memory and barriers for fewer loads
                                    .parameters = {{"tile", "Rounds loaded at once"}}};
  return pass;
}

/// The plans of all instances of a kernel, which agree in the text that they need.
class KernelTiles {
 public:
  /// Errors: what stands in the way.
  static Result<KernelTiles> of(const rewrite::Editor& editor, const model::ParsedKernel& kernel,
                                const BlockExtents& block) {
    KernelTiles tiles(kernel);
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      Result<rewrite::TilePlan> plan = rewrite::planTiles(editor, *instance, block);
      if (!plan.ok()) return plan.error();
      tiles.plans_.push_back(*std::move(plan));
    }
    if (tiles.plans_.empty()) return inputError("nothing of it is compiled");
    return tiles;
  }

  const std::vector<rewrite::TilePlan>& plans() const { return plans_; }

  uint64_t bytes(unsigned tile) const {
    uint64_t most = 0;
    for (const rewrite::TilePlan& plan : plans_)
      most = std::max(most, rewrite::tileBytes(plan, kernel_.unit->ast(), tile));
    return most;
  }

  /// Errors: a macro spells what would have to change; instances need different texts.
  Status write(rewrite::Editor& editor, unsigned tile) const {
    const Status written = writeAgreed(editor, plans_.size(), [&](size_t i) {
      return rewrite::writeTiles(editor, plans_[i], *kernel_.pattern, tile);
    });
    if (!written.ok()) return written;
    const auto threads = threadsToBound(kernel_);
    return threads ? boundThreads(editor, kernel_, *threads, "so that rounds leave registers for a block") : Status();
  }

 private:
  explicit KernelTiles(const model::ParsedKernel& kernel) : kernel_(kernel) {}

  const model::ParsedKernel& kernel_;
  std::vector<rewrite::TilePlan> plans_;
};

/// Threads that wait for each other by atomics must not wait at a barrier in between: there is none behind the loop.
std::optional<Judgement> judgeAtomics(const model::ParsedKernel& kernel, const KernelTiles& tiles) {
  for (const rewrite::TilePlan& plan : tiles.plans()) {
    const uint32_t last = rewrite::positionAt(*kernel.unit, plan.loop->getEndLoc()).line;
    for (const KernelModel& model : kernel.models) {
      for (const Access& access : model.accesses) {
        const uint32_t line = access.inlinedAt.empty() ? access.line : access.inlinedAt.back().line;
        if (access.kind != AccessKind::atomic || line > last) continue;
        return makeJudgement(VerdictKind::refused,
                             {"%1 updates memory that other threads may wait for, and does not stand behind "
                              "the loop.",
                              capitalised(lineText(line))});
      }
    }
  }
  return std::nullopt;
}

std::optional<Judgement> judgeMemory(const model::ParsedKernel& kernel, const KernelTiles& tiles,
                                     std::vector<Assumption>& assumptions) {
  for (const rewrite::TilePlan& plan : tiles.plans()) {
    for (const rewrite::SharedLoad& load : plan.loads) {
      for (const KernelModel& model : kernel.models) {
        auto judged = judgeUnwritten(model, *load.array, ", which other threads load in the loop", assumptions);
        if (judged) return judged;
      }
    }
  }
  return std::nullopt;
}

Message arraysOf(const KernelTiles& tiles) {
  std::vector<Message> names;
  for (const rewrite::SharedLoad& load : tiles.plans().front().loads) {
    Message name = code(load.array->getNameAsString());
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return listed(names);
}

class TileReuse final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override { return {.arguments = false}; }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Load what threads of %1 share once, into shared memory", code(kernel.models.front().name)};
  }

  Message doneWith(const model::ParsedKernel& kernel, unsigned tile) const override {
    return {"Load what threads of %1 share once, for %2 rounds", code(kernel.models.front().name),
            std::to_string(tile)};
  }

  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    if (auto sharing = judgeSharing(kernel)) return *std::move(sharing);
    rewrite::Editor editor(*kernel.unit);
    const rewrite::LaunchSites launches = rewrite::findLaunchSites(editor, *kernel.pattern);
    if (auto sight = judgeLaunches(kernel, launches, "")) return *std::move(sight);
    Message why;
    const std::optional<BlockExtents> block = blockOfLaunches(kernel, why);
    if (!block) return makeJudgement(VerdictKind::refused, why);
    const auto refuse = [&](const Error& error) {
      return makeJudgement(VerdictKind::refused, {"Nothing can be loaded for the whole block: %1.", said(error)});
    };
    const Result<KernelTiles> tiles = KernelTiles::of(editor, kernel, *block);
    if (!tiles.ok()) return refuse(tiles.error());
    KernelPlan all = makeJudgement(VerdictKind::applicable, "");
    if (auto atomics = judgeAtomics(kernel, *tiles)) return *std::move(atomics);
    if (auto memory = judgeMemory(kernel, *tiles, all.assumptions)) return *std::move(memory);
    if (auto together = judgeLaunchedTogether(kernel)) return *std::move(together);
    if (auto open = judgeSharedAsked(kernel)) return *std::move(open);
    const uint64_t left = sharedLeft(kernel);
    for (const unsigned tile : {32U, 16U, 64U, 8U}) {
      if (spacedShared(tiles->bytes(tile)) <= left) all.numbers.push_back(tile);
    }
    if (all.numbers.empty())
      return refuse(inputError({"8 rounds take %1 bytes of shared memory, and blocks have %2", tiles->bytes(8), left}));
    if (Status written = tiles->write(editor, all.numbers.front()); !written.ok()) return refuse(written.error());
    all.reason = {"In each round of the loop at %1, threads of a block load the same elements of %2.",
                  lineText(rewrite::positionAt(*kernel.unit, tiles->plans().front().loop->getForLoc()).line),
                  arraysOf(*tiles)};
    assumeBlockShapes(all.assumptions, kernel.models);
    assumeOnlyFile(all.assumptions, kernel);
    all.write = [tiles = *tiles](rewrite::Editor& changed, unsigned tile) { return tiles.write(changed, tile); };
    return all;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeTileReuse() {
  return std::make_unique<TileReuse>();
}

}  // namespace warpwright::passes
