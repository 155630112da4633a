#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/job/engine_job.h"

namespace warpwright {

/// What a program asks of memory, beside a variant of it where there is one.
struct TracedPrograms {
  std::optional<Error> failure;      ///< why a run did not come to its end; then the rest is empty
  uint64_t launches = 0;             ///< of the original
  std::vector<KernelTrace> kernels;  ///< without a variant both sides are the original
};

/// Runs a program on the CPU engine, then its variant, and traces both. Nothing is checked or recorded, whatever the
/// jobs say. Errors: no worker, cancelled.
Result<TracedPrograms> traceWith(const RunEngine& runEngine, EngineJob original, std::optional<EngineJob> variant,
                                 const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);

/// The two jobs of a verification.
struct ChangedProgram {
  EngineJob original, variant;
};

/// A program and the same with other texts. What changes rest on is checked in both while they run, as far as it can
/// be: `checks`, from `checksOf`; block shapes in the original only, for a change may alter them.
ChangedProgram changedProgram(EngineJob program, const std::map<std::string, std::string>& after,
                              std::vector<std::string> checks);

/// "descend: block=256,1,1": what a run can check of the assumptions of a change, for its kernel alone. A program may
/// launch others, too.
std::vector<std::string> checksOf(const Opportunity& opportunity);

}  // namespace warpwright
