#include "analysis/passes/kernel_pass.h"

#include "analysis/model/contraction.h"
#include "analysis/passes/kernel_opportunity.h"

namespace warpwright::passes {

KernelPlan nothingToDo(Message why) {
  KernelPlan plan = makeJudgement(VerdictKind::refused, std::move(why));
  plan.isOffered = false;
  return plan;
}

std::vector<Opportunity> KernelPass::find(const KernelContext& context) const {
  KernelPlan plan = planOf(context);
  if (context.isCancelled() || !plan.isOffered) return {};
  Opportunity shown = kernelOpportunity(about(), context.kernel(), titleOf(context.kernel()));
  if (plan.verdict == VerdictKind::applicable && !plan.numbers.empty())
    shown.parameters.push_back(offeredNumbers(about().parameters.front().name, plan.numbers));
  plan.moveTo(shown);
  return {std::move(shown)};
}

Result<Rewrite> KernelPass::rewrite(const KernelContext& context, const Opportunity& opportunity,
                                    const ParameterValues& values) const {
  const model::ParsedKernel& kernel = context.kernel();
  const Opportunity now = kernelOpportunity(about(), kernel, titleOf(kernel));
  if (now.id != opportunity.id) return goneError(opportunity);
  const KernelPlan plan = planOf(context);
  if (context.isCancelled()) return cancelledError();
  if (plan.verdict != VerdictKind::applicable) return inputError(plan.reason, now.range);
  unsigned number = 0;
  if (!plan.numbers.empty()) {
    const Result<unsigned> chosen = chosenNumber(values, about().parameters.front().name, plan.numbers);
    if (!chosen.ok()) return chosen.error();
    number = *chosen;
  }
  rewrite::Editor editor(*kernel.unit);
  if (Status written = plan.write(editor, number); !written.ok()) return written.error();
  return editor.finish(doneWith(kernel, number));
}

Message KernelPass::mayRoundOtherwise(const model::ParsedKernel& kernel) const {
  return model::openContraction(*kernel.unit, kernel.mangledNames());
}

}  // namespace warpwright::passes
