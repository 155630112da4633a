#include "core/execute/tune/tuning_space.h"

#include <algorithm>

namespace warpwright {
namespace {

TunableChange::Kind kindOf(const std::string& pass) {
  if (pass == "shared_to_register") return TunableChange::Kind::promotion;
  if (pass == "shared_to_local" || pass == "shared_to_global") return TunableChange::Kind::placement;
  if (pass == "thread_compaction" || pass == "block_compaction") return TunableChange::Kind::compaction;
  if (pass == "cache_policy") return TunableChange::Kind::policy;
  return TunableChange::Kind::other;
}

/// Scratch memory comes as an argument. So may the number of blocks, but that follows from the launch, where the source
/// has it.
bool isUnfeedable(const Opportunity& opportunity, const KernelSummary& kernel) {
  if (opportunity.pass == "shared_to_global") return true;
  if (opportunity.pass != "block_compaction") return false;
  return std::all_of(kernel.launches.begin(), kernel.launches.end(),
                     [](const Launch& launch) { return launch.fromUser; });
}

double inputOf(const Opportunity& opportunity, const char* name) {
  const auto found = opportunity.estimate.inputs.find(name);
  return found == opportunity.estimate.inputs.end() ? 0 : found->second;
}

}  // namespace

Result<std::vector<TunableChange>> tunableChanges(const AnalysisResult& analysis, const std::string& kernel) {
  std::vector<TunableChange> changes;
  bool found = false;
  std::string names;
  for (const KernelSummary& summary : analysis.kernels) {
    names += (names.empty() ? "`" : ", `") + summary.name + "`";
    if (summary.name != kernel) continue;
    found = true;
    for (const Opportunity& opportunity : summary.opportunities) {
      if (opportunity.verdict != VerdictKind::applicable) continue;
      // Changes when the program runs what, not the kernel: a captured launch does not show it.
      if (opportunity.pass == "task_repartition") continue;
      // Another program beside this one, on a chip that both share.
      if (opportunity.pass == "cpu_preexecution") continue;
      changes.push_back({kindOf(opportunity.pass),
                         opportunity.id,
                         opportunity.subject,
                         inputOf(opportunity, "shared_loads") + inputOf(opportunity, "shared_stores"),
                         inputOf(opportunity, "shared_bytes"),
                         opportunity.parameters,
                         {},
                         isUnfeedable(opportunity, summary)});
    }
  }
  if (!found) {
    return Error{ErrorKind::usage,
                 "There is no kernel `" + kernel + "`. " +
                     (names.empty() ? "No kernel was found." : "There are: " + names + "."),
                 std::nullopt};
  }
  // Blocks are merged last: what that makes of a kernel has too many loops for others.
  std::stable_partition(changes.begin(), changes.end(), [](const TunableChange& change) {
    return !change.opportunity.starts_with("block_compaction");
  });
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
