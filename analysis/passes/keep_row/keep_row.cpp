// What each round of a loop loads, and the same round of a later loop of the thread loads again, is kept in between:
// of the first rounds, in registers or in shared memory. A row that is gone through two or three times (its largest
// element, the sum, the result) comes from memory once, as far as it has room.
//
//   Before                                              After, 8 rounds in registers
//                                                         float x_kept[8];
//                                                         #pragma unroll
//     for (int i = threadIdx.x; i < n; i += blockDim.x)   for (int i = threadIdx.x, round = 0; round <= 8; ++round)
//                                                           for (bool more = i < n; more;
//                                                                i += blockDim.x, more = round == 8 && i < n)
//       most = max(most, x[i]);                               most = max(most, (round < 8 ? x_kept[round] = x[i] :
//       x[i]));
//     …                                                   …
//     for (int i = threadIdx.x; i < n; i += blockDim.x)   (the same two heads)
//       sum += exp(x[i] - most);                              sum += exp((round < 8 ? x_kept[round] : x[i]) - most);
//
// Rounds in registers are written out: a register has no number that is computed. In shared memory each thread has an
// element of a round, `x_kept[round][threadIdx.x]`, that no other thread touches, and loops stay as they are.
//
// Applies when two loops of a kernel count with the same values, the second behind all of the first, and load a number,
// or a small class that is copied as bytes, behind a pointer argument at the same place in a round; the first does so
// in each round. The kernel writes no such memory: what it writes elsewhere is assumed to lie apart. In shared memory
// it is known how large blocks are at most, and what launches ask for, and the program does not learn where others of
// its variables lie there.
//
// Refuses memory that the kernel writes, atomics, volatile memory and fences; loops that hold others or may end a round
// early, whose counter is declared elsewhere, that exchange values or wait; places that a macro spells. Unknown where a
// call or a store may touch anything, and whether nvcc rounds the same: the code of both texts is compared.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "analysis/model/constant_questions.h"
#include "analysis/model/contraction.h"
#include "analysis/model/source_text.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/keep_row/kept_row_writer.h"
#include "analysis/passes/keep_row/kept_rows.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/shared_room.h"
#include "analysis/passes/unwritten_argument.h"
#include "analysis/rewrite/edit/launch_sites.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

using Memory = rewrite::KeptPlace::Memory;

constexpr const char *registers = "registers", *shared = "shared";
/// Elements of so many bytes are in a thread's registers at a time.
constexpr uint64_t mostBytesInRegisters = 128;
constexpr unsigned mostRoundsShared = 64;

const PassDescription& description() {
  static const PassDescription pass{
      .id = "keep_row",
      .title = "Keep what a later loop loads again",
      .stepName = "[{rounds} rounds kept in {kept_in}|rows kept]",
      .inputs = {.launches = true, .hostCode = false, .device = false},
      .onRequest = true,
      .isTrade = true,  // registers or shared memory for fewer loads
      .parameters = {{"kept_in", "Kept in", {{registers, "registers"}, {shared, "shared memory"}}},
                     {"rounds", "Rounds that are kept"}}};
  return pass;
}

/// What can be kept in each instance of the kernel, and where.
struct RowPlan : Judgement {
  std::vector<rewrite::KeptRows> instances;       ///< with elements, where it is applicable
  std::vector<unsigned> inRegisters, inShared{};  ///< of how many rounds; empty: there is no room
  BlockExtents block{1, 1, 1};
};

RowPlan only(Judgement judgement) {
  return {std::move(judgement), {}, {}};
}

Judgement refuse(const Message& why) {
  return makeJudgement(VerdictKind::refused, {"No row can be kept: %1.", why});
}

/// The memory that an element lies in, as far as its pointer can be followed; null: not known.
const MemoryObject* memoryAt(const model::ParsedKernel& kernel, const KernelModel& model, const clang::Expr& place) {
  const SourcePosition begin = model::SourceText(*kernel.unit).range(place.getSourceRange()).begin;
  ObjectId found;
  for (const Access& access : model.accesses) {
    if (access.range.begin != begin) continue;
    if (!access.object.isValid() || (found.isValid() && access.object != found)) return nullptr;
    found = access.object;
  }
  return found.isValid() ? &model.object(found) : nullptr;
}

