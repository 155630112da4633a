#pragma once

#include <optional>
#include <vector>

#include "core/execute/tune/first_guesses.h"

namespace warpwright {

/// What a search tries where changes have made others possible, which the text before does not have: barriers that are
/// one warp's once its threads do the work of the block, blocks of another size once no barrier is the block's, what a
/// copy for observed launches has. It goes on from bases: the best so far, the same with one warp left of each block,
/// and what was found on top of these. What can be changed in their texts has to be told (learn).
///
/// Merging threads down to one warp is a way that pays only at its end, where exchanges between lanes stand for memory
/// and barriers and blocks have the size that suits them: by itself it is slower than a smaller factor. So is merging
/// down to half of one, where blocks of 16 × 16 leave each thread a column for itself, that needs no barriers. So both
/// are gone early, beside the first guesses, as long as they are not far behind the best.
class FurtherGuesses {
 public:
  /// `changes`: of the original.
  explicit FurtherGuesses(std::vector<TunableChange> changes) : changes_(std::move(changes)) {}

  /// The next one to judge of what was learned, by what is known. `early`: beside the first guesses, for which a base
  /// that is not next to the best has no more than a guess of each pass. None: all of that is known.
  std::optional<VariantSteps> next(const TuningHistory& history, bool early) const;
  /// Of which variants it has to know what can be changed in their texts, the one that matters most first. None: of no
  /// more of them. Asked for once `next` has none.
  std::vector<VariantSteps> wanted(const TuningHistory& history) const;
  /// The same on the ways down to one warp and half of one. Asked for once each pass' guess is known.
  std::vector<VariantSteps> wantedEarly(const TuningHistory& history) const;
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

  static std::optional<VariantSteps> nextOn(const Base& base, const TuningHistory& history, bool early);
  const TunableChange* find(const std::string& opportunity) const;
  bool isBase(const VariantSteps& steps) const;
  std::vector<VariantSteps> newBases(std::vector<VariantSteps> all, size_t most) const;
  std::optional<TunableChange> alongOthers(const VariantSteps& base, TunableChange merging) const;
  bool isInOtherOrder(const VariantSteps& base, const TunableChange& merging) const;
  std::optional<VariantSteps> withOneWarp(const TuningHistory& history) const;
  std::vector<VariantSteps> mergedDown(const TuningHistory& history) const;

  std::vector<TunableChange> changes_;
  std::vector<Base> bases_;
};

}  // namespace warpwright
