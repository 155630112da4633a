#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/finding/opportunity.h"

namespace warpwright::analysis {

/// Do applicable findings have these parameters, with these values?
Status checkValues(const std::vector<Opportunity>& findings, const ParameterValues& values);

/// The second value of each parameter that has one: the first may leave everything as it is.
ParameterValues secondValues(const Opportunity& finding);

}  // namespace warpwright::analysis
