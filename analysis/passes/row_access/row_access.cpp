// A thread that goes along a row moves elements of several rounds in one access: loads of a warp's threads, each in a
// row of its own, are as many accesses of memory as there are threads, in each round.
//
//   Before                                       After, at_once = 4
//     for (int k = 0; k < n; ++k) {                for (int k = 0; k < n;) {
//       y[row * n + k] = 2 * x[row * n + k];         struct alignas(16) { float of[4]; } x_row, y_row;
//     }                                              const float* const x_at = &x[row * n + k];  // and y_at
//                                                    const bool whole = …;    // four rounds are left
//                                                    const bool aligned = …;  // and their elements are a vector
//                                                    if (aligned) x_row = *(…)x_at;  // else the four, one by one
//                                                    #pragma unroll
//                                                    for (unsigned round = 0; round < 4 && (…); ++round, ++k) {
//                                                      y_row.of[round] = 2 * x_row.of[round];
//                                                    }
//                                                    if (aligned) *(…)y_at = y_row;  // else one by one
//                                                  }
//
// Rounds are made in the order in which they were, each of its operations on the same values. No element is loaded or
// stored that rounds of the loop do not load or store: each comes to its place, and none ends the loop early. Where an
// address is no vector's, elements are loaded one by one, ahead of the rounds; where fewer are left, so are the rounds.
//
// Where the loop counts by another number (`k += blockDim.x`), there are no vectors, and loads of several rounds are
// made ahead of what they store, or update by atomics, all the same: the rounds may hold loops that compilers write
// out, and their elements may be further apart (`a[k * n]`).
//
// Applies when the loop holds no other, counts up evenly to below a number that stays the same, and loads or stores in
// each round an element of an argument's memory at a place that is the counter and what the loop leaves as it is. What
// the loop stores lies apart from what is moved with other rounds: the elements themselves have no other name in it,
// other arguments are assumed to lie elsewhere.
//
// Refuses barriers, atomics whose results are taken, that stand beside elements which are stored, or in loops that
// count by one; volatile memory, exchanges in a warp, `break`, `continue` and `return` in the loop, elements that only
// some rounds store, arrays that are stored and named in another way, too; few rounds that are no multiple of four,
// which compilers write out. Unknown where a call or a store may touch anything, and whether nvcc rounds the same: the
// code of both texts is compared.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>

#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_pass.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/race_assumptions.h"
#include "analysis/passes/row_access/row_loops.h"
#include "analysis/passes/row_access/row_writer.h"
#include "analysis/proof/facts.h"

namespace warpwright::passes {
namespace {

/// Elements of so many bytes are in registers at a time, of each row.
constexpr uint64_t mostBytesOfRow = 64;

const PassDescription& description() {
  static const PassDescription pass{.id = "row_access",
                                    .title = "Move elements of several rounds at once",
                                    .stepName = "[rows by {at_once}|rows]",
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .onRequest = true,
                                    .isTrade = true,  // registers for fewer accesses
                                    .parameters = {{"at_once", "Rounds at once"}}};
  return pass;
}

/// Why what a thread does with memory in the loop may not be taken together; nothing: it may. Adds what that rests on.
class LoopJudge {
 public:
  LoopJudge(const model::ParsedKernel& kernel, const KernelModel& model, const rewrite::RowLoop& loop,
            std::vector<Assumption>& assumptions)
      : model_(model),
        loop_(loop),
        first_(rewrite::positionAt(*kernel.unit, loop.loop->getBeginLoc()).line),
        last_(rewrite::positionAt(*kernel.unit, loop.loop->getEndLoc()).line),
        assumptions_(assumptions) {}

  std::optional<Judgement> judge() const {
    for (const rewrite::RowPlace& place : loop_.places) {
      if (auto judged = judge(place)) return judged;
    }
    return std::nullopt;
  }

