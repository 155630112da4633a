#include <algorithm>

#include "core/execute/tune/change_values.h"
#include "core/execute/tune/first_guesses.h"
#include "core/execute/tune/further_guesses.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/execute/tune/strategy.h"

namespace warpwright {
namespace {

using Kind = TunableChange::Kind;

/// What a time may lose and still be a step on the way to something better: several that each change next to nothing
/// may make room for one that brings much.
constexpr double stepsTolerance = 0.01;

/// Does it cost more than a step on the way may?
bool costsTooMuch(const TuningOutcome& judged, const TuningOutcome& before) {
  const double tolerated = judged.scoreLow ? 1 + stepsTolerance : 1;
  return judged.scoreLow.value_or(*judged.score) > before.scoreHigh.value_or(*before.score) * tolerated;
}

class PrunedStrategy : public TuningStrategy {
 public:
  explicit PrunedStrategy(std::vector<TunableChange> changes)
      : changes_(std::move(changes)), first_(changes_), further_(changes_) {}

  std::string name() const override { return "pruned"; }

  std::optional<VariantSteps> next(const TuningHistory& history) const override {
    const auto begin = beginning(history);
    if (begin && !isEarly(history)) return begin;
    if (const auto further = further_.next(history, begin.has_value())) return further;
    return begin ? begin : Walk(*this, history).next();
  }

  std::vector<VariantSteps> wanted(const TuningHistory& history) const override {
    const bool begins = beginning(history).has_value();
    if (!history.find({}) || (begins && !isEarly(history)) || further_.next(history, begins)) return {};
    return begins ? further_.wantedEarly(history) : further_.wanted(history);
  }
  void learn(const VariantSteps& variant, const std::vector<TunableChange>& changes) override {
    further_.learn(variant, changes);
  }

  size_t mostVariants() const override {
    const auto compactions = std::count_if(changes_.begin(), changes_.end(),
                                           [](const TunableChange& change) { return change.kind == Kind::compaction; });
    const bool compacts = compactions > 0;
    size_t count = 1 + first_.most() + further_.most(), steps = 0, mostFactors = 0;
    for (const TunableChange& change : changes_) {
      if (change.kind == Kind::compaction) {
        steps += std::min<size_t>(2, dimensionsOf(change).size());
        mostFactors = std::max(mostFactors, factorsOf(change).size());
      }
      if (change.kind == Kind::policy) {
        count += change.predicted.size() + everyPolicy(change.parameters).size();
        for (const Parameter& parameter : change.parameters)
          count += parameter.values.size() - std::min<size_t>(1, parameter.values.size());
        continue;
      }
      if (compacts && change.kind != Kind::compaction) ++count;  // reconsidered
      const size_t factors = factorsOf(change).size(), dimensions = dimensionsOf(change).size();
      const size_t times =
          change.kind == Kind::compaction && compactions > 1 ? 2 : 1;  // once more on top of the others
      count += times * std::max<size_t>(1, factors * (2 * dimensions - 1)) +
               (factors > 1 ? 2 * std::min<size_t>(dimensions, 2) : 0);
      for (const Parameter& parameter : change.parameters) {
        if (parameter.name != factorName && parameter.name != dimensionName)
          count += parameter.values.size() - std::min<size_t>(1, parameter.values.size());
      }
    }
    // Each compaction left out once, and the others raised.
    if (steps > 2) count += steps * (1 + (steps - 1) * mostFactors);
    return count;
  }

 private:
  /// Goes the way of the search as far as the history knows it.
  class Walk {
   public:
    Walk(const PrunedStrategy& strategy, const TuningHistory& history) : strategy_(strategy), history_(history) {}

    std::optional<VariantSteps> next() {
      const TuningOutcome* original = outcome({});
      if (!original || !original->accepted || !original->score) return wanted_;
      bestOutcome_ = original;
      const bool known = stack(Kind::promotion, &TunableChange::references) &&
                         stack(Kind::placement, &TunableChange::bytes) &&
                         stack(Kind::other, &TunableChange::references) && compact() && reconsider() &&
                         tryOtherValues() && tryNextFactors() && leaveOneOut() && choosePolicies();
      return known ? std::nullopt : wanted_;
    }

