// The same threads in smaller or larger blocks: more multiprocessors get some where there are few blocks, and fuller
// warps where blocks are tiny.
//
//   Before: scale<<<4, 256>>>(a, n)                     After, threads = 64: scale<<<4 * 4, 256 / 4>>>(a, n)
//                                                         const unsigned block_x = blockIdx.x / 4;
//                                                         const unsigned thread_x = blockIdx.x % 4 * 64 + threadIdx.x;
//     int i = blockIdx.x * blockDim.x + threadIdx.x;      int i = block_x * 256u + thread_x;
//     if (i < n) a[i] *= 2;                               if (i < n) a[i] *= 2;
//
//   Before: pick<<<boxes, 6>>>(a)                       After, threads = 192: pick<<<(boxes + 31) / 32, 6 * 32>>>(…)
//                                                         const unsigned block_x = blockIdx.x * 32 + threadIdx.x / 6;
//                                                         const unsigned thread_x = threadIdx.x % 6;
//                                                         if (block_x >= blocks) return;
//     a[blockIdx.x] …  threadIdx.x                        a[block_x] …  thread_x
//
//   Before: pick<<<boxes, 8>>>(a)                       After, threads = 128: pick<<<(boxes + 15) / 16, 8 * 16>>>(…)
//                                                         const unsigned row = threadIdx.x / 8;
//                                                         const unsigned row_lanes = 0xffu << (row % 4 * 8);
//                                                         …
//     __shared__ int tile[8];                             __shared__ int tile_rows[16][8];
//                                                         auto &tile = tile_rows[row];
//     __syncthreads();                                    __syncwarp(row_lanes);
//
// Applies when every launch is known and has a block of the same shape, and nothing in the kernel depends on which
// threads share a block: no barrier, no shared memory. Blocks change along the last dimension with several threads.
// Blocks of whole warps stay blocks of the same warps, so these may exchange values and wait for their own threads.
// Blocks of 1, 2, 4, … 32 threads become rows that lie inside of warps: what a row shares and waits for stays its own
// (shared_rows.h).
// Every thread computes what it computed, under the index that it had. That threads do not race in global memory is
// assumed, as where they are merged, and refused where they are shown to. What macros spell keeps its meaning by
// variables of the kernel that have the names of the built-in ones.
// Refuses what exchanges values inside a warp that is not whole or waits for other warps, assembly, clusters, device
// functions that look at the indices themselves, and atomics for the threads of one block where that is split. Unknown
// where launches or their blocks are not known.
//
// Numbers in the place of extents may change how products and sums are rounded, so the code of both texts is compared.

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "analysis/frontend/statement_search.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/compaction/index_uses.h"
#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/shared_rows.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/race_assumptions.h"
#include "analysis/passes/shared_room.h"
#include "analysis/rewrite/edit/kernel_arguments.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/source/steps.h"
#include "analysis/rewrite/style/text_layout.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

using rewrite::LaunchShape;

const PassDescription& description() {
  static const PassDescription pass{.id = "block_shape",
                                    .title = "Change the size of blocks",
                                    .stepName = "[blocks of {threads}|blocks of another size]",
                                    .family = Family::compaction,
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .stacksLast = true,
                                    .onRequest = true,  // any size is possible: measuring decides
                                    .isTrade = true,
                                    .argument = ExtraArgument::fromLaunch,  // the number of blocks
                                    .parameters = {{"threads", "Threads a block"}}};
  return pass;
}

constexpr unsigned lanesOfWarp = SharedRows::lanesOfWarp, leastThreads = lanesOfWarp;

/// The block that every launch has.
struct OldBlock {
  BlockExtents extents{1, 1, 1};

  unsigned threads() const { return extents[0] * extents[1] * extents[2]; }
  /// Along which it changes: the last with several threads, so that warps are made of the same threads as before.
  int dimension() const { return extents[2] > 1 ? 2 : extents[1] > 1 ? 1 : 0; }
  unsigned extent() const { return extents[static_cast<size_t>(dimension())]; }
  bool isOfWarps() const { return threads() % lanesOfWarp == 0; }
};

