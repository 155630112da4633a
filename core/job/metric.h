#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/job/replay_job.h"

namespace warpwright {

/// A quantity that a replay gives, with what people need to read it.
struct MetricInfo {
  std::string tag;   ///< "engine/accesses": stable, for files and options
  std::string name;  ///< "Accesses"
  std::string unit;  ///< "accesses"
  std::string description;
  bool lowerIsBetter = true;
};

/// The tag of what the timing model ranks by.
inline constexpr const char* modelCost = "model/cost";

/// What replays on the CPU engine give: counts of the engine, and, where a launch is traced, those of the memory model
/// as "model/NAME" and its ranking as "model/cost". None of them is a time.
const std::vector<MetricInfo>& engineMetrics();
/// Those that `tags` names (separated by commas; "all": all; empty: those that need no trace). Errors: an unknown one,
/// with those there are.
Result<std::vector<MetricInfo>> selectMetrics(const std::string& tags);
/// True where launches have to be traced for one of them.
bool needTrace(const std::vector<MetricInfo>& metrics);

/// Values by tag, as far as the run has them; of a range the middle.
std::map<std::string, double> metricsOf(const ReplayRun& run);

}  // namespace warpwright
