#pragma once

#include <optional>
#include <vector>

#include "core/execute/tune/tuning_space.h"

namespace warpwright {

/// What a search begins with where several passes have found something, so that little time is spent on each of them
/// and not on one alone: a good guess of every pass by itself; other values of the one that gained most; those that
/// gained on top of each other, and with them what costs nothing; then other values of the rest.
class FirstGuesses {
 public:
  /// On top of others one pass alone is worth guessing, and what costs nothing makes room for more even where nothing
  /// gains.
  enum class Where { original, onTop };

  /// Changes of one pass that have no parameters are one guess together: each array in registers leaves room for the
  /// next, and a barrier goes with the last of them. Where they slow the kernel down or cannot be made, and of others,
  /// the one that promises most stands for all. Those that are guarded are guessed by themselves.
  explicit FirstGuesses(const std::vector<TunableChange>& changes, Where where = Where::original);

  /// The next one to judge, by what is known. None: all that this begins with is known.
  std::optional<VariantSteps> next(const TuningHistory& history) const;
  /// Is a guess of every pass by itself judged?
  bool knowsEach(const TuningHistory& history) const;
  /// There is nothing to guess.
  bool isEmpty() const { return guesses_.empty(); }
  /// How many there are at most.
  size_t most() const;

 private:
  class Walk;
  /// What stands for a pass.
  struct Guess {
    std::vector<size_t> all;  ///< places of its changes in `changes_`
    size_t one = 0;           ///< of the one that promises most
  };

  std::vector<TunableChange> changes_;  ///< in the order in which they may be stacked
  std::vector<Guess> guesses_;          ///< one a pass
  Where where_;
};

}  // namespace warpwright