 private:
  std::optional<Judgement> judge(const rewrite::RowPlace& place) const {
    using enum VerdictKind;
    const std::string name = place.array->getNameAsString();
    const MemoryObject* array = memoryBehind(model_, *place.array);
    if (!array || array->space != MemorySpace::global || array->isVolatile)
      return makeJudgement(unknown, {"What lies behind %1 is not known.", code(name)});
    for (const Access& access : model_.accesses) {
      if (!isInside(access)) continue;
      if (auto judged = judgeVolatile(model_, access)) return judged;
      // Loads come before it that came behind: nothing orders them. Stores would come later.
      if (access.kind == AccessKind::atomic && (!loop_.by || place.isStored))
        return makeJudgement(
            refused, {"%1 updates memory that other threads may wait for.", capitalised(lineText(access.line))});
      if (access.kind == AccessKind::read && !place.isStored) continue;
      if (!access.object.isValid())
        return makeJudgement(unknown,
                             {"What %1 touches is not known: it may be %2.", lineText(access.line), code(name)});
      const MemoryObject& other = model_.object(access.object);
      const bool isSame = other.id == array->id;
      if (isSame && place.isStored) continue;  // its place: nothing else names it there
      if (isSame)
        return makeJudgement(refused, {"%1 writes %2, which other rounds of the loop load.",
                                       capitalised(lineText(access.line)), code(name)});
      const bool mayMeet = other.space == MemorySpace::global || other.space == MemorySpace::generic;
      if (mayMeet) addAssumptions(assumptions_, {proof::disjointAssumption(*array, other)});
    }
    return std::nullopt;
  }

  /// Is it made by the lines of the loop, or by what they call?
  bool isInside(const Access& access) const {
    const uint32_t line = access.inlinedAt.empty() ? access.line : access.inlinedAt.back().line;
    return line == 0 || (line >= first_ && line <= last_);
  }

  const KernelModel& model_;
  const rewrite::RowLoop& loop_;
  uint32_t first_, last_;  ///< lines of the loop
  std::vector<Assumption>& assumptions_;
};

/// What can be changed in each instance of the kernel.
struct KernelRows : Judgement {
  std::vector<const clang::FunctionDecl*> instances;
  std::vector<std::vector<rewrite::RowLoop>> loops;  ///< of each instance: some, where it is applicable
  std::vector<unsigned> numbers;                     ///< of rounds
  bool writesRows = false;                           ///< the kernel writes what it loads or stores in rows
};

KernelRows only(Judgement judgement) {
  return {std::move(judgement), {}, {}, {}};
}

/// Loops of which every model allows it stay; of another, that is the reason why it does not.
std::optional<Judgement> dropOpen(const model::ParsedKernel& kernel, std::vector<rewrite::RowLoop>& loops,
                                  std::vector<Assumption>& assumptions) {
  return dropRefused(kernel, loops, assumptions,
                     [&](const KernelModel& model, const rewrite::RowLoop& loop, std::vector<Assumption>& rests) {
                       return LoopJudge(kernel, model, loop, rests).judge();
                     });
}

bool isWritten(const model::ParsedKernel& kernel, const std::vector<rewrite::RowLoop>& loops) {
  return std::any_of(loops.begin(), loops.end(), [&](const rewrite::RowLoop& loop) {
    return std::any_of(loop.places.begin(), loop.places.end(), [&](const rewrite::RowPlace& place) {
      return std::any_of(kernel.models.begin(), kernel.models.end(), [&](const KernelModel& model) {
        const MemoryObject* array = memoryBehind(model, *place.array);
        return !array || !array->neverWritten;
      });
    });
  });
}

/// How many rounds may be taken together, so that their elements have room in registers, and that few rounds are a
/// multiple.
std::vector<unsigned> numbersOf(const model::ParsedKernel& kernel, const KernelRows& rows) {
  const auto isStrided = [](const rewrite::RowLoop& loop) { return loop.by != nullptr; };
  const bool areStrided = std::all_of(rows.loops.begin(), rows.loops.end(), [&](const auto& loops) {
    return std::all_of(loops.begin(), loops.end(), isStrided);
  });
  // Loops over a block or grid have few rounds a thread.
  std::vector<unsigned> numbers = areStrided ? std::vector<unsigned>{4, 2, 8} : std::vector<unsigned>{8, 4, 16};
  for (const std::vector<rewrite::RowLoop>& loops : rows.loops) {
    for (const rewrite::RowLoop& loop : loops) {
      std::erase_if(numbers, [&](unsigned rounds) { return loop.fewRounds && *loop.fewRounds % rounds != 0; });
      for (const rewrite::RowPlace& place : loop.places) {
        const auto bytes = static_cast<uint64_t>(kernel.unit->ast().getTypeSizeInChars(place.type).getQuantity());
        std::erase_if(numbers, [&](unsigned rounds) { return rounds * bytes > mostBytesOfRow; });
      }
    }
  }
  return numbers;
}

Status writeAll(rewrite::Editor& editor, const model::ParsedKernel& kernel, const KernelRows& rows, unsigned rounds) {
  const Status written = writeAgreed(editor, rows.instances.size(), [&](size_t i) {
    return rewrite::writeRows(editor, rows.loops[i], *kernel.pattern, rounds);
  });
  return written.ok() ? leaveRegisters(editor, kernel) : written;
}

Message placesOf(const model::ParsedKernel& kernel, const std::vector<rewrite::RowLoop>& loops) {
  std::vector<Message> places;
  for (const rewrite::RowLoop& loop : loops) {
    const uint32_t line = rewrite::positionAt(*kernel.unit, loop.loop->getForLoc()).line;
    for (const rewrite::RowPlace& place : loop.places) {
      Message one("%1 at %2", code(place.array->getNameAsString()), lineText(line));
      if (std::find(places.begin(), places.end(), one) == places.end()) places.push_back(std::move(one));
    }
  }
  return listed(places);
}

KernelRows rowsOf(const model::ParsedKernel& kernel) {
  rewrite::Editor editor(*kernel.unit);
  KernelRows rows;
  rows.verdict = VerdictKind::applicable;
  std::optional<Judgement> why;
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeCalls(model, "what others write", false)) return only(*std::move(judged));
  }
  for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
    Result<rewrite::RowLoops> found = rewrite::findRowLoops(editor, *instance);
    if (!found.ok())
      return only(makeJudgement(VerdictKind::unknown, {"Rounds cannot be taken together: %1.", said(found.error())}));
    if (!found->why.empty())
      why = makeJudgement(VerdictKind::refused, {"Rounds cannot be taken together: %1.", found->why});
    if (auto open = dropOpen(kernel, found->loops, rows.assumptions)) why = std::move(open);
    rows.writesRows = rows.writesRows || isWritten(kernel, found->loops);
    rows.instances.push_back(instance);
    rows.loops.push_back(std::move(found->loops));
  }
  const auto isEmpty = [](const auto& loops) { return loops.empty(); };
  if (rows.loops.empty() || std::any_of(rows.loops.begin(), rows.loops.end(), isEmpty))
    return only(why ? *std::move(why)
                    : makeJudgement(VerdictKind::refused, "No loop counts along the elements of an array."));
  rows.numbers = numbersOf(kernel, rows);
  if (Status written = writeAll(editor, kernel, rows, rows.numbers.front()); !written.ok())
    return only(makeJudgement(VerdictKind::refused, {"Rounds cannot be taken together: %1.", said(written.error())}));
  rows.reason = {"Elements that rounds of a loop load or store are known before the rounds are made: %1.",
                 placesOf(kernel, rows.loops.front())};
  return rows;
}