   private:
    /// Null: not judged yet; it is what is wanted next.
    const TuningOutcome* outcome(const VariantSteps& steps) {
      const TuningOutcome* found = history_.find(steps);
      if (!found && areKnownApart(history_, strategy_.changes_, steps)) return &apart_;
      if (!found && !wanted_) wanted_ = steps;
      return found;
    }
    void keepBest(const VariantSteps& steps, const TuningOutcome& judged) {
      if (*judged.score >= *bestOutcome_->score) return;
      best_ = steps;
      bestOutcome_ = &judged;
    }
    bool isMoved(const TunableChange& change, const VariantSteps& steps) const {
      return std::any_of(steps.begin(), steps.end(), [&](const VariantStep& step) {
        const TunableChange* other = strategy_.find(step.opportunity);
        return other && other->subject == change.subject && other->kind != Kind::other &&
               other->kind != Kind::compaction;
      });
    }

    /// One change after the other, while none makes it worse.
    bool stack(Kind kind, double TunableChange::* rank) {
      std::vector<const TunableChange*> group;
      for (const TunableChange& change : strategy_.changes_) {
        if (change.kind == kind) group.push_back(&change);
      }
      std::stable_sort(group.begin(), group.end(), [&](const auto* a, const auto* b) { return a->*rank > b->*rank; });
      VariantSteps steps = best_;
      const TuningOutcome* least = bestOutcome_;  // of the stack
      for (const TunableChange* change : group) {
        if (kind != Kind::other && isMoved(*change, steps)) continue;
        VariantSteps more = steps;
        more.push_back({change->opportunity, {}});
        const TuningOutcome* judged = outcome(more);
        if (!judged) return false;
        if (!judged->accepted || !judged->score) continue;
        if (costsTooMuch(*judged, *least)) {
          if (kind == Kind::other) continue;
          break;  // one more does harm: so will those that bring less
        }
        // Others can hardly be made on top of it: it has to be worth that.
        if (change->last && *judged->score >= *least->score) continue;
        steps = more;
        if (*judged->score < *least->score) least = judged;
        keepBest(steps, *judged);
      }
      return true;
    }

    bool isCompaction(const VariantStep& step) const {
      const TunableChange* change = strategy_.find(step.opportunity);
      return change && change->kind == Kind::compaction;
    }

    /// Where a compaction goes among `steps`: compactions stay in the order of the changes, and below what must be
    /// last.
    size_t placeOf(const TunableChange& change, const VariantSteps& steps) const {
      const auto later = [&](const VariantStep& step) {
        const TunableChange* other = strategy_.find(step.opportunity);
        return other > &change && (isCompaction(step) || other->last);
      };
      return static_cast<size_t>(std::find_if(steps.begin(), steps.end(), later) - steps.begin());
    }

    /// One after the other; then those that brought nothing once more, together with those that did.
    bool compact() {
      if (!compactOnce()) return false;
      return std::none_of(best_.begin(), best_.end(), [this](const VariantStep& step) { return isCompaction(step); }) ||
             compactOnce();
    }

    /// Along each dimension by itself, and then along a second one on top of the best of those.
    bool compactOnce() {
      for (const TunableChange& change : strategy_.changes_) {
        const auto isIt = [&](const VariantStep& step) { return step.opportunity == change.opportunity; };
        if (change.kind != Kind::compaction || std::any_of(best_.begin(), best_.end(), isIt)) continue;
        const VariantSteps below = best_;
        for (const std::string& dimension : dimensionsOf(change)) {
          if (!climb(change, below, dimension)) return false;
        }
        if (best_.size() == below.size()) continue;
        const VariantSteps first = best_;
        const ParameterValues& values = first[placeOf(change, first) - 1].values;
        for (const std::string& dimension : dimensionsOf(change)) {
          const auto taken = values.find(dimensionName);
          if (taken == values.end() || taken->second == dimension) continue;
          if (!climb(change, first, dimension)) return false;
        }
      }
      return true;
    }

    /// Where a change goes that compactions are made on top of, or that is made on top of them.
    VariantSteps::const_iterator placeBeside(const TunableChange& change) const {
      return std::find_if(best_.begin(), best_.end(), [&](const VariantStep& step) {
        const TunableChange* other = strategy_.find(step.opportunity);
        return change.last ? other->last && other > &change : isCompaction(step);
      });
    }

