#include "analysis/passes/number_pass.h"

#include "analysis/model/contraction.h"
#include "analysis/passes/kernel_opportunity.h"

namespace warpwright::passes {

std::vector<Opportunity> NumberPass::find(const KernelContext& context) const {
  NumberJudgement judgement = judge(context);
  if (context.isCancelled()) return {};
  Opportunity shown = kernelOpportunity(about(), context.kernel(), titleOf(context.kernel()));
  if (judgement.verdict == VerdictKind::applicable)
    shown.parameters.push_back(offeredNumbers(parameter(), judgement.numbers));
  judgement.moveTo(shown);
  return {std::move(shown)};
}

Result<Rewrite> NumberPass::rewrite(const KernelContext& context, const Opportunity& opportunity,
                                    const ParameterValues& values) const {
  const model::ParsedKernel& kernel = context.kernel();
  const Opportunity now = kernelOpportunity(about(), kernel, titleOf(kernel));
  if (now.id != opportunity.id) return goneError(opportunity);
  const NumberJudgement judgement = judge(context);
  if (context.isCancelled()) return cancelledError();
  if (judgement.verdict != VerdictKind::applicable) return inputError(judgement.reason, now.range);
  const Result<unsigned> number = chosenNumber(values, parameter(), judgement.numbers);
  if (!number.ok()) return number.error();
  rewrite::Editor editor(*kernel.unit);
  const Result<Message> done = write(editor, kernel, *number);
  if (!done.ok()) return done.error();
  return editor.finish(*done);
}

Message NumberPass::mayRoundOtherwise(const model::ParsedKernel& kernel) const {
  return model::openContraction(*kernel.unit, kernel.mangledNames());
}

}  // namespace warpwright::passes
