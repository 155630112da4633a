#pragma once

#include <cstdint>
#include <string>

#include "analysis/passes/pass.h"

namespace warpwright::passes {

/// What a pass says of a kernel as a whole, at the kernel's name; still without a verdict.
Opportunity kernelOpportunity(const PassDescription& pass, const model::ParsedKernel& kernel, Message title);

/// The error of a change to a kernel that was found once and is not there any more.
Error goneError(const Opportunity& opportunity);

/// The value of a parameter that is a number above 0; `otherwise` where it is not given, or no such number.
uint32_t numberOf(const ParameterValues& values, const std::string& name, uint32_t otherwise);

}  // namespace warpwright::passes
