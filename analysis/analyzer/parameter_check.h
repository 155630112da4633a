#pragma once

#include <string>

#include "analysis/passes/pass.h"
#include "core/base/result.h"

namespace warpwright::analysis {

/// Does the finding have these parameters, with these values? Proofs are not made twice: the context keeps them.
Status checkValues(const passes::Pass& pass, const passes::KernelContext& context, const std::string& id,
                   const ParameterValues& values);

/// The second value of each parameter that has one: the first may leave everything as it is.
ParameterValues secondValues(const Opportunity& finding);

}  // namespace warpwright::analysis
