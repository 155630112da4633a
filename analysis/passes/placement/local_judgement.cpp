#include "analysis/passes/placement/local_judgement.h"

#include <algorithm>

#include "analysis/passes/placement/placement.h"

namespace warpwright::passes {
namespace {

// Looks at what the slots are made of: rounds of loops that can be unrolled, or anything else.
void lookAtSlots(const KernelModel& model, const std::vector<proof::BoundedValue>& bounds, LocalJudgement& found) {
  for (const proof::BoundedValue& value : bounds) {
    for (const auto& [factor, term] : value.terms) {
      for (const SymbolId id : model.pool.symbolsOf(term)) {
        const Symbol& symbol = model.pool.symbolAt(id);
        const bool isCounter = symbol.kind == SymbolKind::loopCounter && symbol.loop.isValid();
        if (!isCounter || !model.loop(symbol.loop).constantTripCount)
          found.isLiteral = false;
        else
          found.loops.insert(model.loop(symbol.loop).range.begin);
      }
    }
  }
}

}  // namespace

LocalJudgement judgeLocal(const KernelContext& context, const MemoryObject& object, Judgement privacy) {
  const model::ParsedKernel& kernel = context.kernel();
  LocalJudgement found{std::move(privacy), std::nullopt, true, {}};
  Judgement& all = found.judgement;
  Result<LocalPlan> plan = planLocal(kernel, object);
  if (!plan.ok()) {
    all.verdict = VerdictKind::refused;
    all.reason = {"Private to its thread, but %1.", said(plan.error())};
    return found;
  }
  for (size_t i = 0; i < kernel.models.size(); ++i) {
    const KernelModel& model = kernel.models[i];
    const MemoryObject* same = sameObject(model, object);
    if (!same || !plan->layouts[i]) continue;
    const auto bounds = slotBounds(model, *same, *plan->layouts[i]);
    if (!bounds.ok()) {
      Judgement one = makeJudgement(VerdictKind::unknown, {"Private to its thread, but %1.", said(bounds.error())});
      all.conjoin(std::move(one), kernel, i);
      return found;
    }
    lookAtSlots(model, *bounds, found);
    const proof::Answer answer = context.staysBelow(i, *bounds);
    Judgement one = makeJudgement(VerdictKind::applicable, answer.reason);
    one.take(answer);
    if (answer.kind != proof::Answer::Kind::holds) {
      one.verdict = VerdictKind::unknown;
      one.reason = {"Private to its thread, but how many elements a thread needs is not known. %1", answer.reason};
    }
    all.conjoin(std::move(one), kernel, i);
    if (all.isDecided()) break;
  }
  if (all.verdict == VerdictKind::applicable) found.plan = *std::move(plan);
  return found;
}

}  // namespace warpwright::passes
