#pragma once

#include <optional>
#include <vector>

#include "core/execute/tune/tuning_space.h"

namespace warpwright {

/// What a search begins with where several passes have found something, so that little time is spent on each of them
/// and not on one alone: a good guess of every pass by itself; other values of the one that gained most; those that
/// gained on top of each other; then other values of the rest.
class FirstGuesses {
 public:
  /// Of several changes of a pass the one that promises most stands for all; of those that are guarded, another one.
  explicit FirstGuesses(const std::vector<TunableChange>& changes);

  /// The next one to judge, by what is known. None: all that this begins with is known.
  std::optional<VariantSteps> next(const TuningHistory& history) const;
  /// How many there are at most.
  size_t most() const;

 private:
  class Walk;

  std::vector<TunableChange> leads_;  ///< one a pass, in the order in which they may be stacked
};

}  // namespace warpwright