/// Elements of what no model writes stay; of another, that is the reason why it does not.
std::optional<Judgement> dropWritten(const model::ParsedKernel& kernel, rewrite::KeptRows& rows,
                                     std::vector<Assumption>& assumptions) {
  return dropRefused(kernel, rows.elements, assumptions,
                     [&](const KernelModel& model, const rewrite::KeptElement& kept, std::vector<Assumption>& rests) {
                       const MemoryObject* memory = memoryAt(kernel, model, *kept.loaded);
                       return judgeUnwritten(model, memory, kept.pointer, ": it is loaded again for that", rests);
                     });
}

/// Bytes that so many of each kept element take, of the instance whose elements take most. `spaced`: as variables of
/// shared memory.
uint64_t bytesOf(const model::ParsedKernel& kernel, const RowPlan& plan, uint64_t ofEach, bool spaced = false) {
  uint64_t most = 0;
  for (const rewrite::KeptRows& rows : plan.instances) {
    uint64_t bytes = 0;
    for (const rewrite::KeptElement& kept : rows.elements) {
      const auto one = static_cast<uint64_t>(kernel.unit->ast().getTypeSizeInChars(kept.type).getQuantity());
      bytes += spaced ? spacedShared(one * ofEach) : one * ofEach;
    }
    most = std::max(most, bytes);
  }
  return most;
}

/// Gives why nothing is kept in shared memory; nothing: something can be.
std::optional<Judgement> findRoom(const model::ParsedKernel& kernel, RowPlan& plan) {
  const uint64_t bytes = bytesOf(kernel, plan, 1);
  // Rounds that are written out have counters that compilers know.
  if (model::asksForConstants(*kernel.unit).empty()) {
    for (const unsigned rounds : {8U, 4U, 16U, 32U}) {
      if (rounds * bytes <= mostBytesInRegisters) plan.inRegisters.push_back(rounds);
    }
  }
  const rewrite::Editor editor(*kernel.unit);
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeSharedPlaces(model, "elements")) return judged;
  }
  const Judgement none = refuse("there is no room for it");
  if (judgeLaunches(kernel, rewrite::findLaunchSites(editor, *kernel.pattern), "", false, true)) return none;
  const std::optional<BlockExtents> block = largestBlock(kernel);
  if (!block) return none;
  const uint64_t left = sharedLeft(kernel);
  plan.block = *block;
  const uint64_t threads = uint64_t{(*block)[0]} * (*block)[1] * (*block)[2];
  uint64_t most = std::min<uint64_t>(mostRoundsShared, left / (bytes * threads));
  while (most > 0 && bytesOf(kernel, plan, most * threads, true) > left) --most;
  if (most > 0) plan.inShared.push_back(static_cast<unsigned>(most));
  for (const unsigned rounds : {16U, 8U, 4U, 32U}) {
    if (rounds < most) plan.inShared.push_back(rounds);
  }
  return plan.inShared.empty() ? std::optional(none) : std::nullopt;
}

Status write(rewrite::Editor& editor, const model::ParsedKernel& kernel, const RowPlan& plan, Memory memory,
             unsigned rounds) {
  const Status written = writeAgreed(editor, plan.instances.size(), [&](size_t i) {
    return rewrite::writeKeptRows(editor, plan.instances[i], *kernel.pattern, {memory, rounds, plan.block});
  });
  return written.ok() ? leaveRegisters(editor, kernel) : written;
}

Message placesOf(const model::ParsedKernel& kernel, const rewrite::KeptRows& rows) {
  std::vector<Message> places;
  for (const rewrite::KeptElement& kept : rows.elements) {
    LineList lines;
    lines.at.push_back(rewrite::positionAt(*kernel.unit, kept.loaded->getBeginLoc()));
    for (const rewrite::KeptElement::Again& again : kept.again)
      lines.at.push_back(rewrite::positionAt(*kernel.unit, again.place->getBeginLoc()));
    for (SourcePosition& line : lines.at) line.file.clear();
    places.push_back(Message("%1 at %2", code(kept.pointer), std::move(lines)));
  }
  return listed(places);
}

