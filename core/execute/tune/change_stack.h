#pragma once

#include <vector>

#include "core/finding/analysis_result.h"
#include "core/session/tuning_history.h"

namespace warpwright {

/// Where changes of a pass go in a stack: lower ones first. What gives the kernel an argument comes last of all, since
/// what is found in a kernel is named by its signature, too, and found no more under that name.
int placeInStack(const PassDescription& pass);

/// The findings of a kernel that may be put together by hand, in the order in which they may be stacked, as tuning
/// stacks them: all that are applicable.
std::vector<Opportunity> stackableFindings(const KernelSummary& kernel, const PassDescriptions& passes);

/// The steps with that finding added at its place in the order of `stackable`, or without it where they have it. A
/// finding that is not stackable is not added.
VariantSteps toggledStep(const VariantSteps& steps, const VariantStep& step, const std::vector<Opportunity>& stackable);

}  // namespace warpwright
