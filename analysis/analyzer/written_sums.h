#pragma once

#include <stop_token>

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

/// The lines of the kernel, and of what it calls, whose statements leave compilers no choice (rewrite::RoundedLines).
WrittenLines writtenLines(const model::ParsedKernel& kernel);

/// Writes how a kernel rounds its sums and products (rewrite::writeRounding) as nvcc rounds them: the code that it
/// makes of both texts is compared. A change of the text that it gives leaves compilers nothing to choose. Where
/// writing all of them makes another code (a value that was chosen without a branch), only statements of which nvcc
/// makes a sum and a product one operation are written. Functions that it calls and that compute, too, get a copy for
/// it (rewrite::copyCalled). Errors (input): what cannot be written, or copied; the codes differ, or that they do not
/// is not known; cancelled.
Result<Rewrite> writtenSums(const SumTools& tools, const model::ParsedKernel& kernel, const std::stop_token& stop);

}  // namespace warpwright::analysis
