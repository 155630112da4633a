// Atomic updates of a small array, or of one number, are brought together in each block, and go to global memory once
// for each element and block.
//
//   Before                                        After
//     __global__ void count(unsigned* hist, …) {    __global__ void count(unsigned* hist, …) {
//                                                     __shared__ unsigned hist_own[256];
//                                                     for (unsigned i = thread; i < 256; i += threads) hist_own[i] = 0;
//                                                     __syncthreads();
//       if (i >= n) return;                           if (i < n) {
//       atomicAdd(&hist[in[i]], 1);                     atomicAdd(&hist_own[in[i]], 1);
//                                                     }
//                                                     __syncthreads();
//                                                     for (unsigned i = thread; i < 256; i += threads) {
//                                                       if (hist_own[i] != 0) atomicAdd(&hist[i], hist_own[i]);
//     }                                               }
//
// Where all updates of a block are of one element, each thread keeps its part in a register, and shared memory holds
// one number. Of floating-point numbers the parts of a warp are added by shuffles, and shared memory holds one number a
// warp.
//
// Applies to memory behind a pointer argument, or a variable of the device, that the kernel does nothing with but
// updates of one kind (sums of whole numbers, which wrap; least and greatest; bits) whose results nobody takes, in
// elements that are proved to be among the first few: results depend on no order, and nothing sees that they come late.
// Sums of `float` and `double` are reassociating: each term is what it was, and added once, but in groups that the
// original never has. Zeros keep their sign: a part begins as -0, and is left out where its bits are still those.
// All threads come to the end, where they wait: `if (…) return;` becomes a condition for the rest.
//
// Refuses sums of other floating-point types; results that are used; fences, volatile memory, and other atomics whose
// results are used, by which threads may tell others where they are; threads that leave the kernel in other places, or
// early beside barriers and warp functions; threads that do not meet. Unknown where a subscript has no bound that can
// be proved, or a pointer may lead to the array.

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <optional>

#include "analysis/model/contraction.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/atomic_order/counter_bounds.h"
#include "analysis/passes/atomic_order/counter_writer.h"
#include "analysis/passes/compaction/compaction_plans.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/kernel_opportunity.h"
#include "analysis/passes/launch_limits.h"
#include "analysis/passes/shared_room.h"
#include "analysis/passes/warp_exchange/uniform_values.h"
#include "analysis/rewrite/tree/mentions.h"
#include "core/device/launch_limits.h"

namespace warpwright::passes {
namespace {

using rewrite::CounterArray;
using enum VerdictKind;

/// A copy of a block is small: blocks do not lose their places on a multiprocessor for it.
constexpr uint64_t mostCopyBytes = 16 * 1024;

const PassDescription& description() {
  static const PassDescription pass{.id = "atomic_order",
                                    .title = "Bring atomic updates of a block together",
                                    .stepName = "updates of `{subject}` by block",
                                    .inputs = {.launches = true, .hostCode = false, .device = false},
                                    .onRequest = true,
                                    .isTrade = true};  // shared memory and barriers for fewer atomics
  return pass;
}

/// One array, in each instance of the kernel.
struct Counter {
  Opportunity shown;  ///< without a verdict
  std::vector<std::pair<const clang::FunctionDecl*, CounterArray>> instances;

