#include "analysis/analyzer/asking_kernels.h"

#include <utility>

#include "analysis/analyzer/chosen_passes.h"
#include "analysis/analyzer/finding_rounding.h"
#include "analysis/analyzer/reparse_check.h"
#include "analysis/analyzer/several_units.h"
#include "analysis/model/written_kernel.h"
#include "analysis/passes/all_passes.h"
#include "analysis/passes/assumptions.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_context.h"

namespace warpwright::analysis {
namespace {

using Asking = passes::Pass::AskingKernel;

/// Can the change be made as far as the texts before it tell? Errors: why not.
Status isWritten(const GuardTools& tools, const model::ParsedKernel& kernel, const Asking& asking) {
  if (!asking.change.ok()) return asking.change.error();
  Message open = tools.sharedTexts.whyOpen(kernel, kernel.unit->command());
  // One unit alone is asked.
  for (const std::string& file : model::filesOf(kernel)) {
    if (open.empty()) open = tools.sharedTexts.whyShared(file, kernel.unit->command());
  }
  return open.empty() ? Status() : Status(inputError(open));
}

/// The finding as far as the change's text tells.
void tryChange(const GuardTools& tools, const passes::Pass& pass, const model::ParsedKernel& kernel, Asking& asking,
               const std::stop_token& stop) {
  const frontend::ParsedUnit& unit = *kernel.unit;
  Status stands = isWritten(tools, kernel, asking);
  if (stands.ok()) stands = reparseCheck(unit, *asking.change, tools.options.parse, tools.parser, stop);
  if (!stands.ok()) return leaveOpen(asking.finding, {"The change cannot be written: %1", said(stands.error())});
  const Message why = pass.mayRoundOtherwise(kernel);
  const FindingRounding rounds{why, pass.assumesRounding(),
                               tools.rounding.ask(askingSubject(pass, kernel, tools.options.parse), *asking.change)};
  sayRounding(asking.finding, rounds, tools.rounding, stop);
  if (asking.finding.verdict != VerdictKind::applicable) return;
  passes::addAssumptions(asking.finding.assumptions, passes::assumptionsOf(unit.summary()));
  passes::assumeConfiguration(asking.finding.assumptions, kernel);
}

/// What only its launches in a run have told of it, and who asks.
void sayWhoAsks(Opportunity& finding, const KernelSummary& kernel, const Guard& guard) {
  finding.id = guardedId(finding.id, guard);
  if (finding.verdict != VerdictKind::applicable) return;
  const uint64_t seen = seenUnder(kernel, guard);
  finding.reason += {" So it was in %1 that a run has seen; in all others it does what it did.",
                     seen == 1 ? std::string("a launch") : std::to_string(seen) + " launches"};
  finding.parameters.push_back({guardParameter, {guardInKernel}});
}

/// As Pass::findUnlessOpen.
std::optional<Asking> ask(const passes::Pass& pass, const model::ParsedKernel& kernel, const Guard& guard,
                          const Device& device, const std::stop_token& stop) {
  std::optional<Asking> asking = pass.askInKernel(kernel, guard);
  if (!asking || asking->finding.verdict != VerdictKind::applicable) return asking;
  const passes::KernelContext context(kernel, device, stop);
  if (const Message why = passes::whyNoneHolds(context); !why.empty())
    passes::turnDown(asking->finding, VerdictKind::unknown, why);
  return asking;
}

}  // namespace

RoundingCheck::Subject askingSubject(const passes::Pass& pass, const model::ParsedKernel& kernel,
                                     const frontend::ParseOptions& options) {
  RoundingCheck::Subject subject = subjectOf(pass, kernel, options);
  // What it asks for becomes constants, whatever all launches pass besides.
  subject.constants = {};
  subject.isCalled = true;
  return subject;
}

Status addAskingKernel(const GuardTools& tools, const frontend::ParsedUnit& unit, KernelSummary& kernel,
                       const Guard& guard, const std::stop_token& stop) {
  const auto selected = choosePasses(tools.options.passes, tools.options.families, tools.device);
  if (!selected.ok()) return selected.error();
  const auto modelled = tools.unitKernels.of(unit, {}, tools.options.parse, stop);
  if (!modelled.ok()) return modelled.error();
  for (const model::ParsedKernel& one : *modelled) {
    if (one.models.front().nameAt != kernel.nameAt) continue;
    for (const passes::Pass* pass : *selected) {
      std::optional<Asking> asking = ask(*pass, one, guard, tools.device, stop);
      if (!asking) continue;
      if (asking->finding.verdict == VerdictKind::applicable) tryChange(tools, *pass, one, *asking, stop);
      if (stop.stop_requested()) return cancelledError();
      sayWhoAsks(asking->finding, kernel, guard);
      putInPlace(kernel.opportunities, std::move(asking->finding));
    }
  }
  return {};
}

Result<std::optional<AskingRewrite>> askingRewrite(const GuardTools& tools, const frontend::ParsedUnit& unit,
                                                   const std::string& id, const Guard& guard,
                                                   const std::stop_token& stop) {
  auto modelled = tools.unitKernels.of(unit, {}, tools.options.parse, stop);
  if (!modelled.ok()) return modelled.error();
  const passes::Pass* pass = passes::findPass(passOfId(id));
  for (model::ParsedKernel& one : *modelled) {
    if (!pass || one.models.front().name != guard.kernel) continue;
    std::optional<Asking> asking = ask(*pass, one, guard, tools.device, stop);
    if (!asking || asking->finding.id != id) continue;
    if (asking->finding.verdict != VerdictKind::applicable) return inputError(asking->finding.reason);
    if (Status written = isWritten(tools, one, *asking); !written.ok()) return written.error();
    return std::optional(AskingRewrite{*pass, std::move(one), *std::move(asking->change)});
  }
  return std::optional<AskingRewrite>();
}

}  // namespace warpwright::analysis
