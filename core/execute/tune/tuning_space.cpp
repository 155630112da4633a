#include "core/execute/tune/tuning_space.h"

#include <algorithm>

#include "core/execute/tune/change_stack.h"
#include "core/finding/kernel_choice.h"

namespace warpwright {
namespace {

bool isUnfeedable(const PassDescription& pass, const KernelSummary& kernel) {
  if (pass.argument != ExtraArgument::fromLaunch) return pass.argument == ExtraArgument::own;
  return std::all_of(kernel.launches.begin(), kernel.launches.end(),
                     [](const Launch& launch) { return launch.fromUser; });
}

double inputOf(const Opportunity& opportunity, const char* name) {
  const auto found = opportunity.estimate.inputs.find(name);
  return found == opportunity.estimate.inputs.end() ? 0 : found->second;
}

}  // namespace

Result<std::vector<TunableChange>> tunableChanges(const AnalysisResult& analysis, const std::string& kernel) {
  const Result<const KernelSummary*> chosen = chooseKernel(analysis, kernel);
  if (!chosen.ok()) return chosen.error();
  const KernelSummary& summary = **chosen;
  std::vector<TunableChange> changes;
  for (const Opportunity& opportunity : stackableFindings(summary, analysis.passes)) {
    const PassDescription& pass = describe(analysis.passes, opportunity.pass);
    if (!pass.measuredByReplay) continue;
    changes.push_back({pass.tunable,
                       opportunity.id,
                       opportunity.subject,
                       inputOf(opportunity, "shared_loads") + inputOf(opportunity, "shared_stores"),
                       inputOf(opportunity, "shared_bytes"),
                       opportunity.parameters,
                       {},
                       isUnfeedable(pass, summary),
                       pass.id,
                       pass.stacksLast,
                       opportunity.estimate.known ? opportunity.estimate.speedup : 1,
                       pass.tunable == Tunable::compaction && pass.argument == ExtraArgument::fromLaunch});
  }
  if (changes.empty()) {
    return inputError("Nothing can be changed in `" + kernel +
                      "`: none of its findings is applicable. `warpwright analyze` "
                      "says why.");
  }
  return changes;
}

std::vector<std::string> leaveOutUnfeedable(std::vector<TunableChange>& changes) {
  std::vector<std::string> reasons;
  for (const TunableChange& change : changes) {
    if (!change.unfeedable) continue;
    reasons.push_back(change.opportunity + " (`" + change.subject +
                      "`) gives the kernel an argument that the capture does not have");
  }
  std::erase_if(changes, [](const TunableChange& change) { return change.unfeedable; });
  return reasons;
}

}  // namespace warpwright