  Sameness sameness() const {
    const auto isReal = [](const auto& instance) { return instance.second.isReal(); };
    return std::any_of(instances.begin(), instances.end(), isReal) ? Sameness::reassociating : Sameness::bitwise;
  }
};

struct CounterJudgement : Judgement {
  rewrite::CounterCopy copy;  ///< known where it is applicable
};

/// Barriers, or exchange inside of warps: threads that left early must not wait beside them.
std::optional<Judgement> judgeEnds(const model::ParsedKernel& kernel, const clang::FunctionDecl& instance) {
  const Result<rewrite::KernelEnds> ends = rewrite::endsOf(*kernel.unit, instance);
  if (!ends.ok())
    return makeJudgement(refused, {"Not all threads come to the end of the kernel: %1.", said(ends.error())});
  const rewrite::Mentions mentions = rewrite::mentionsOf(instance.getBody());
  const UniformValues uniform(instance, mentions);
  const auto leaves = std::find_if(ends->early.begin(), ends->early.end(), [&](const rewrite::EarlyEnd& one) {
    return !uniform.is(*one.choice->getCond());  // else all threads of the block do
  });
  if (leaves == ends->early.end()) return std::nullopt;
  const auto left = lineText(rewrite::positionAt(*kernel.unit, leaves->end->getBeginLoc()).line);
  for (const KernelModel& model : kernel.models) {
    for (const Barrier& barrier : model.barriers) {
      return makeJudgement(
          refused, {"Threads leave the kernel at %1, and others wait at %2: they would wait for each other.", left,
                    lineText(barrier.line)});
    }
    for (const OpaqueCall& call : model.calls) {
      return makeJudgement(
          refused, {"Threads leave the kernel at %1, and others call %2 at %3: they would wait for each other.", left,
                    code(call.name), lineText(call.line)});
    }
  }
  return std::nullopt;
}

/// Has every launch so much shared memory left?
std::optional<Judgement> judgeShared(const model::ParsedKernel& kernel, uint64_t bytes) {
  if (auto open = judgeOpenLaunches(kernel)) return open;
  if (auto together = judgeLaunchedTogether(kernel)) return together;
  if (auto others = judgeOtherTexts(kernel)) return others;
  if (auto open = judgeSharedAsked(kernel)) return open;
  const uint64_t all = sharedTaken(kernel) + spacedShared(bytes);
  if (all > mostSharedUnasked)
    return makeJudgement(
        refused, {"With a copy a block would take %1 bytes of shared memory, and it has %2.", all, mostSharedUnasked});
  return std::nullopt;
}

Status write(rewrite::Editor& editor, const model::ParsedKernel& kernel, const Counter& counter,
             const rewrite::CounterCopy& copy) {
  const Status written = writeAgreed(editor, counter.instances.size(), [&](size_t i) {
    const auto& [instance, array] = counter.instances[i];
    return rewrite::writeCounters(editor, *instance, *kernel.pattern, array, copy);
  });
  if (!written.ok()) return written;
  const auto threads = threadsToBound(kernel);
  return threads ? boundThreads(editor, kernel, *threads, "so that the copy leaves registers for a block") : Status();
}

class AtomicOrder final : public Pass {
 public:
  const PassDescription& about() const override { return description(); }

  /// An atomic in global memory hides from compilers that a product was stored in front of it and is loaded behind it,
  /// and that what is loaded on both sides is the same; one in shared memory does not.
  Message mayRoundOtherwise(const model::ParsedKernel& kernel) const override {
    Message stored = model::openStoredProducts(*kernel.unit, kernel.mangledNames());
    return stored.empty() ? model::openReloads(*kernel.unit, kernel.mangledNames()) : stored;
  }
  NewConstants newConstants(const model::ParsedKernel&) const override { return noConstants; }
  bool assumesRounding() const override { return true; }

  std::vector<Opportunity> find(const KernelContext& context) const override {
    std::vector<Opportunity> found;
    for (Counter& counter : countersOf(context.kernel())) {
      judge(context, counter).moveTo(counter.shown);
      counter.shown.sameness = counter.sameness();
      found.push_back(std::move(counter.shown));
      if (context.isCancelled()) return {};
    }
    return found;
  }

  Result<Rewrite> rewrite(const KernelContext& context, const Opportunity& opportunity,
                          const ParameterValues&) const override {
    const model::ParsedKernel& kernel = context.kernel();
    for (const Counter& counter : countersOf(kernel)) {
      if (counter.shown.id != opportunity.id) continue;
      const CounterJudgement judgement = judge(context, counter);
      if (context.isCancelled()) return cancelledError();
      if (judgement.verdict != applicable) return inputError(judgement.reason, counter.shown.range);
      rewrite::Editor editor(*kernel.unit);
      if (Status written = write(editor, kernel, counter, judgement.copy); !written.ok()) return written.error();
      return editor.finish(counter.shown.title);
    }
    return goneError(opportunity);
  }