    /// What did harm by itself may help where threads do the work of several: each change that was left out once more,
    /// below the compaction or, where nothing can be made on top of it, above.
    bool reconsider() {
      for (const TunableChange& change : strategy_.changes_) {
        if (std::none_of(best_.begin(), best_.end(), [this](const VariantStep& step) { return isCompaction(step); }))
          return true;
        const auto isIt = [&](const VariantStep& step) { return step.opportunity == change.opportunity; };
        if (change.kind == Kind::compaction || change.kind == Kind::policy ||
            std::any_of(best_.begin(), best_.end(), isIt))
          continue;
        if (change.kind != Kind::other && isMoved(change, best_)) continue;
        const auto place = placeBeside(change);
        VariantSteps steps(best_.cbegin(), place);
        // One that did not work by itself does not work here.
        VariantSteps below = change.last ? VariantSteps() : steps;
        below.push_back({change.opportunity, {}});
        const TuningOutcome* alone = history_.find(below);
        if (alone && !alone->accepted) continue;
        steps.push_back({change.opportunity, {}});
        steps.insert(steps.end(), place, best_.cend());
        const TuningOutcome* judged = outcome(steps);
        if (!judged) return false;
        if (judged->accepted && judged->score) keepBest(steps, *judged);
      }
      return true;
    }

    /// Rising factors along one dimension, until one more makes it worse.
    bool climb(const TunableChange& change, const VariantSteps& below, const std::string& dimension) {
      const TuningOutcome* previous = outcome(below);
      for (const std::string& factor : factorsOf(change)) {
        VariantSteps steps = below;
        const auto place = steps.begin() + static_cast<std::ptrdiff_t>(placeOf(change, below));
        steps.insert(place, {change.opportunity, compactionOf(change, factor, dimension)});
        const TuningOutcome* judged = outcome(steps);
        if (!judged) return false;
        // What cannot be made of two cannot be made of more.
        if (!judged->judged && factor == factorsOf(change).front()) break;
        if (!judged->accepted || !judged->score) continue;
        if (costsTooMuch(*judged, *previous)) break;
        previous = judged;
        keepBest(steps, *judged);
      }
      return true;
    }

    /// The other values of each parameter of the best, one parameter at a time.
    bool tryOtherValues() {
      for (size_t i = 0; i < best_.size(); ++i) {
        const TunableChange* change = strategy_.find(best_[i].opportunity);
        for (const Parameter& parameter : change ? change->parameters : std::vector<Parameter>{}) {
          if (parameter.name == factorName || parameter.name == dimensionName) continue;
          const auto taken = best_[i].values.find(parameter.name);
          const std::string now = taken != best_[i].values.end() ? taken->second
                                  : parameter.values.empty()     ? ""
                                                                 : parameter.values.front();
          for (const std::string& value : parameter.values) {
            if (value == now) continue;
            VariantSteps steps = best_;
            steps[i].values[parameter.name] = value;
            const TuningOutcome* judged = outcome(steps);
            if (!judged) return false;
            if (judged->accepted && judged->score) keepBest(steps, *judged);
          }
        }
      }
      return true;
    }

    /// The factors beside those of the best: with other values, another one may have become the best.
    bool tryNextFactors() {
      const VariantSteps found = best_;
      for (size_t i = 0; i < found.size(); ++i) {
        const TunableChange* change = strategy_.find(found[i].opportunity);
        const auto taken = found[i].values.find(factorName);
        if (!change || taken == found[i].values.end()) continue;
        const std::vector<std::string> factors = factorsOf(*change);
        const auto place = std::find(factors.begin(), factors.end(), taken->second);
        if (place == factors.end()) continue;
        std::vector<std::string> beside;
        if (place != factors.begin()) beside.push_back(*(place - 1));
        if (place + 1 != factors.end()) beside.push_back(*(place + 1));
        for (const std::string& factor : beside) {
          VariantSteps steps = found;
          steps[i].values[factorName] = factor;
          const TuningOutcome* judged = outcome(steps);
          if (!judged) return false;
          if (judged->accepted && judged->score) keepBest(steps, *judged);
        }
      }
      return true;
    }

