#pragma once

#include <stop_token>
#include <string>

#include "core/execute/place/worker_place.h"

namespace warpwright {

/// Reaches a target as a measurement would: one sentence that says what is there ("The CPU engine
/// is ready on HOST, for 4 variants at once."). Errors: it cannot be used (why, and what to do).
/// For a recording nothing is looked at.
Result<std::string> checkTarget(const Target& target, const PlacedProgress& progress, std::stop_token stop);

}  // namespace warpwright
