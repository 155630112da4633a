#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/runner/replay_job.h"

namespace warpwright {

/// A quantity that a replay gives, with what people need to read it.
struct MetricInfo {
  std::string tag;          ///< "engine/accesses": stable, for files and options
  std::string name;         ///< "Accesses"
  std::string unit;         ///< "accesses"
  std::string description;
  bool lowerIsBetter = true;
};

/// What replays on the CPU engine give: counts. None of them is a time.
const std::vector<MetricInfo>& engineMetrics();
/// Those that `tags` names (separated by commas; empty: all). Errors: an unknown one, with those there are.
Result<std::vector<MetricInfo>> selectMetrics(const std::string& tags);

/// Values by tag, as far as the run has them.
std::map<std::string, double> metricsOf(const ReplayRun& run);

}  // namespace warpwright
