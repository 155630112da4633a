#pragma once

#include <vector>

#include "core/finding/analysis_result.h"
#include "core/session/tuning_history.h"

namespace warpwright {

/// The findings of a kernel that may be put together by hand, in the order in which they may be stacked, as tuning
/// stacks them: all that are applicable.
std::vector<Opportunity> stackableFindings(const KernelSummary& kernel, const PassDescriptions& passes);

/// The steps with that finding added at its place in the order of `stackable`, or without it where they have it. A
/// finding that is not stackable is not added.
VariantSteps toggledStep(const VariantSteps& steps, const VariantStep& step, const std::vector<Opportunity>& stackable);

}  // namespace warpwright
