#include "analysis/passes/launch_limits.h"

#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <array>
#include <optional>

#include "analysis/frontend/kept_fact.h"
#include "analysis/frontend/statement_search.h"
#include "analysis/frontend/statement_start.h"
#include "analysis/model/code_pieces.h"
#include "analysis/model/cuda_names.h"
#include "analysis/passes/judgement.h"
#include "analysis/rewrite/source/macro_text.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

/// "65536 blocks along y are more than 65535"; empty: it fits.
std::string tooMany(const std::array<std::optional<uint32_t>, 3>& extents, const std::array<uint32_t, 3>& most,
                    const std::string& what) {
  for (size_t d = 0; d < 3; ++d) {
    if (!extents[d] || *extents[d] <= most[d]) continue;
    return std::to_string(*extents[d]) + " " + what + " along " + "xyz"[d] + " are more than " +
           std::to_string(most[d]);
  }
  return {};
}

/// Does the program ask for more shared memory than a block has by itself, for whichever kernel?
bool asksForShared(const frontend::ParsedUnit& unit) {
  struct Asks {
    bool any = false;
  };
  return frontend::keptFact<Asks>(unit,
                                  [&] {
                                    const model::SourceText text(unit);
                                    const auto asks = [&](const clang::Stmt& part) {
                                      const auto* call = clang::dyn_cast<clang::CallExpr>(&part);
                                      return call && model::cudaFunction(*call, text) == "cudaFuncSetAttribute";
                                    };
                                    return Asks{std::ranges::any_of(
                                        model::codePieces(unit).pieces,
                                        [&](const clang::Stmt* piece) { return frontend::anyPart(piece, asks); })};
                                  })
      .any;
}

std::string overLimit(const KernelModel& model, const Launch& launch, const frontend::ParsedUnit& unit) {
  if (std::string blocks = tooMany(launch.grid, mostBlocks, "blocks"); !blocks.empty()) return blocks;
  if (std::string threads = tooMany(launch.block, mostThreads, "threads"); !threads.empty()) return threads;
  uint64_t threads = 1;
  for (const std::optional<uint32_t>& extent : launch.block) threads *= extent.value_or(1);
  const uint64_t bound = std::min<uint64_t>(model.maxThreads.value_or(mostThreadsOfBlock), mostThreadsOfBlock);
  if (threads > bound) {
    return std::to_string(threads) + " threads in a block are more than " + std::to_string(bound) +
           (bound < mostThreadsOfBlock ? ", its __launch_bounds__" : "");
  }
  const uint64_t shared = declaredShared(model) + launch.sharedBytes.value_or(0);
  if (shared <= mostSharedUnasked || (shared <= mostShared && asksForShared(unit))) return {};
  return std::to_string(shared) + " bytes of shared memory are more than a block has" +
         (shared <= mostShared ? " without being asked for" : "");
}

template <typename IsKnown>
bool allLaunches(const model::ParsedKernel& kernel, IsKnown isKnown) {
  return std::ranges::all_of(kernel.models,
                             [&](const KernelModel& model) { return std::ranges::all_of(model.launches, isKnown); });
}

bool hasKnownBlock(const Launch& launch) {
  return std::ranges::all_of(launch.block, [](const auto& extent) { return extent.has_value(); });
}

/// Of a block, as far as its extents are known.
uint64_t threadsAtMost(const Launch& launch) {
  uint64_t threads = 1;
  for (const auto& extent : launch.block) threads = extent ? threads * *extent : mostThreadsOfBlock;
  return std::min<uint64_t>(threads, mostThreadsOfBlock);
}

constexpr uint64_t registersOfBlock = 65536;  ///< of every GPU since Maxwell
constexpr uint64_t mostRegisters = 255;       ///< of a thread

}  // namespace

bool mayLackRegisters(const model::ParsedKernel& kernel, uint64_t threads) {
  const auto isBounded = [](const KernelModel& model) { return model.maxThreads.has_value(); };
  return threads * mostRegisters > registersOfBlock &&
         !std::all_of(kernel.models.begin(), kernel.models.end(), isBounded);
}

