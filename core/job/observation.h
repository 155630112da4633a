#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/source_range.h"
#include "core/kernel/observed_launch.h"

namespace warpwright {

/// One launch as the worker that runs the program tells it, before it begins: what it is like only the first time.
struct Observation {
  uint32_t kernel = 0;             ///< which kernel, from 0 in the order in which they are first launched
  std::optional<uint32_t> number;  ///< which of its different launches, likewise; absent: unlike all that are kept
  std::optional<ObservedLaunch> launch;  ///< of a number that is new
  SourcePosition definedAt;              ///< of the kernel, with `launch`
};

/// Counts one more launch. `kernels`: what was seen so far; an observation that does not follow on it is left out.
void addObservation(std::vector<ObservedKernel>& kernels, Observation observation);

void to_json(nlohmann::json& json, const Observation& observation);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, Observation& observation);

}  // namespace warpwright
