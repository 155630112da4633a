#pragma once

#include <string>
#include <vector>

#include "core/cache_policy/choose_policy.h"
#include "core/opportunity/opportunity.h"

namespace warpwright {

/// The parameter of a `cache_policy` finding that stands for the load; empty: it has none, so that the load stays as it is.
std::string parameterOf(const Opportunity& finding, const KernelLoad& load);

/// The values with which the finding writes the policy. Loads that it cannot change stay as they are.
ParameterValues valuesOf(const Opportunity& finding, const std::vector<KernelLoad>& loads,
                         const std::vector<memsim::CacheOperator>& operators);

/// What to try first on a GPU: the choice, then the solutions that it was made from, as far as the finding can write them;
/// each once, and once more with its loads evicted first. Not "bypass all", unless it was chosen: it may take ten times as long.
std::vector<ParameterValues> predictedPolicies(const Opportunity& finding, const PolicyChoice& choice);

}  // namespace warpwright
