#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/passes/pass.h"

namespace warpwright::passes {

/// What a pass says of a kernel as a whole, at the kernel's name; still without a verdict.
Opportunity kernelOpportunity(const PassDescription& pass, const model::ParsedKernel& kernel, Message title);

/// The error of a change to a kernel that was found once and is not there any more.
Error goneError(const Opportunity& opportunity);

/// The value of a parameter that is a number above 0; `otherwise` where it is not given, or no such number.
uint32_t numberOf(const ParameterValues& values, const std::string& name, uint32_t otherwise);

/// A parameter that is one of these numbers.
Parameter offeredNumbers(const std::string& name, const std::vector<unsigned>& numbers);
/// Which of them is given, written as it was offered; the first where none is. Errors: another. Requires: there are
/// some.
Result<unsigned> chosenNumber(const ParameterValues& values, const std::string& name,
                              const std::vector<unsigned>& numbers);

}  // namespace warpwright::passes
