#include "core/execute/tune/change_stack.h"

#include <algorithm>

namespace warpwright {

int placeInStack(const PassDescription& pass) {
  if (!pass.stacksLast) return 0;
  return pass.argument == ExtraArgument::none ? 1 : 2;
}

std::vector<Opportunity> stackableFindings(const KernelSummary& kernel, const PassDescriptions& passes) {
  std::vector<Opportunity> found;
  for (const Opportunity& opportunity : kernel.opportunities) {
    if (opportunity.verdict == VerdictKind::applicable) found.push_back(opportunity);
  }
  std::stable_sort(found.begin(), found.end(), [&](const Opportunity& a, const Opportunity& b) {
    return placeInStack(describe(passes, a.pass)) < placeInStack(describe(passes, b.pass));
  });
  return found;
}

VariantSteps toggledStep(const VariantSteps& steps, const VariantStep& step,
                         const std::vector<Opportunity>& stackable) {
  const auto placeOf = [&](const std::string& id) {
    return std::find_if(stackable.begin(), stackable.end(), [&](const Opportunity& one) { return one.id == id; }) -
           stackable.begin();
  };
  VariantSteps toggled = steps;
  const auto removed =
      std::erase_if(toggled, [&](const VariantStep& one) { return one.opportunity == step.opportunity; });
  if (removed != 0 || placeOf(step.opportunity) == static_cast<std::ptrdiff_t>(stackable.size())) return toggled;
  toggled.push_back(step);
  std::stable_sort(toggled.begin(), toggled.end(), [&](const VariantStep& a, const VariantStep& b) {
    return placeOf(a.opportunity) < placeOf(b.opportunity);
  });
  return toggled;
}

}  // namespace warpwright
