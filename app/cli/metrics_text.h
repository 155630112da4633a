#pragma once

#include <string>
#include <vector>

#include "core/job/engine_job.h"

namespace warpwright::cli {

/// Names from `--metrics`: "all", or names with commas between, ours or those of Nsight Compute. Errors: an unknown
/// name.
Result<std::vector<std::string>> metricNames(const std::string& list);

/// What the launches of a run ask of memory, kernel by kernel: the chosen metrics (all where `names` is empty), then a
/// row for each access in the source.
std::string metricsText(const EngineRun& run, const std::vector<std::string>& names);

}  // namespace warpwright::cli
