#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "analysis/analyzer/guarded_findings.h"
#include "analysis/passes/pass.h"

namespace warpwright::analysis {

/// A kernel of which no launch can choose a copy may ask itself for what the guard asks (passes::Pass::askInKernel).
/// Puts what can be changed so in the place of what was unknown. Errors: cancelled; those of the modelling.
Status addAskingKernel(const GuardTools& tools, const frontend::ParsedUnit& unit, KernelSummary& kernel,
                       const Guard& guard, const std::stop_token& stop);

/// What is asked of the rounding of such a change.
RoundingCheck::Subject askingSubject(const passes::Pass& pass, const model::ParsedKernel& kernel,
                                     const frontend::ParseOptions& options);

/// The change of such a finding, once more. `id`: without the guard. Nothing: the unit has no such finding. Errors: why
/// it cannot be made; those of the modelling.
struct AskingRewrite {
  const passes::Pass& pass;
  model::ParsedKernel kernel;
  Rewrite change;
};
Result<std::optional<AskingRewrite>> askingRewrite(const GuardTools& tools, const frontend::ParsedUnit& unit,
                                                   const std::string& id, const Guard& guard,
                                                   const std::stop_token& stop);

}  // namespace warpwright::analysis
