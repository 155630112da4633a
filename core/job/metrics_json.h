#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/model/memory/launch_metrics.h"

namespace warpwright::memsim {

/// `launches[].metrics` of `run --format json`: every named metric under its name with its unit, and a row a place in
/// the source. A range is {"low", "high"}, a count a number.
void to_json(nlohmann::json& json, const LaunchMetrics& metrics);
/// Reads it. May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, LaunchMetrics& metrics);

}  // namespace warpwright::memsim
