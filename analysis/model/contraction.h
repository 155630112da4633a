#pragma once

#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/message.h"

namespace warpwright::model {

/// Would compilers round a kernel's results as they do now if values that they do not know yet were constants?
///
/// `a * b + c` is rounded once where product and sum stand in one stretch of code without branches (contraction, nvcc's
/// default), else twice. Constants decide branches and unroll loops, which may bring a product and a sum together that
/// were apart; and a product of what is a constant then is rounded before the sum sees it. What
/// is hoisted, and what unrolled rounds share, may choose another product of a sum: that is not followed, so a kernel
/// that both multiplies and adds is open in any case, with the sharpest reason that is seen.
///
/// `kernels`: mangled names. Empty: nothing is open. Else what is, with the line if there is one, as the rest of a
/// sentence.
Message openContraction(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels);

}  // namespace warpwright::model
