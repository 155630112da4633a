#pragma once

#include <stop_token>
#include <vector>

#include "analysis/analyzer/rounding_check.h"
#include "analysis/analyzer/several_units.h"
#include "analysis/frontend/parsed_unit.h"
#include "analysis/model/kernel_modeler.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// What it takes to write sums and to ask whether they are rounded as before.
struct SumTools {
  const frontend::ParseOptions& options;
  SharedTexts& sharedTexts;
  RoundingCheck& rounding;
};

/// Writes how a kernel, and the functions of the project that it calls, round their sums and products
/// (rewrite::writeRounding), as nvcc rounds them: the code that it makes of both texts is compared, of each kernel that
/// calls one of these functions. A change of the text that it gives leaves compilers nothing to choose.
/// `kernels`: all of the unit; `kernel` is one of them. Errors (input): what cannot be written, or where the codes
/// differ, or that this is not known; cancelled.
Result<Rewrite> writtenSums(const SumTools& tools, const std::vector<model::ParsedKernel>& kernels,
                            const model::ParsedKernel& kernel, const std::stop_token& stop);

}  // namespace warpwright::analysis
