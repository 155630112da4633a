#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/model/memory/launch_metrics.h"

namespace warpwright {

/// `launches[].metrics` of `run --format json`: every named metric under its name with its unit, and a row a place in
/// the source. A range is {"low", "high"}, a count a number.
nlohmann::json toJson(const memsim::LaunchMetrics& metrics);
/// Reads what `toJson` wrote. May throw nlohmann::json::exception.
memsim::LaunchMetrics launchMetricsFromJson(const nlohmann::json& json);

}  // namespace warpwright