RowPlan planOf(const model::ParsedKernel& kernel) {
  rewrite::Editor editor(*kernel.unit);
  RowPlan plan = only(makeJudgement(VerdictKind::applicable, ""));
  std::optional<Judgement> why;
  for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
    Result<rewrite::KeptRows> found = rewrite::findKeptRows(editor, *instance);
    if (!found.ok()) return only(makeJudgement(VerdictKind::unknown, {"No row can be kept: %1.", said(found.error())}));
    if (!found->why.empty()) why = refuse(found->why);
    if (auto written = dropWritten(kernel, *found, plan.assumptions)) why = std::move(written);
    plan.instances.push_back(*std::move(found));
  }
  const auto isEmpty = [](const rewrite::KeptRows& rows) { return rows.elements.empty(); };
  if (plan.instances.empty() || std::any_of(plan.instances.begin(), plan.instances.end(), isEmpty))
    return only(why ? *std::move(why)
                    : makeJudgement(VerdictKind::refused, "No loop loads what one before it has loaded."));
  if (auto open = judgeOpenLaunches(kernel)) return only(*std::move(open));
  if (auto together = judgeLaunchedTogether(kernel)) return only(*std::move(together));
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeOthersWrites(model)) return only(*std::move(judged));
  }
  if (auto noneShared = findRoom(kernel, plan); noneShared && plan.inRegisters.empty()) return only(*noneShared);
  const Memory memory = plan.inRegisters.empty() ? Memory::shared : Memory::registers;
  const unsigned rounds = plan.inRegisters.empty() ? plan.inShared.front() : plan.inRegisters.front();
  if (Status written = write(editor, kernel, plan, memory, rounds); !written.ok())
    return only(refuse(said(written.error())));
  plan.reason = {"Rounds of loops load what the same rounds of earlier ones have loaded: of %1.",
                 placesOf(kernel, plan.instances.front())};
  assumeRegisters(plan.assumptions, kernel);
  return plan;
}

class KeepRow final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    return model::openContraction(*kernel.unit, kernel.mangledNames());
  }
  NewConstants newConstants(const model::ParsedKernel&) const override {
    return {.arguments = false, .extents = false, .indices = false, .rounds = true};
  }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    RowPlan plan = planOf(context.kernel());
    Opportunity shown = describe(context.kernel());
    if (plan.verdict == VerdictKind::applicable) shown.parameters = parametersOf(plan);
    plan.moveTo(shown);
    return {std::move(shown)};
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues& values) const override {
    const model::ParsedKernel& kernel = context.kernel();
    const Opportunity now = describe(kernel);
    if (now.id != opportunity.id) return goneError(opportunity);
    const RowPlan plan = planOf(kernel);
    if (plan.verdict != VerdictKind::applicable) return inputError(plan.reason, now.range);
    const auto given = values.find("kept_in");
    const std::string place = given != values.end() ? given->second : placeFor(plan, values);
    const std::vector<unsigned>& offered = place == shared ? plan.inShared : plan.inRegisters;
    if ((place != shared && place != registers) || offered.empty())
      return inputError({"kept_in = %1 is not offered.", place});
    const Result<unsigned> rounds = chosenNumber(values, "rounds", offered);
    if (!rounds.ok()) return rounds.error();
    rewrite::Editor editor(*kernel.unit);
    const Memory memory = place == shared ? Memory::shared : Memory::registers;
    if (Status written = write(editor, kernel, plan, memory, *rounds); !written.ok()) return written.error();
    return editor.finish(
        {"Keep %1 rounds of what loops of %2 load again", std::to_string(*rounds), code(kernel.models.front().name)});
  }

 private:
  /// Where nothing says where they are kept: registers, if they have room for as many rounds as are asked for.
  static const char* placeFor(const RowPlan& plan, const ParameterValues& values) {
    const bool hasRoom = !plan.inRegisters.empty() && chosenNumber(values, "rounds", plan.inRegisters).ok();
    return hasRoom || plan.inShared.empty() ? registers : shared;
  }

  static Opportunity describe(const model::ParsedKernel& kernel) {
    return kernelOpportunity(description(), kernel,
                             {"Keep what loops of %1 load again", code(kernel.models.front().name)});
  }

  static std::vector<Parameter> parametersOf(const RowPlan& plan) {
    Parameter place{"kept_in", {}}, rounds{"rounds", {}, "kept_in"};
    for (const auto& [name, numbers] : {std::pair(registers, &plan.inRegisters), std::pair(shared, &plan.inShared)}) {
      if (numbers->empty()) continue;
      place.values.emplace_back(name);
      const std::vector<std::string> offered = offeredNumbers("rounds", *numbers).values;
      rounds.valuesBy[name] = offered;
      for (const std::string& number : offered) {
        if (std::ranges::find(rounds.values, number) == rounds.values.end()) rounds.values.push_back(number);
      }
    }
    return {std::move(place), std::move(rounds)};
  }
};

}  // namespace

std::unique_ptr<const Pass> makeKeepRow() {
  return std::make_unique<KeepRow>();
}

}  // namespace warpwright::passes