/// Blocks of `from` threads along a dimension become blocks of `to`: one is a multiple of the other.
struct NewSize {
  NewSize(const OldBlock& block, unsigned all)
      : dimension(block.dimension()),
        threads(all),
        from(block.extent()),
        together{block.isOfWarps() && all % lanesOfWarp == 0, SharedRows::mayBeRow(block.threads())},
        before(block.threads()),
        to(all < block.threads() ? from / (block.threads() / all) : from * (all / block.threads())) {}

  int dimension;
  unsigned threads;  ///< of the whole block
  unsigned from;
  rewrite::StaysTogether together;
  unsigned before;  ///< threads of the whole block that there was
  unsigned to;

  bool isSmaller() const { return to < from; }
  unsigned factor() const { return isSmaller() ? from / to : to / from; }
  std::string letter() const { return std::string(1, "xyz"[dimension]); }
  /// As many blocks along the dimension as a launch may have for the new ones to be counted and launched.
  int64_t mostBlocksBefore() const {
    const int64_t most = mostBlocks[static_cast<size_t>(dimension)];
    return isSmaller() ? most / factor() : most - (factor() - 1);
  }
};

std::optional<OldBlock> blockOf(const model::ParsedKernel& kernel, Message& why) {
  const std::optional<BlockExtents> extents = blockOfLaunches(kernel, why);
  return extents ? std::optional(OldBlock{*extents}) : std::nullopt;
}

/// Can every launch whose grid is known have the blocks?
bool fitsGrids(const model::ParsedKernel& kernel, const NewSize& size) {
  const auto fits = [&](const Launch& launch) {
    const auto blocks = launch.grid[static_cast<size_t>(size.dimension)];
    return !blocks || int64_t{*blocks} <= size.mostBlocksBefore();
  };
  return std::all_of(kernel.models.begin(), kernel.models.end(), [&](const KernelModel& model) {
    return std::all_of(model.launches.begin(), model.launches.end(), fits);
  });
}

/// Can a block have the shared memory of so many?
bool fitsShared(const model::ParsedKernel& kernel, unsigned blocks) {
  const bool anyDeclared =
      std::ranges::any_of(kernel.models, [](const KernelModel& model) { return spacedShared(model) > 0; });
  return !anyDeclared || sharedTaken(kernel, blocks) <= mostSharedUnasked;
}

/// Do threads of a warp exchange values, or wait for each other?
bool usesWarps(const model::ParsedKernel& kernel) {
  return std::any_of(kernel.models.begin(), kernel.models.end(), [](const KernelModel& model) {
    return !model.barriers.empty() || std::any_of(model.calls.begin(), model.calls.end(),
                                                  [](const OpaqueCall& call) { return call.isWarpCollective; });
  });
}

/// Sizes to try: halves down to a warp, and multiples as far as the kernel may be launched with them. What fills warps
/// comes first.
std::vector<unsigned> sizesFor(const model::ParsedKernel& kernel, const OldBlock& block) {
  const unsigned threads = block.threads();
  uint64_t most = mostThreadsOfBlock;
  for (const KernelModel& model : kernel.models) most = std::min<uint64_t>(most, model.maxThreads.value_or(most));
  std::vector<unsigned> smaller, larger;
  for (unsigned parts = 2; block.extent() % parts == 0 && threads / parts >= leastThreads; parts *= 2)
    smaller.push_back(threads / parts);
  for (unsigned blocks = 2; uint64_t{threads} * blocks <= most; blocks *= 2) {
    const unsigned size = threads * blocks;
    const bool isOfBlock = block.extent() * blocks <= mostThreads[static_cast<size_t>(block.dimension())];
    if (isOfBlock && size >= leastThreads && (blocks <= 32 || size <= 256)) larger.push_back(size);
  }
  std::vector<unsigned>& first = threads < 64 ? larger : smaller;
  std::vector<unsigned>& second = threads < 64 ? smaller : larger;
  if (threads < 64) std::stable_partition(first.begin(), first.end(), [](unsigned size) { return size >= 128; });
  first.insert(first.end(), second.begin(), second.end());
  const bool isOfWarps = usesWarps(kernel);
  std::erase_if(first, [&](unsigned size) {
    return !fitsGrids(kernel, {block, size}) || (isOfWarps && size % lanesOfWarp != 0) ||
           (size > threads && !fitsShared(kernel, size / threads));
  });
  return first;
}

