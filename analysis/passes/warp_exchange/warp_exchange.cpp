// The last rounds of a tree in shared memory go through shuffles of one warp, without barriers of the block; and where
// a block is one warp, its barriers are the warp's.
//
//   Before                                              After
//     for (int s = blockDim.x / 2; s > 0; s /= 2) {       for (int s = blockDim.x / 2; s > 0; s /= 2) {
//       __syncthreads();                                    __syncthreads();
//                                                           if (s <= 32) {
//                                                             if (t < 32) {
//                                                               float a_own = a[t];
//                                                               a_own += a[t + s];
//                                                               for (int lanes = 16; lanes > 0; lanes /= 2) {
//                                                                 const float a_other =
//                                                                     __shfl_down_sync(0xffffffff, a_own, lanes);
//                                                                 if (t < lanes) a_own += a_other;
//                                                               }
//                                                               a[t] = a_own;
//                                                             }
//                                                             break;
//                                                           }
//       if (t < s) a[t] += a[t + s];                        if (t < s) a[t] += a[t + s];
//     }                                                   }
//     if (t == 0) out[blockIdx.x] = a[0];                 if (t == 0) out[blockIdx.x] = a[0];
//
// Applies when every block is known to have a whole first warp, t is the number of the thread in its block, and all of
// them come to the loop, with the same stride. From a stride of 32 on only threads of the first warp work, and touch
// nothing but what they hold: the same operations on the same numbers in the same order. What the loop leaves in memory
// is the same. A barrier stands behind it unless nothing but thread 0 looks at the first element there.
// Where the work is more than arithmetic of elements, it stays in shared memory, with barriers of the warp. Neither
// needs the stride to be a power of two. Refuses other loops that halve a number and wait, threads that may have left,
// races. Unknown where blocks, or the first stride, are not known.
//
// Products that were rounded on their way through memory could become one operation with a sum: where the work has any,
// the code of both texts is compared.

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <map>

