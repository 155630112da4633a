#pragma once

#include <string>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/model/cache_policy/choose_policy.h"

namespace warpwright {

/// The parameter of a `cache_policy` finding that stands for the load; empty: it has none, so that the load stays as it
/// is.
std::string parameterOf(const Opportunity& finding, const KernelLoad& load);

/// The values with which the finding writes the policy. Loads that it cannot change stay as they are.
ParameterValues valuesOf(const Opportunity& finding, const std::vector<KernelLoad>& loads,
                         const std::vector<memsim::CacheOperator>& operators);

/// What to try first on a GPU: the choice, then the solutions that it was made from, as far as the finding can write
/// them; each once, and once more with its loads evicted first. Not "bypass all", unless it was chosen: it may take ten
/// times as long.
std::vector<ParameterValues> predictedPolicies(const Opportunity& finding, const PolicyChoice& choice);

/// Up to how many loads every choice between cache and bypass is judged: 63 beside the plain kernel.
inline constexpr size_t mostLoadsToEnumerate = 6;

/// Every choice between two operators for loads with these parameters: each load as it is (its first value) or with its
/// second, the load left out where it is as it is. Fewer changes first; not the source as it is. Empty: more than
/// `mostLoadsToEnumerate` loads, or one without a second value.
std::vector<ParameterValues> everyPolicy(const std::vector<Parameter>& loads);

}  // namespace warpwright