/// Where the kernel names an index or an extent along the dimension, as text: the same for all instances of a template.
struct IndexPlace {
  rewrite::TextRange range;
  std::string object;        ///< "threadIdx"
  bool isQualified = false;  ///< `::threadIdx.x`
};

/// What the kernel looks at along the dimension.
struct IndexUses {
  std::map<uint32_t, IndexPlace> places;
  std::set<std::string> inMacros;  ///< objects that macros spell: there they need another meaning

  bool looksAt(const std::string& object) const {
    const auto isIt = [&](const auto& use) { return use.second.object == object; };
    return inMacros.contains(object) || std::any_of(places.begin(), places.end(), isIt);
  }
};

class ShapeReader {
 public:
  ShapeReader(const rewrite::Editor& editor, const rewrite::KernelText& text, const NewSize& size)
      : editor_(editor), text_(text), dimension_(size.dimension), together_(size.together) {}

  /// Adds the uses of one instance. Errors: what keeps its threads from standing in other blocks.
  Status read(const clang::FunctionDecl& instance) {
    if (Status alone = rewrite::standAlone(editor_, instance, dimension_, together_); !alone.ok()) return alone;
    return places(*instance.getBody());
  }

  const IndexUses& found() const { return found_; }

 private:
  Status places(const clang::Stmt& part) {
    if (clang::isa<clang::CXXDefaultArgExpr>(part)) return {};
    if (const auto named = rewrite::indexNamed(part))
      return named->second == dimension_ ? index(part, named->first) : Status();
    // A variable or a number in its place would be taken by another function, or by another type.
    const auto* made = clang::dyn_cast<clang::MaterializeTemporaryExpr>(&part);
    const auto moved = made && !made->isBoundToLvalueReference()
                           ? rewrite::indexNamed(*made->getSubExpr()->IgnoreParens())
                           : std::nullopt;
    if (moved && moved->second == dimension_) {
      const LineList at = lineText(rewrite::positionAt(*editor_.unit(), part.getBeginLoc()).line);
      return inputError({"%1 hands %2.%3 on as it is, by `&&`", at, moved->first, std::string(1, "xyz"[dimension_])});
    }
    for (const clang::Stmt* child : part.children()) {
      if (!child) continue;
      if (Status could = places(*child); !could.ok()) return could;
    }
    return {};
  }

  Status index(const clang::Stmt& use, const std::string& object) {
    const bool isQualified = rewrite::isQualifiedIndex(use);
    if (const auto place = text_.expression(rewrite::indexRange(use))) {
      found_.places.emplace(place->begin, IndexPlace{*place, object, isQualified});
      return {};
    }
    if (isQualified) {
      const LineList at = lineText(rewrite::positionAt(*editor_.unit(), use.getBeginLoc()).line);
      return inputError({"%1 spells ::%2.%3 inside a macro", at, object, std::string(1, "xyz"[dimension_])});
    }
    found_.inMacros.insert(object);
    return {};
  }

  const rewrite::Editor& editor_;
  const rewrite::KernelText& text_;
  int dimension_;
  rewrite::StaysTogether together_;
  IndexUses found_;
};

