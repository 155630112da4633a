#include "core/finding/expected_gain.h"

#include <cmath>
#include <map>

#include "core/base/number_text.h"

namespace warpwright {
namespace {

double input(const Opportunity& opportunity, const char* name) {
  const auto found = opportunity.estimate.inputs.find(name);
  return found == opportunity.estimate.inputs.end() ? 0 : found->second;
}

double sharedAccesses(const Opportunity& opportunity) {
  return input(opportunity, "shared_loads") + input(opportunity, "shared_stores");
}

/// Of all arrays that findings are about: each counts once, whatever number of passes look at it.
double allSharedAccesses(const KernelSummary& kernel) {
  std::map<std::string, double> bySubject;
  for (const Opportunity& other : kernel.opportunities) {
    if (const double accesses = sharedAccesses(other); accesses > 0) bySubject[other.subject] = accesses;
  }
  double sum = 0;
  for (const auto& [subject, accesses] : bySubject) sum += accesses;
  return sum;
}

double allBarriers(const KernelSummary& kernel) {
  double sum = 0;
  for (const Opportunity& other : kernel.opportunities) sum += input(other, "barriers");
  return sum;
}

ExpectedGain gainOf(double gone, double all, const char* what, const std::string& things) {
  const double share = gone / all;
  return {share, "−" + std::to_string(std::lround(100 * share)) + " % " + what,
          countText(static_cast<uint64_t>(gone + 0.5)) + " of " + countText(static_cast<uint64_t>(all + 0.5)) + " " +
              things + ", as they are counted in the text"};
}

}  // namespace

std::optional<ExpectedGain> expectedGain(const Opportunity& opportunity, const KernelSummary& kernel) {
  if (const double gone = sharedAccesses(opportunity); gone > 0)
    return gainOf(gone, allSharedAccesses(kernel), "shared", "accesses to shared memory go");
  if (const double gone = input(opportunity, "barriers"); gone > 0)
    return gainOf(gone, allBarriers(kernel), "barriers", "waits at barriers go");
  return std::nullopt;
}

double gainRank(const Opportunity& opportunity, const KernelSummary& kernel) {
  if (opportunity.estimate.known) return opportunity.estimate.speedup - 1;
  // Shared memory and barriers are a part of what a kernel waits for: a share of them is a smaller one of its time.
  constexpr double partOfTime = 0.25;
  const auto gain = expectedGain(opportunity, kernel);
  return gain ? partOfTime * gain->share : 0;
}

}  // namespace warpwright
