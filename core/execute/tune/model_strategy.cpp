#include <algorithm>
#include <tuple>

#include "core/execute/tune/strategy.h"
#include "core/model/memory/timing.h"

namespace warpwright {
namespace {

using Kind = TunableChange::Kind;

/// One change with its values: what a round may add.
struct Addition {
  const TunableChange* change = nullptr;
  ParameterValues values;
};

bool moves(const TunableChange& change) {
  return change.kind == Kind::promotion || change.kind == Kind::placement;
}

/// One change at a time on top of the best so far: each round judges all that may come next and keeps the one that the
/// model ranks first. It ends where the best of a round gains less than the model's band.
class ModelStrategy : public TuningStrategy {
 public:
  explicit ModelStrategy(std::vector<TunableChange> changes) : changes_(std::move(changes)) {
    for (const TunableChange& change : changes_) addValues(change);
  }

  std::string name() const override { return "model"; }

  std::optional<VariantSteps> next(const TuningHistory& history) const override {
    const TuningOutcome* original = history.find({});
    if (!original) return VariantSteps();
    if (!original->accepted || !original->score) return std::nullopt;
    std::vector<Addition> chosen;
    double score = *original->score;
    for (;;) {
      const Addition* best = nullptr;
      double bestScore = score;
      for (const Addition& addition : additions_) {
        if (!fits(addition, chosen)) continue;
        const VariantSteps steps = stepsOf(chosen, addition);
        const TuningOutcome* outcome = history.find(steps);
        if (!outcome) return steps;
        if (!outcome->accepted || !outcome->score || *outcome->score >= bestScore) continue;
        best = &addition;
        bestScore = *outcome->score;
      }
      if (best == nullptr || score < bestScore * (1 + memsim::estimateBand)) return std::nullopt;
      chosen.push_back(*best);
      score = bestScore;
    }
  }

  size_t mostVariants() const override {
    size_t most = 1;
    for (size_t rounds = 0; rounds < changes_.size(); ++rounds)
      most += additions_.size() - std::min(additions_.size(), rounds);
    return most;
  }

 private:
  /// The first value of each parameter; of a compaction factor each that merges threads.
  void addValues(const TunableChange& change) {
    std::vector<ParameterValues> all{{}};
    for (const Parameter& parameter : change.parameters) {
      if (parameter.name != "c_factor") continue;
      all.clear();
      for (const std::string& value : parameter.values) {
        if (value != "1") all.push_back({{parameter.name, value}});
      }
    }
    for (ParameterValues& values : all) additions_.push_back({&change, std::move(values)});
  }

  static bool fits(const Addition& addition, const std::vector<Addition>& chosen) {
    return std::none_of(chosen.begin(), chosen.end(), [&](const Addition& made) {
      const bool alternatives =
          moves(*made.change) && moves(*addition.change) && made.change->subject == addition.change->subject;
      return made.change == addition.change || alternatives;
    });
  }

  /// Data is moved before threads are merged.
  static VariantSteps stepsOf(std::vector<Addition> chosen, const Addition& more) {
    chosen.push_back(more);
    std::stable_sort(chosen.begin(), chosen.end(), [](const Addition& a, const Addition& b) {
      return std::tie(a.change->kind, a.change) < std::tie(b.change->kind, b.change);  // in their order
    });
    VariantSteps steps;
    for (const Addition& addition : chosen) steps.push_back({addition.change->opportunity, addition.values});
    return steps;
  }

  const std::vector<TunableChange> changes_;
  std::vector<Addition> additions_;
};

}  // namespace

std::unique_ptr<TuningStrategy> makeModelStrategy(std::vector<TunableChange> changes) {
  return std::make_unique<ModelStrategy>(std::move(changes));
}

}  // namespace warpwright