class ShapeWriter {
 public:
  ShapeWriter(rewrite::Editor& editor, const model::ParsedKernel& kernel, const NewSize& size)
      : editor_(editor), kernel_(kernel), size_(size) {}

  Status write() {
    Result<rewrite::KernelText> text =
        rewrite::KernelText::of(editor_, *kernel_.pattern, rewrite::KernelText::Directives::betweenStatements);
    if (!text.ok()) return text.error();
    if (text->asksForClusters(*kernel_.pattern)) return inputError("the kernel asks for clusters of blocks");
    if (text->asksForBlock(*kernel_.pattern)) return inputError("the kernel asks for blocks of one shape");
    const Status words = rewrite::areNoMacros(editor_, {"const", "unsigned", "if", "return", "x", "y", "z"});
    if (!words.ok()) return words;
    ShapeReader reader(editor_, *text, size_);
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel_))
      if (Status could = reader.read(*instance); !could.ok()) return could;
    const IndexUses& uses = reader.found();
    if (uses.places.empty() && uses.inMacros.empty())
      return inputError("it looks at no index: nothing depends on its blocks");
    if (size_.together.blocks) {
      Result<SharedRows> rows = SharedRows::of(editor_, *text, kernel_, size_.before);
      if (!rows.ok()) return rows.error();
      writeRows(*rows, *text);
    }
    block_ = text->freshName("block_" + size_.letter());
    thread_ = text->freshName("thread_" + size_.letter());
    extent_ = size_.isSmaller() ? "(" + along("gridDim") + " / " + std::to_string(size_.factor()) + ")"
                                : text->freshName("blocks");
    for (const auto& [offset, use] : uses.places) {
      const bool isShadowed = uses.inMacros.contains(use.object);
      if (isShadowed && !use.isQualified) continue;  // it has the new meaning there, too
      editor_.replace(use.range, isShadowed ? along(use.object) : inPlaceOf(use.object));
    }
    declare(*text, uses);
    if (!size_.isSmaller() && mayLackRegisters(kernel_, size_.threads)) {
      if (Status bound = boundThreads(editor_, kernel_, size_.threads, "so that they find registers in one block");
          !bound.ok())
        return bound;
    }
    return changeLaunches();
  }

 private:
  std::string along(const std::string& object) const { return object + "." + size_.letter(); }

  std::string inPlaceOf(const std::string& object) const {
    if (object == "threadIdx") return thread_;
    if (object == "blockIdx") return block_;
    return object == "blockDim" ? std::to_string(size_.from) + "u" : extent_;
  }

  void writeRows(const SharedRows& rows, rewrite::KernelText& text) {
    if (!rows.areNeeded()) return;
    const SharedRows::RowNames names{text.freshName("row"), text.freshName("row_lanes")};
    row_ = names.row;
    const std::string thread = along("threadIdx") + (size_.from == 1 ? "" : " / " + std::to_string(size_.from));
    rows_.push_back("const unsigned " + names.row + " = " + thread + ";");
    const std::string lanes = rows.lanesText(names.row);
    if (!lanes.empty()) rows_.push_back("const unsigned " + names.lanes + " = " + lanes + ";");
    rows.write(editor_, text, size_.factor(), names);
  }

  void declare(const rewrite::KernelText& text, const IndexUses& uses) {
    const std::vector<rewrite::RawToken> inside = editor_.tokens({text.file(), text.bodyBegin(), text.bodyEnd()});
    const bool isOneLine =
        editor_.lineOf(text.file(), text.bodyBegin()) == editor_.lineOf(text.file(), inside[0].begin);
    const std::string line = isOneLine ? " " : "\n" + std::string(editor_.indentationAt(text.file(), inside[0].begin));
    std::string head;
    for (const std::string& statement : rows_) head += line + statement;
    for (const std::string& statement : declarations(uses)) head += line + statement;
    if (head.empty()) return;
    editor_.insert(text.file(), text.bodyBegin(), text.hasCarriageReturns() ? rewrite::withCarriageReturns(head) : head,
                   "the indices that the thread had in a block of " + std::to_string(size_.from));
  }

  std::vector<std::string> declarations(const IndexUses& uses) const {
    const std::string by = std::to_string(size_.factor()), from = std::to_string(size_.from),
                      to = std::to_string(size_.to);
    std::vector<std::string> all;
    const std::string block = along("blockIdx"), thread = along("threadIdx");
    if (uses.looksAt("blockIdx") || !size_.isSmaller()) {
      all.push_back(
          "const unsigned " + block_ + " = " + block +
          (size_.isSmaller() ? " / " + by : " * " + by + " + " + (row_.empty() ? thread + " / " + from : row_)) + ";");
    }
    if (uses.looksAt("threadIdx")) {
      all.push_back("const unsigned " + thread_ + " = " +
                    (size_.isSmaller() ? block + " % " + by + " * " + to + " + " + thread : thread + " % " + from) +
                    ";");
    }
    if (!size_.isSmaller()) all.push_back("if (" + block_ + " >= " + extent_ + ") return;");
    for (const std::string& object : uses.inMacros) all.push_back(shadowOf(object));
    return all;
  }

  /// A variable that gives macros the old meaning of the object.
  std::string shadowOf(const std::string& object) const {
    const bool isIndex = object == "threadIdx" || object == "blockIdx";
    std::string all;
    for (const char letter : {'x', 'y', 'z'}) {
      const std::string whole = "::" + object + "." + letter;
      const bool isExtent = object == "gridDim" && size_.isSmaller();
      all += (all.empty() ? "" : ", ") + (size_.letter()[0] != letter ? whole
                                          : isExtent                  ? whole + " / " + std::to_string(size_.factor())
                                                                      : inPlaceOf(object));
    }
    return "const " + std::string(isIndex ? "::uint3 " : "::dim3 ") + object +
           (isIndex ? " = {" + all + "};" : "(" + all + ");");
  }

  Status changeLaunches() {
    if (!size_.isSmaller()) {
      if (Status may = rewrite::mayTakeParameter(*kernel_.unit, *kernel_.pattern); !may.ok()) return may;
      const Status added =
          rewrite::addParameter(editor_, *kernel_.pattern, "unsigned " + extent_, "how many blocks there were");
      if (!added.ok()) return added;
    }
    const int along = size_.dimension;
    for (const rewrite::LaunchSite& site : rewrite::findLaunchSites(editor_, *kernel_.pattern).sites) {
      const Result<std::string> grid = rewrite::extentText(editor_, site, LaunchShape::grid, along);
      if (!grid.ok()) return grid.error();
      const Result<std::string> block = rewrite::extentText(editor_, site, LaunchShape::block, along);
      if (!block.ok()) return block.error();
      const unsigned by = size_.factor();
      const Status changed =
          size_.isSmaller()
              ? rewrite::allOf({rewrite::multiplyExtent(editor_, site, LaunchShape::grid, along, by),
                                rewrite::divideExtent(editor_, site, LaunchShape::block, along, by, false)})
              : rewrite::allOf({rewrite::addArgument(editor_, site, *grid),
                                rewrite::divideExtent(editor_, site, LaunchShape::grid, along, by, true),
                                rewrite::multiplyExtent(editor_, site, LaunchShape::block, along, by)});
      if (!changed.ok()) return changed;
    }
    return {};
  }

  rewrite::Editor& editor_;
  const model::ParsedKernel& kernel_;
  NewSize size_;
  std::string block_, thread_, extent_;
  std::string row_;                ///< the row of a thread; empty: there are none
  std::vector<std::string> rows_;  ///< what declares it
};