 private:
  static std::vector<Counter> countersOf(const model::ParsedKernel& kernel) {
    std::vector<Counter> counters;
    for (const clang::FunctionDecl* instance : model::instancesOf(kernel)) {
      for (CounterArray& array : rewrite::counterArrays(*kernel.unit, *instance)) {
        const std::string name = array.array->getNameAsString();
        const auto known = std::find_if(counters.begin(), counters.end(),
                                        [&](const Counter& one) { return one.shown.subject == name; });
        Counter& counter =
            known != counters.end() ? *known : counters.emplace_back(Counter{describe(kernel, name), {}});
        counter.instances.emplace_back(instance, std::move(array));
      }
    }
    return counters;
  }

  static Opportunity describe(const model::ParsedKernel& kernel, const std::string& name) {
    Opportunity shown =
        kernelOpportunity(description(), kernel, {"Bring a block's updates of %1 together", code(name)});
    shown.subject = name;
    shown.id =
        makeOpportunityId(description().id, kernel.models.front().qualifiedName, model::writtenName(kernel), name);
    return shown;
  }

  static CounterJudgement only(Judgement judgement) { return {std::move(judgement), {}}; }

  static std::optional<Judgement> judgeText(const model::ParsedKernel& kernel, const Counter& counter) {
    for (const auto& [instance, array] : counter.instances) {
      if (!array.why.empty())
        return makeJudgement(refused,
                             {"Updates of %1 stay where they are: %2.", code(counter.shown.subject), array.why});
      if (const Message strange = rewrite::strangeText(*kernel.unit, *instance); !strange.empty())
        return makeJudgement(refused, {"The kernel is not understood: %1.", strange});
      if (auto ends = judgeEnds(kernel, *instance)) return ends;
    }
    if (counter.instances.size() != model::instancesOf(kernel).size())
      return makeJudgement(refused, "Instances of the kernel update different arrays.");
    return std::nullopt;
  }

  CounterJudgement judge(const KernelContext& context, const Counter& counter) const {
    const model::ParsedKernel& kernel = context.kernel();
    const CounterArray& array = counter.instances.front().second;
    const Code name = code(counter.shown.subject);
    if (auto text = judgeText(kernel, counter)) return only(*std::move(text));
    CounterJudgement all = only(makeJudgement(applicable, ""));
    if (auto late = judgeLateUpdates(kernel, array, all.assumptions)) return only(*std::move(late));
    CounterRange range;
    const bool isOneOfBlock = std::all_of(counter.instances.begin(), counter.instances.end(), [](const auto& instance) {
      return rewrite::isOneOfBlock(instance.second, *instance.first);
    });
    Judgement bounded = judgeRange(context, array, mostCopyBytes, isOneOfBlock, range);
    if (bounded.verdict != applicable) return only(std::move(bounded));
    addAssumptions(all.assumptions, bounded.assumptions);
    const auto namesShape = [](const Assumption& one) { return one.check.kind == RunCheck::Kind::block; };
    if (std::ranges::any_of(all.assumptions, namesShape)) assumeBlockShapes(all.assumptions, kernel.models);
    all.seconds += bounded.seconds;
    all.copy = {range.elements, range.only || range.isOneOfBlock, range.only.value_or(0), range.isOneOfBlock};
    if (auto meeting = judgeMeeting(context, array)) return only(*std::move(meeting));
    if (auto shared = judgeShared(kernel, rewrite::copyBytes(array, all.copy))) return only(*std::move(shared));
    rewrite::Editor scratch(*kernel.unit);
    if (Status written = write(scratch, kernel, counter, all.copy); !written.ok())
      return only(
          makeJudgement(refused, {"Updates of %1 cannot be brought together: %2.", name, said(written.error())}));
    all.reason =
        all.copy.isOfBlock
            ? Message(
                  "All threads of a block update one element of %1, and nothing looks at it before the kernel ends.",
                  name)
        : all.copy.isOne
            ? Message("All threads update one element of %1, and nothing looks at it before the kernel ends.", name)
            : Message("Threads update the first %1 elements of %2, and nothing looks at them before the kernel ends.",
                      all.copy.elements, name);
    addAssumptions(all.assumptions, {{{"nothing else looks at %1 while the kernel runs", name}, {}}});
    if (!mayRoundOtherwise(kernel).empty()) assumeSameRounding(all.assumptions);
    assumeOnlyFile(all.assumptions, kernel);
    return all;
  }
};

}  // namespace

std::unique_ptr<const Pass> makeAtomicOrder() {
  return std::make_unique<AtomicOrder>();
}

}  // namespace warpwright::passes
