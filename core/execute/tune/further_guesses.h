#pragma once

#include <optional>
#include <vector>

#include "core/execute/tune/first_guesses.h"

namespace warpwright {

/// What a search tries where changes have made others possible, which the text before does not have: barriers that are
/// one warp's once its threads do the work of the block, blocks of another size once no barrier is the block's, what a
/// copy for observed launches has. It goes on from bases: the best so far, the same with one warp left of each block,
/// and what was found on top of these. What can be changed in their texts has to be told (learn).
class FurtherGuesses {
 public:
  /// `changes`: of the original.
  explicit FurtherGuesses(std::vector<TunableChange> changes) : changes_(std::move(changes)) {}

  /// The next one to judge of what was learned, by what is known. None: all of that is known.
  std::optional<VariantSteps> next(const TuningHistory& history) const;
  /// Of which variant it has to know what can be changed in its text. None: of no more of them. Asked for once `next`
  /// has none.
  std::optional<VariantSteps> wanted(const TuningHistory& history) const;
  /// `changes`: what is applicable in the text of the variant, in the order in which it may be stacked; empty: nothing.
  void learn(const VariantSteps& base, const std::vector<TunableChange>& changes);
  /// How many there are at most of what was learned.
  size_t most() const;

 private:
  struct Base {
    VariantSteps steps;
    std::vector<TunableChange> changes;  ///< that are new there
    FirstGuesses guesses;
  };

  const TunableChange* find(const std::string& opportunity) const;
  bool isBase(const VariantSteps& steps) const;
  std::optional<VariantSteps> withOneWarp(const TuningHistory& history) const;

  std::vector<TunableChange> changes_;
  std::vector<Base> bases_;
};

}  // namespace warpwright
