#pragma once

#include <stop_token>

#include "analysis/analyzer/rounding_check.h"
#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/pass.h"
#include "core/finding/opportunity.h"

namespace warpwright::analysis {

/// Why a change may round otherwise, and who tells whether it does.
struct FindingRounding {
  Message why;             ///< empty: it does not
  bool isAssumed = false;  ///< what the code does not tell of it
  RoundingCheck::Answer answer;
};

/// What is asked of a change that the pass makes of the kernel.
RoundingCheck::Subject subjectOf(const passes::Pass& pass, const model::ParsedKernel& kernel,
                                 const frontend::ParseOptions& options);

/// What the code of both texts says becomes part of a finding that is applicable: what it rests on, or why it is
/// unknown. True: it rests on the code of all functions that the kernel calls.
bool sayRounding(Opportunity& shown, const FindingRounding& rounds, const RoundingCheck& rounding,
                 const std::stop_token& stop);

}  // namespace warpwright::analysis
