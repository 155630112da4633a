#pragma once

#include <optional>
#include <string>

#include "core/finding/analysis_result.h"

namespace warpwright {

/// What a change takes out of its kernel, counted in the text before any run. It is no time: it tells in which order
/// findings are worth looking at.
struct ExpectedGain {
  double share = 0;   ///< of all things of that kind in the kernel, 0 … 1
  std::string words;  ///< "−35 % shared"
  std::string why;    ///< "9 of 26 accesses to shared memory go, as they are counted in the text"
};

/// Absent where the finding tells no counts, or nothing goes.
std::optional<ExpectedGain> expectedGain(const Opportunity& opportunity, const KernelSummary& kernel);

/// What findings are sorted by, more first: what the model expects in time where it was asked, else what goes by the
/// text, else 0. Verdicts come before it.
double gainRank(const Opportunity& opportunity, const KernelSummary& kernel);

}  // namespace warpwright
