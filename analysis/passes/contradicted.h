#pragma once

#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/pass.h"
#include "core/finding/opportunity.h"

namespace warpwright::passes {

/// Refuses those applicable findings that rest on two memories lying apart where a launch in the host code passes one
/// and the same for both: `k<<<…>>>(a, a)`, `(o + 1, o)`, one variable twice in a structure; all of them where a launch
/// is one that GPUs refuse. The reason names the launch's line. Where it is not understood what a launch passes, they
/// become unknown.
void refuseContradicted(const model::ParsedKernel& kernel, std::vector<Opportunity>& found);

/// Is the finding one that no launch contradicts? Errors: the reason why it is not.
Status checkContradicted(const Pass& pass, const model::ParsedKernel& kernel, const std::string& id,
                         const Device& device, std::stop_token stop);

}  // namespace warpwright::passes
