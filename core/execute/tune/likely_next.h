#pragma once

#include <functional>
#include <vector>

#include "core/execute/tune/strategy.h"

namespace warpwright {

/// What the strategy is likely to ask for next, at most `most` variants: the first of them is what it asks for now, the
/// others come after it by how that and what follows may turn out, the likeliest first. `cannotBeMade`: is that known
/// of a variant? Empty: it is done.
std::vector<VariantSteps> likelyNext(const TuningStrategy& strategy, const TuningHistory& history, size_t most,
                                     const std::function<bool(const VariantSteps&)>& cannotBeMade = {});

}  // namespace warpwright