class BlockShape final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  NewConstants newConstants(const model::ParsedKernel&) const override {
    return {.arguments = false, .extents = true, .indices = false};
  }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Change the size of the blocks of %1", code(kernel.models.front().name)};
  }

  Message doneWith(const model::ParsedKernel& kernel, unsigned size) const override {
    return {"Launch %1 in blocks of %2 threads", code(kernel.models.front().name), std::to_string(size)};
  }

  static Message whyNoSize(const model::ParsedKernel& kernel, const OldBlock& block) {
    if (SharedRows::mayBeRow(block.threads()) && !fitsShared(kernel, 2))
      return "the shared memory of two blocks does not fit into one, as far as it is known what launches ask for";
    const auto bounds = [&](const KernelModel& model) {
      return model.maxThreads && *model.maxThreads < 2 * block.threads();
    };
    if (SharedRows::mayBeRow(block.threads()) && std::ranges::any_of(kernel.models, bounds))
      return {"`__launch_bounds__` says that there are no blocks of more threads than %1", block.threads()};
    return {"blocks of %1 threads can be neither halved nor joined", block.threads()};
  }

  static Message reasonOf(const model::ParsedKernel& kernel) {
    if (judgeSharing(kernel, {true, false})) {
      return {
          "The blocks of %1 can be rows that lie inside of warps, each with shared memory and barriers of its own. "
          "That "
          "their threads do not race in global memory is assumed.",
          code(kernel.models.front().name)};
    }
    return {
        "Nothing in %1 depends on which threads share a block. That they do not race in global memory is "
        "assumed.",
        code(kernel.models.front().name)};
  }

  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    Message why;
    const std::optional<OldBlock> block = blockOf(kernel, why);
    const bool keepsWarps = block && block->isOfWarps();
    // Blocks that are not known may be rows.
    if (auto sharing = judgeSharing(kernel, {keepsWarps, !block || SharedRows::mayBeRow(block->threads())}))
      return *std::move(sharing);
    const rewrite::Editor editor(*kernel.unit);
    if (auto sight =
            judgeLaunches(kernel, rewrite::findLaunchSites(editor, *kernel.pattern), "block", true, keepsWarps))
      return *std::move(sight);
    if (!block) return makeJudgement(VerdictKind::refused, why);
    KernelPlan all = makeJudgement(VerdictKind::applicable, "");
    for (const unsigned size : sizesFor(kernel, *block)) {
      rewrite::Editor scratch(*kernel.unit);
      const Status written = ShapeWriter(scratch, kernel, {*block, size}).write();
      if (written.ok()) {
        all.numbers.push_back(size);
      } else if (why.empty()) {
        why = said(written.error());
      }
    }
    if (all.numbers.empty()) {
      if (why.empty()) why = whyNoSize(kernel, *block);
      return makeJudgement(VerdictKind::refused, {"Blocks of another size cannot be written: %1.", why});
    }
    all.write = [&kernel, block = *block](rewrite::Editor& changed, unsigned size) {
      return ShapeWriter(changed, kernel, {block, size}).write();
    };
    proveRaceFree(context, all);
    if (all.verdict != VerdictKind::applicable) return all;
    all.reason = reasonOf(kernel);
    assumeBlockShapes(all.assumptions, kernel.models);
    all.assumptions.push_back(
        noRaces(usesWarps(kernel) ? Apart::threadsBetweenBarriersButForAtomics : Apart::threadsButForAtomics));
    int64_t most = mostBlocks[0];
    for (const unsigned size : all.numbers) most = std::min(most, NewSize(*block, size).mostBlocksBefore());
    all.assumptions.push_back({{"no launch has more than %1 blocks along %2", most, axisText(block->dimension())}, {}});
    // Before, all threads of a warp had to come to the same `__syncwarp` together.
    if (judgeSharing(kernel, {true, false}))
      all.assumptions.push_back({"GPUs that run it have compute capability 7.0 or later", {}});
    assumeOnlyFile(all.assumptions, kernel);
    return all;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeBlockShape() {
  return std::make_unique<BlockShape>();
}

}  // namespace warpwright::passes