#include "analysis/model/contraction.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/warp_exchange/kernel_runs.h"
#include "analysis/passes/warp_exchange/tree_writer.h"
#include "analysis/rewrite/source/editor.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::passes {
namespace {

const PassDescription& description() {
  static const PassDescription pass{.id = "warp_exchange",
                                    .title = "Exchange inside a warp",
                                    .stepName = "warp exchange of `{subject}`",
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .onRequest = true};
  return pass;
}

/// Threads of the model's block; nothing: it is not known.
std::optional<uint64_t> threadsOf(const KernelModel& model) {
  uint64_t threads = 1;
  for (const std::optional<uint32_t>& extent : model.block) {
    if (!extent) return std::nullopt;
    threads *= *extent;
  }
  return threads;
}

/// What rules it out in every kernel; nothing: nothing does.
std::optional<Judgement> judgeAtSight(const model::ParsedKernel& kernel) {
  using enum VerdictKind;
  for (const KernelModel& model : kernel.models) {
    if (auto judged = judgeRead(model)) return judged;
    for (const Barrier& barrier : model.barriers) {
      if (barrier.kind != Barrier::Kind::other) continue;
      return makeJudgement(unknown, {"%1 at %2 is a barrier of another kind, not understood yet.", code(barrier.text),
                                     lineText(barrier.line)});
    }
  }
  for (const KernelModel& model : kernel.models) {
    if (!threadsOf(model)) return makeJudgement(unknown, "How many threads a block has is not known for all launches.");
  }
  return std::nullopt;
}

/// Barriers that the kernel itself spells.
std::vector<const clang::CallExpr*> barriersOf(const clang::FunctionDecl& kernel) {
  std::vector<const clang::CallExpr*> found;
  rewrite::eachPart(kernel.getBody(), [&](const clang::Stmt& part, const auto&) {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(&part);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (callee && callee->getIdentifier() && callee->getName() == "__syncthreads") found.push_back(call);
  });
  return found;
}

/// One loop of the kernel, in each of its instances.
struct Loop {
  Opportunity shown;  ///< without a verdict
  std::vector<std::pair<const clang::FunctionDecl*, HalvingLoop>> instances;
};

class WarpExchange final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  /// A product that went through memory before it was added may become one operation with the sum. Where there is none
  /// in the rounds, nothing new meets: barriers stand between them and the rest, or the branches of the loop.
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    for (const Loop& loop : loopsOf(kernel)) {
      for (const auto& [instance, halving] : loop.instances) {
        for (const KernelModel& model : kernel.models) {
          const TreeReading reading = readTree(*instance, model.block, halving);
          if (reading.verdict == VerdictKind::applicable && reading.tree.exchange.why.empty() &&
              reading.tree.exchange.multiplies)
            return model::openContraction(*kernel.unit, kernel.mangledNames());
        }
      }
    }
    for (const KernelRun& run : runsOf(description(), kernel)) {
      if (std::ranges::any_of(run.readings, [](const FoundRun& one) { return one.run.multiplies; }))
        return model::openContraction(*kernel.unit, kernel.mangledNames());
    }
    return {};
  }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    const model::ParsedKernel& kernel = context.kernel();
    std::vector<Opportunity> found;
    for (Loop& loop : loopsOf(kernel)) {
      TreePlan plan;
      judgeLoop(context, loop, plan).moveTo(loop.shown);
      found.push_back(std::move(loop.shown));
      if (context.isCancelled()) return {};
    }
    const bool hasTrees = !found.empty();
    for (KernelRun& run : runsOf(description(), kernel)) {
      judgeThreads(kernel).value_or(judgeRun(kernel, run)).moveTo(run.shown);
      found.push_back(std::move(run.shown));
      if (context.isCancelled()) return {};
    }
    if (auto judgement = judgeBarriers(kernel, !hasTrees)) {
      Opportunity shown = describe(kernel);
      judgement->moveTo(shown);
      found.push_back(std::move(shown));
    }
    return found;
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues&) const override {
    const model::ParsedKernel& kernel = context.kernel();
    rewrite::Editor editor(*kernel.unit);
    const std::vector<Loop> loops = loopsOf(kernel);
    for (const Loop& loop : loops) {
      if (loop.shown.id != opportunity.id) continue;
      TreePlan plan;
      const Judgement judgement = judgeLoop(context, loop, plan);
      if (context.isCancelled()) return cancelledError();
      if (judgement.verdict != VerdictKind::applicable) return inputError(judgement.reason, loop.shown.range);
      if (Status written = writeTree(editor, kernel, plan); !written.ok()) return written.error();
      if (Status room = leaveRegisters(editor, kernel); !room.ok()) return room.error();
      return editor.finish(loop.shown.title);
    }
    for (const KernelRun& run : runsOf(description(), kernel)) {
      if (run.shown.id != opportunity.id) continue;
      const Judgement judgement = judgeThreads(kernel).value_or(judgeRun(kernel, run));
      if (judgement.verdict != VerdictKind::applicable) return inputError(judgement.reason, run.shown.range);
      if (Status written = writeRun(editor, kernel, run); !written.ok()) return written.error();
      if (Status room = leaveRegisters(editor, kernel); !room.ok()) return room.error();
      return editor.finish(run.shown.title);
    }
    const Opportunity now = describe(kernel);
    const auto judgement = judgeBarriers(kernel, loops.empty());
    if (now.id != opportunity.id || !judgement) return goneError(opportunity);
    if (judgement->verdict != VerdictKind::applicable) return inputError(judgement->reason, now.range);
    if (Status written = writeBarriers(editor, kernel); !written.ok()) return written.error();
    return editor.finish(now.title);
  }

 private:
  static std::vector<Loop> loopsOf(const model::ParsedKernel& kernel) {
    std::map<SourcePosition, Loop> byPlace;
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      if (!instance->getBody()) continue;
      for (HalvingLoop& loop : halvingLoops(*instance)) {
        const SourcePosition at = rewrite::positionAt(*kernel.unit, loop.loop->getBeginLoc());
        byPlace[at].instances.emplace_back(instance, std::move(loop));
      }
    }
    std::map<std::string, int> ordinals;
    std::vector<Loop> loops;
    for (auto& [at, loop] : byPlace) {
      const KernelModel& model = kernel.models.front();
      const std::string stride = loop.instances.front().second.stride->getNameAsString();
      loop.shown = describe(kernel);
      loop.shown.subject = stride;
      loop.shown.id = makeOpportunityId(description().id, model.qualifiedName, model::writtenName(kernel),
                                        "tree|" + stride, ordinals[stride]++);
      loop.shown.range = {at, at.line, at.column + 1};
      loop.shown.title = {"Let one warp do the last rounds of the loop at %1", lineText(at)};
      loops.push_back(std::move(loop));
    }
    return loops;
  }

  static Opportunity describe(const model::ParsedKernel& kernel) {
    return kernelOpportunity(description(), kernel,
                             {"Make the barriers of %1 those of a warp", code(kernel.models.front().name)});
  }

  /// What keeps a warp from being whole in any place; nothing: nothing is seen.
  static std::optional<Judgement> judgeThreads(const model::ParsedKernel& kernel) {
    if (auto sight = judgeAtSight(kernel)) return sight;
    for (const KernelModel& model : kernel.models) {
      if (const uint64_t threads = threadsOf(model).value_or(0); threads < lanesOfWarp)
        return makeJudgement(VerdictKind::refused, {"A block has %1 threads: its warp is not whole.", threads});
      const auto ends = std::find_if(model.calls.begin(), model.calls.end(),
                                     [](const OpaqueCall& call) { return call.name == "trap"; });
      if (ends != model.calls.end())
        return makeJudgement(VerdictKind::refused,
                             {"Threads may end at %1: a warp may not be whole.", lineText(ends->line)});
    }
    return std::nullopt;
  }

  /// In all instances, for all blocks; `plan` is what is written where that is possible.
  static Judgement judgeLoop(const KernelContext& context, const Loop& loop, TreePlan& plan) {
    const model::ParsedKernel& kernel = context.kernel();
    if (auto threads = judgeThreads(kernel)) return *std::move(threads);
    if (loop.instances.size() != model::instancesOf(kernel).size())
      return makeJudgement(VerdictKind::refused, "Instances of the kernel have different loops there.");
    std::vector<TreeReading> readings;
    for (const auto& [instance, halving] : loop.instances) {
      for (const KernelModel& model : kernel.models) {
        readings.push_back(readTree(*instance, model.block, halving));
        if (readings.back().verdict != VerdictKind::applicable)
          return makeJudgement(readings.back().verdict, readings.back().why);
      }
    }
    Result<TreePlan> planned = planFor(readings);
    if (!planned.ok())
      return makeJudgement(VerdictKind::refused, {"No last rounds can be written: %1.", said(planned.error())});
    rewrite::Editor scratch(*kernel.unit);
    Status written = writeTree(scratch, kernel, *planned);
    if (!written.ok() && planned->byShuffles) {  // what a macro spells can still be done as it stands
      planned->byShuffles = false;
      planned->tree.exchange.why = said(written.error());
      rewrite::Editor again(*kernel.unit);
      written = writeTree(again, kernel, *planned);
    }
    if (!written.ok())
      return makeJudgement(VerdictKind::refused, {"No last rounds can be written: %1.", said(written.error())});
    Judgement all = judgeRaces(context);
    if (all.verdict != VerdictKind::applicable) return all;
    plan = *std::move(planned);
    all.reason = plan.byShuffles
                     ? Message("From a stride of 32 on only the first warp works, with what its threads hold.")
                     : Message{
                           "From a stride of 32 on only the first warp works; it stays in memory, because no "
                           "shuffles can be made: %1.",
                           plan.tree.exchange.why};
    assumeBlockShapes(all.assumptions, kernel.models);
    assumeRegisters(all.assumptions, kernel);
    return all;
  }

  /// Was memory that the block shares named in it, as far as is seen?
  static bool isInShared(const KernelModel& model, const Message& race) {
    bool isElsewhere = false;
    for (const Argument& argument : race.arguments) {
      const auto* name = std::get_if<Code>(&argument);
      if (!name) continue;
      for (const MemoryObject& object : model.objects) {
        if (object.name != name->text) continue;
        if (object.space != MemorySpace::global) return true;
        isElsewhere = true;
      }
    }
    return !isElsewhere;
  }

  /// A race in shared memory is a reason against it; that there is none may have to be assumed. Threads that meet in
  /// global memory, beside the loop, meet there as before.
  static Judgement judgeRaces(const KernelContext& context) {
    const model::ParsedKernel& kernel = context.kernel();
    Judgement all = makeJudgement(VerdictKind::applicable, "");
    bool isOpen = false;
    for (size_t i = 0; i < kernel.models.size(); ++i) {
      const proof::Answer answer = context.isRaceFree(i);
      const bool isLeft =
          answer.kind == proof::Answer::Kind::unknown ||
          (answer.kind == proof::Answer::Kind::violated && !isInShared(kernel.models[i], answer.reason));
      isOpen = isOpen || isLeft;
      if (isLeft) continue;
      Judgement one = makeJudgement(verdictOf(answer.kind), answer.reason);
      one.take(answer);
      all.conjoin(std::move(one), kernel, i);
      if (all.verdict != VerdictKind::applicable) return all;
    }
    if (isOpen) {
      all.assumptions.push_back(
          {"no two threads of a block touch the same shared element between two barriers, one of them writing", {}});
    }
    return all;
  }

  /// May the barriers be those of a warp? Nothing: there are none, or blocks are larger. `saysOpen`: that blocks are
  /// not known is worth a finding.
  static std::optional<Judgement> judgeBarriers(const model::ParsedKernel& kernel, bool saysOpen) {
    if (barriersOf(*kernel.pattern).empty()) return std::nullopt;
    for (const KernelModel& model : kernel.models) {
      uint64_t least = 1;
      for (const std::optional<uint32_t>& extent : model.block) least *= extent.value_or(1);
      if (least > lanesOfWarp || (!saysOpen && !threadsOf(model))) return std::nullopt;
    }
    if (auto sight = judgeAtSight(kernel)) return sight;
    rewrite::Editor scratch(*kernel.unit);
    if (Status written = writeBarriers(scratch, kernel); !written.ok())
      return makeJudgement(VerdictKind::refused, {"The barriers stay: %1.", said(written.error())});
    Judgement all = makeJudgement(VerdictKind::applicable,
                                  {"A block has no more than %1 threads, which are one warp.", uint64_t{lanesOfWarp}});
    assumeBlockShapes(all.assumptions, kernel.models);
    return all;
  }

  static Status writeBarriers(rewrite::Editor& editor, const model::ParsedKernel& kernel) {
    if (rewrite::isMacroName(editor, "__syncwarp") || rewrite::isMacroName(editor, "__syncthreads"))
      return inputError("a macro has the name of a barrier");
    bool changes = false;
    for (const clang::CallExpr* call : barriersOf(*kernel.pattern)) {
      const clang::SourceRange name = call->getCallee()->getSourceRange();
      const Result<rewrite::TextRange> place = editor.locate(name);
      if (!place.ok() || name.getBegin().isMacroID()) continue;  // it waits for the block, which is no less
      editor.replace(*place, "__syncwarp", "a block is one warp");
      changes = true;
    }
    return changes ? Status() : inputError("macros spell them");
  }
};

}  // namespace

std::unique_ptr<const Pass> makeWarpExchange() {
  return std::make_unique<WarpExchange>();
}

}  // namespace warpwright::passes
