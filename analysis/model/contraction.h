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
/// were apart; and a product of what is a constant then is rounded before the sum sees it. A product is settled where
/// no sum ever takes it, or where all that take it stand beside it and one of its factors is never a constant.
///
/// `kernels`: mangled names. Empty: all products are settled. Else why not, with the line, as the rest of a sentence.
Message openContraction(const frontend::ParsedUnit& unit, const std::vector<std::string>& kernels);

}  // namespace warpwright::model
