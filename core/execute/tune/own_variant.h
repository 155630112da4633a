#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/execute/tune/tune.h"
#include "core/report/tuning_table.h"

namespace warpwright {

/// A variant that the user wrote, as one of a tuning: the files that differ from the program's, each with both texts.
/// Its number is that of the same text in `known`, or the next one there; null: nothing is known.
VariantRecord ownVariant(std::vector<VariantFile> files, const TuningTable* known);

/// Judges what the user wrote before what the strategy has to try, which never hears of it: nothing is tried on top of
/// such a text.
class OwnFirst : public TuningStrategy {
 public:
  /// `alone`: it is done with the user's variants. `after` outlives it.
  OwnFirst(TuningStrategy& after, std::vector<VariantRecord> own, bool alone)
      : after_(after), own_(std::move(own)), alone_(alone) {}

  std::string name() const override { return after_.name(); }
  std::optional<VariantSteps> next(const TuningHistory& history) const override;
  std::vector<VariantSteps> wanted(const TuningHistory& history) const override;
  void learn(const VariantSteps& variant, const std::vector<TunableChange>& changes) override {
    after_.learn(variant, changes);
  }
  size_t mostVariants() const override { return after_.mostVariants() + own_.size(); }
  /// Nothing is left to try, of the strategy either.
  bool isComplete(const TuningHistory& history) const;

 private:
  std::optional<VariantSteps> nextAfter(const TuningHistory& history) const;

  TuningStrategy& after_;
  std::vector<VariantRecord> own_;
  bool alone_;
};

/// Gives what the user wrote as it is; `others` makes all the others, and outlives it.
class OwnMaker : public VariantMaker {
 public:
  OwnMaker(VariantMaker& others, std::vector<VariantRecord> own) : others_(others), own_(std::move(own)) {}

  Result<VariantRecord> make(const VariantSteps& steps, std::stop_token stop) override;
  Result<std::vector<TunableChange>> changesOf(const VariantSteps& steps, std::stop_token stop) override {
    return others_.changesOf(steps, std::move(stop));
  }
  size_t ahead() const override { return others_.ahead(); }

 private:
  VariantMaker& others_;
  std::vector<VariantRecord> own_;
};

}  // namespace warpwright