std::optional<uint64_t> threadsToBound(const model::ParsedKernel& kernel) {
  uint64_t most = 0;
  for (const KernelModel& model : kernel.models) {
    if (model.maxThreads) return std::nullopt;
    for (const Launch& launch : model.launches) most = std::max(most, threadsAtMost(launch));
  }
  return mayLackRegisters(kernel, most) ? std::optional(most) : std::nullopt;
}

Status leaveRegisters(rewrite::Editor& editor, const model::ParsedKernel& kernel, uint64_t factor) {
  const std::optional<uint64_t> now = threadsToBound(kernel);
  if (!now || !allLaunches(kernel, hasKnownBlock) || !whyNotBounded(editor, kernel).empty()) return {};
  const uint64_t threads = (*now + factor - 1) / factor;
  if (!mayLackRegisters(kernel, threads)) return {};
  return boundThreads(editor, kernel, threads, "so that they do not take more registers than a block has");
}

void assumeRegisters(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel, uint64_t factor) {
  const auto fits = [&](const Launch& launch) {
    return hasKnownBlock(launch) || !mayLackRegisters(kernel, threadsAtMost(launch) / factor);
  };
  if (allLaunches(kernel, fits)) return;
  assumptions.push_back({"no block has more threads than find registers for the changed kernel", {}});
}

Message whyNotBounded(const rewrite::Editor& editor, const model::ParsedKernel& kernel) {
  if (rewrite::isDeclaredWith(editor, *kernel.pattern, {"__maxnreg__", "maxnreg"}))
    return "the kernel says how many registers it takes (`__maxnreg__`), and may not say for how many threads";
  if (rewrite::isDeclaredWith(editor, *kernel.pattern, {"__block_size__", "block_size"}))
    return "the kernel says which blocks it has (`__block_size__`)";
  return {};
}

Status boundThreads(rewrite::Editor& editor, const model::ParsedKernel& kernel, uint64_t threads,
                    const std::string& note) {
  if (const Message why = whyNotBounded(editor, kernel); !why.empty()) return inputError(why);
  Result<rewrite::TextRange> place = editor.locate(kernel.pattern->getLocation());
  if (!place.ok()) return place.error();
  if (const auto qualifier = kernel.pattern->getQualifierLoc()) {
    const Result<rewrite::TextRange> begin = editor.locate(qualifier.getBeginLoc());
    if (!begin.ok()) return begin.error();
    place->begin = begin->begin;
  }
  const uint32_t start = frontend::statementStart(*editor.unit(), place->file, place->begin);
  const std::vector<rewrite::RawToken> before = editor.tokens({place->file, start, place->begin});
  if (!before.empty() && before.back().is("(")) return inputError("the kernel's name stands in brackets");
  editor.insert(place->file, place->begin, "__launch_bounds__(" + std::to_string(threads) + ") ", note);
  return {};
}

void assumeFewBlocks(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel, int dimension) {
  const auto along = static_cast<size_t>(dimension);
  if (allLaunches(kernel, [&](const Launch& launch) { return launch.grid[along].has_value(); })) return;
  assumptions.push_back(
      {{"no launch has more than %1 blocks along %2", mostBlocks[along], std::string(1, "xyz"[along])}, {}});
}

void assumeSharedFits(std::vector<Assumption>& assumptions, const model::ParsedKernel& kernel) {
  if (allLaunches(kernel, [](const Launch& launch) { return launch.sharedBytes.has_value(); })) return;
  assumptions.push_back({"what each launch asks of shared memory fits in a block beside what the kernel declares", {}});
}

uint64_t declaredShared(const KernelModel& model) {
  uint64_t bytes = 0;
  for (const MemoryObject& object : model.objects) {
    if (object.space == MemorySpace::shared && !object.isDynamic) bytes += object.bytes;
  }
  return bytes;
}

Message refusedLaunch(const model::ParsedKernel& kernel) {
  for (const KernelModel& model : kernel.models) {
    for (const Launch& launch : model.launches) {
      if (std::string why = overLimit(model, launch, *kernel.unit); !why.empty()) {
        return {"The launch at %1 fails: %2. Changed, it might run.", lineText(launch.at), why};
      }
    }
  }
  return {};
}

}  // namespace warpwright::passes