class RowAccess final : public KernelPass {
 public:
  const PassDescription& about() const override { return description(); }
  /// Counters stay what they are, and few rounds are all written out. That fewer than four are left tells no number.
  NewConstants newConstants(const model::ParsedKernel& kernel) const override {
    const KernelRows rows = rowsOf(kernel);
    const bool areFew = std::any_of(rows.loops.begin(), rows.loops.end(), [](const auto& loops) {
      return std::any_of(loops.begin(), loops.end(), [](const auto& loop) { return loop.fewRounds.has_value(); });
    });
    return {.arguments = false, .extents = false, .indices = false, .rounds = areFew};
  }

 private:
  Message titleOf(const model::ParsedKernel& kernel) const override {
    return {"Move elements of several rounds of %1 at once", code(kernel.models.front().name)};
  }

  Message doneWith(const model::ParsedKernel& kernel, unsigned rounds) const override {
    return {"Move elements of %1 rounds of %2 at once", std::to_string(rounds), code(kernel.models.front().name)};
  }

  KernelPlan planOf(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    KernelRows rows = rowsOf(kernel);
    KernelPlan all = static_cast<Judgement>(rows);
    if (all.verdict != VerdictKind::applicable) return all;
    all.numbers = rows.numbers;
    if (rows.writesRows) {
      // Rows are in global memory: what threads do with shared memory comes when it came.
      if (auto raced = judgeSeenRaces(context)) return *std::move(raced);
      all.assumptions.push_back(noRaces(Apart::threads));
    }
    assumeRegisters(all.assumptions, kernel);
    all.write = [&kernel, rows = std::move(rows)](rewrite::Editor& changed, unsigned rounds) {
      return writeAll(changed, kernel, rows, rounds);
    };
    return all;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeRowAccess() {
  return std::make_unique<RowAccess>();
}

}  // namespace warpwright::passes
