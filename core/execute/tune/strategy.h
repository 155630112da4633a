#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/execute/tune/tuning_space.h"

namespace warpwright {

/// In which order variants are judged, and when to stop.
class TuningStrategy {
 public:
  virtual ~TuningStrategy() = default;
  virtual std::string name() const = 0;
  /// The next variant to judge; none: done. Depends on the history alone, so that a tuning that was killed goes on
  /// where it stood. The original (no steps) comes first.
  virtual std::optional<VariantSteps> next(const TuningHistory& history) const = 0;
  /// Of which variants it has to know what can be changed in their texts before it says what comes next, the one that
  /// matters most first; none: it knows what it wants to.
  virtual std::vector<VariantSteps> wanted(const TuningHistory& /*history*/) const { return {}; }
  /// Tells it: what is applicable there, in the order in which it may be stacked. A tuning that goes on asks again.
  virtual void learn(const VariantSteps& /*variant*/, const std::vector<TunableChange>& /*changes*/) {}
  /// How many variants there may be at most of what it knows, the original among them.
  virtual size_t mostVariants() const = 0;
};

/// First a good guess of each pass, and what gained on top of each other (FirstGuesses), beside the way down to one
/// warp; what is possible only in the text of the best of these (FurtherGuesses). Then the order of CGO'15,
/// section 3.3: arrays into registers one by one, those with the most references first, until one more makes it slower;
/// then arrays out of shared memory, the largest first, likewise; then compaction by powers of two. Other changes are
/// tried one by one in between; at the end what was left out is tried once more below the compaction, then parameters
/// beside the compaction factor, then the factors next to the best. Times within a hundredth go on as if they were the
/// same. A cache policy comes last, on top of the best: what was predicted; of up to six loads every choice between
/// cache and bypass; then single loads. Each is kept where it is faster for certain. A change that is not possible on
/// top of the others is left out.
std::unique_ptr<TuningStrategy> makePrunedStrategy(std::vector<TunableChange> changes);

/// Every combination of changes and parameter values, fewer changes first; of a cache policy every operator of every
/// load. Errors: more than `most` of them.
Result<std::unique_ptr<TuningStrategy>> makeExhaustiveStrategy(std::vector<TunableChange> changes, size_t most = 4096);

/// One change at a time, the one first that brings the most by the score; ends where the next would bring less than the
/// band of the timing model, which cannot tell such variants apart.
std::unique_ptr<TuningStrategy> makeModelStrategy(std::vector<TunableChange> changes);

/// What `makeStrategy` knows, the first is the default.
const std::vector<std::string>& strategyNames();

/// One of `strategyNames`. Errors: another name (usage), too many combinations.
Result<std::unique_ptr<TuningStrategy>> makeStrategy(const std::string& name, std::vector<TunableChange> changes);

}  // namespace warpwright
