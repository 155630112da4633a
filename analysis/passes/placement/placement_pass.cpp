#include "analysis/passes/placement/placement_pass.h"

#include <algorithm>
#include <map>

#include "analysis/model/contraction.h"
#include "analysis/model/written_kernel.h"

namespace warpwright::passes {

namespace {

/// Another shared array whose address is told as a value, in any of the kernel's models.
const MemoryObject* neighbourThatShowsItsAddress(const PlacementPass::Question& question) {
  for (const KernelModel& model : question.kernel().models) {
    for (const MemoryObject& other : model.objects) {
      const bool isNeighbour = other.space == MemorySpace::shared && other.declaration != question.object.declaration;
      if (isNeighbour && other.showsAddress) return &other;
    }
  }
  return nullptr;
}

}  // namespace

Message PlacementPass::mayRoundOtherwise(const model::ParsedKernel& kernel) const {
  return model::openStoredProducts(*kernel.unit, kernel.mangledNames());
}

std::vector<Opportunity> PlacementPass::find(const KernelContext& context) const {
  std::vector<Opportunity> found;
  std::map<std::string, int> ordinals;
  OtherFindings others(context);
  for (const MemoryObject& object : context.kernel().models.front().objects) {
    if (object.space != MemorySpace::shared) continue;
    if (context.isCancelled()) return {};
    found.push_back(look({context, object, others}, ordinals[object.name]++).first);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Opportunity& a, const Opportunity& b) { return a.range < b.range; });
  return found;
}

Result<Rewrite> PlacementPass::rewrite(const KernelContext& context, const Opportunity& opportunity,
                                       const ParameterValues&) const {
  const model::ParsedKernel& kernel = context.kernel();
  std::map<std::string, int> ordinals;
  for (const MemoryObject& object : kernel.models.front().objects) {
    if (object.space != MemorySpace::shared) continue;
    const int ordinal = ordinals[object.name]++;
    if (idOf(kernel, object, ordinal) != opportunity.id) continue;
    OtherFindings others(context);
    auto [now, edits] = look({context, object, others}, ordinal);
    if (context.isCancelled()) return cancelledError();
    if (now.verdict != VerdictKind::applicable) return inputError(now.reason, now.range);
    return std::move(edits);
  }
  return Error{ErrorKind::stale,
               "`" + opportunity.subject + "` is no longer in `" + opportunity.kernel + "`. Analyse the file again.",
               opportunity.range};
}

std::string PlacementPass::idOf(const model::ParsedKernel& kernel, const MemoryObject& object, int ordinal) const {
  const KernelModel& model = kernel.models.front();
  return makeOpportunityId(about().id, model.qualifiedName, keepsSignature() ? model::writtenName(kernel) : "",
                           object.name, ordinal);
}

std::pair<Opportunity, Rewrite> PlacementPass::look(const Question& question, int ordinal) const {
  const KernelModel& model = question.kernel().models.front();
  Opportunity shown;
  shown.id = idOf(question.kernel(), question.object, ordinal);
  shown.pass = about().id;
  shown.kernel = model.name;
  shown.signature = model.signature;
  shown.subject = question.object.name;
  shown.range = question.object.declaration;
  shown.estimate = accessEstimate(model, question.object);

  Rewrite edits;
  Judgement judgement = judge(question, shown, edits);
  if (judgement.verdict == VerdictKind::applicable) {
    if (const MemoryObject* told = neighbourThatShowsItsAddress(question)) {
      judgement = makeJudgement(VerdictKind::unknown,
                                {"Without %1 in shared memory %2 lies elsewhere there, and the program may "
                                 "learn where: %3.",
                                 code(question.object.name), code(told->name), told->unknownReason});
    }
  }
  judgement.moveTo(shown);
  return {std::move(shown), std::move(edits)};
}

}  // namespace warpwright::passes