    /// Of three compactions and more each once left out, with larger factors for the others: an early one may have
    /// taken the room that a later one uses better.
    bool leaveOneOut() {
      const VariantSteps found = best_;
      if (std::count_if(found.begin(), found.end(), [this](const VariantStep& step) { return isCompaction(step); }) < 3)
        return true;
      for (size_t left = 0; left < found.size(); ++left) {
        if (!isCompaction(found[left])) continue;
        VariantSteps rest = found;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(left));
        const TuningOutcome* judged = outcome(rest);
        if (!judged) return false;
        if (!judged->accepted || !judged->score) continue;
        keepBest(rest, *judged);
        for (size_t i = 0; i < rest.size(); ++i) {
          if (isCompaction(rest[i]) && !raise(rest, i, *judged)) return false;
        }
      }
      return true;
    }

    /// The factors above that of one step, until one more makes it worse.
    bool raise(const VariantSteps& steps, size_t at, const TuningOutcome& judged) {
      const std::vector<std::string> factors = factorsOf(*strategy_.find(steps[at].opportunity));
      const auto taken = steps[at].values.find(factorName);
      auto factor =
          taken == steps[at].values.end() ? factors.end() : std::find(factors.begin(), factors.end(), taken->second);
      const TuningOutcome* previous = &judged;
      while (factor != factors.end() && ++factor != factors.end()) {
        VariantSteps more = steps;
        more[at].values[factorName] = *factor;
        const TuningOutcome* next = outcome(more);
        if (!next) return false;
        if (!next->accepted || !next->score) continue;
        if (costsTooMuch(*next, *previous)) break;
        previous = next;
        keepBest(more, *next);
      }
      return true;
    }

    /// Loads past L1, on top of the best so far: what was predicted; then every choice between cache and bypass where
    /// the loads are few; then one load after the other, with all its values. A load changes only where that is better
    /// for certain: there are many, and the best of many times that are the same is noise.
    bool choosePolicies() {
      for (const TunableChange& change : strategy_.changes_) {
        if (change.kind != Kind::policy) continue;
        const VariantSteps below = best_;
        ParameterValues kept;
        const auto tried = [&](const ParameterValues& values) {
          VariantSteps steps = below;
          steps.push_back({change.opportunity, values});
          const TuningOutcome* judged = outcome(steps);
          if (judged && judged->accepted && judged->score && isWorse(*bestOutcome_, *judged)) {
            best_ = steps;
            bestOutcome_ = judged;
            kept = values;
          }
          return judged != nullptr;
        };
        for (const ParameterValues& values : change.predicted) {
          if (!tried(values)) return false;
        }
        for (const ParameterValues& values : everyPolicy(change.parameters)) {
          if (!tried(values)) return false;
        }
        for (const Parameter& parameter : change.parameters) {
          for (const std::string& value : parameter.values) {
            ParameterValues values = kept;
            const auto now = values.find(parameter.name);
            if (value == (now == values.end() ? parameter.values.front() : now->second)) continue;
            values[parameter.name] = value;
            if (value == parameter.values.front()) values.erase(parameter.name);
            if (values.empty()) continue;
            if (!tried(values)) return false;
          }
        }
      }
      return true;
    }

    const PrunedStrategy& strategy_;
    const TuningHistory& history_;
    const TuningOutcome apart_{.judged = false};  ///< of what cannot be made
    VariantSteps best_;
    const TuningOutcome* bestOutcome_ = nullptr;
    std::optional<VariantSteps> wanted_;
  };

  /// Before texts of variants are looked at: a guess of each pass; where there is but one, all of its values.
  std::optional<VariantSteps> beginning(const TuningHistory& history) const {
    return first_.isEmpty() ? Walk(*this, history).next() : first_.next(history);
  }

  /// What is possible only in texts of variants may be looked at beside what it begins with.
  bool isEarly(const TuningHistory& history) const { return !first_.isEmpty() && first_.knowsEach(history); }

  const TunableChange* find(const std::string& opportunity) const {
    for (const TunableChange& change : changes_) {
      if (change.opportunity == opportunity) return &change;
    }
    return nullptr;
  }

  std::vector<TunableChange> changes_;
  FirstGuesses first_;
  FurtherGuesses further_;
};

}  // namespace

std::unique_ptr<TuningStrategy> makePrunedStrategy(std::vector<TunableChange> changes) {
  return std::make_unique<PrunedStrategy>(std::move(changes));
}

}  // namespace warpwright
