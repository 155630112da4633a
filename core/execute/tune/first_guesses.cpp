#include "core/execute/tune/first_guesses.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/execute/tune/change_values.h"
#include "core/finding/guard.h"

namespace warpwright {
namespace {

using Kind = TunableChange::Kind;

/// Other values that may bring nothing: beside the best guess, beside the best of all together (of sizes and of other
/// choices), beside what gained in the end, beside what did not.
constexpr size_t othersOfBest = 2, sizesOfStack = 4, othersOfStack = 3, othersOfGain = 4, othersOfRest = 1;
/// Beside a guess of several changes, that of one; beside those that gained together, with what costs nothing.
constexpr size_t onesOfSeveral = 1, withTheFree = 1;
/// Beside those that gained together, the same without an order of loads, but for the last and of none.
constexpr size_t withoutOrders = 2;

/// Threads that do the work of four keep loads in flight, and leave registers for them.
constexpr const char* usualFactor = "4";

/// One that is guarded changes a copy for what was seen, and so more than the other one of its pass.
bool isLike(const TunableChange& a, const TunableChange& b) {
  return a.pass == b.pass && a.kind == b.kind &&
         readGuardedId(a.opportunity).has_value() == readGuardedId(b.opportunity).has_value();
}

bool promisesMore(const TunableChange& a, const TunableChange& b) {
  return std::tuple(a.promise, a.references, a.bytes) > std::tuple(b.promise, b.references, b.bytes);
}

bool moves(const TunableChange& change) {
  return change.kind == Kind::promotion || change.kind == Kind::placement;
}

ParameterValues guessOf(const TunableChange& change) {
  if (change.kind == Kind::policy) return change.predicted.front();
  if (change.kind != Kind::compaction) return {};
  const std::vector<std::string> factors = factorsOf(change);
  const auto usual = std::find(factors.begin(), factors.end(), usualFactor);
  return compactionOf(change, usual != factors.end() ? *usual : factors.front(), dimensionsOf(change).front());
}

bool isNumber(const std::string& text) {
  return !text.empty() && text.size() < 10 && text.find_first_not_of("0123456789") == std::string::npos;
}

/// What a parameter may say, in the order in which neighbours are alike: numbers by their size, words as they come.
std::vector<std::string> scaleOf(const TunableChange& change, const Parameter& parameter) {
  if (change.kind == Kind::policy) return {};
  std::vector<std::string> values = parameter.name == factorName ? factorsOf(change) : parameter.values;
  if (std::all_of(values.begin(), values.end(), isNumber))
    std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return std::stol(a) < std::stol(b); });
  return values;
}

/// Those whose value is a choice of little weight come last: the factor, which is a size, first.
std::vector<const Parameter*> parametersOf(const TunableChange& change) {
  std::vector<const Parameter*> all;
  for (const Parameter& parameter : change.parameters) {
    if (scaleOf(change, parameter).size() > 1) all.push_back(&parameter);
  }
  std::stable_partition(all.begin(), all.end(), [](const Parameter* one) { return one->name == factorName; });
  return all;
}

/// The values with one parameter at the place beside, up or down its scale; none: there is none.
std::optional<ParameterValues> beside(const TunableChange& change, const Parameter& parameter, ParameterValues values,
                                      bool up) {
  const std::vector<std::string> scale = scaleOf(change, parameter);
  const auto taken = values.find(parameter.name);
  auto place = std::find(scale.begin(), scale.end(), taken == values.end() ? parameter.values.front() : taken->second);
  if (place == scale.end()) place = scale.begin();
  if (up ? place + 1 == scale.end() : place == scale.begin()) return std::nullopt;
  values[parameter.name] = up ? *(place + 1) : *(place - 1);
  return values;
}

}  // namespace

/// Goes the way of the guesses as far as the history knows it.
class FirstGuesses::Walk {
 public:
  Walk(const FirstGuesses& guesses, const TuningHistory& history)
      : changes_(guesses.changes_), history_(history), where_(guesses.where_) {
    for (const Guess& guess : guesses.guesses_) leads_.push_back({&guess, guess.all, nullptr, nullptr});
  }

  bool knowsEach() {
    original_ = history_.find({});
    return original_ && original_->accepted && original_->score &&
           std::all_of(leads_.begin(), leads_.end(), [this](Lead& lead) { return guess(lead); });
  }

  std::optional<VariantSteps> next() {
    if (!knowsEach()) return wanted_;
    std::stable_sort(leads_.begin(), leads_.end(), [](const Lead& a, const Lead& b) {
      return a.best && (!b.best || *a.best->score < *b.best->score);
    });
    // What did not gain by a little may gain with other values; what cost most is looked at last.
    const auto rest = std::stable_partition(leads_.begin(), leads_.end(), [](const Lead& one) { return one.best; });
    std::stable_sort(rest, leads_.end(), [](const Lead& a, const Lead& b) { return scoreOf(a) < scoreOf(b); });
    const bool known = tryOthers(leads_.front(), othersOfBest) && stack() && tryTheRest(othersOfRest, 0) && stack() &&
                       climbStack() && addTheFree() && tryTheRest(othersOfRest, othersOfGain) && stack();
    return known ? std::nullopt : wanted_;
  }

 private:
  enum class Which { all, sizes, choices };  ///< of a change's parameters
  struct Lead {
    const Guess* guess;
    std::vector<size_t> changes;        ///< of the first guess, as places in `changes_`
    const TuningOutcome *first, *best;  ///< `best`: null where nothing gained
  };

  VariantSteps stepsOf(const std::vector<size_t>& places) const {
    VariantSteps steps;
    for (const size_t place : places) steps.push_back({changes_[place].opportunity, guessOf(changes_[place])});
    return steps;
  }

  bool guess(Lead& lead) {
    lead.first = outcome(stepsOf(lead.changes));
    if (!lead.first) return false;
    if (lead.changes.size() > 1 && (!lead.first->accepted || isSlower(*lead.first, *original_))) {
      const TuningOutcome* alone = outcome(stepsOf({lead.guess->one}));
      if (!alone) return false;
      lead.first = alone;
      lead.changes = {lead.guess->one};
    }
    if (!lead.first->judged && lead.changes.size() == 1) {
      VariantSteps steps = lead.first->steps;
      const auto values = steps.empty() ? std::nullopt : withoutRoom(changes_[lead.changes.front()], steps[0].values);
      if (values) steps[0].values = *values;
      const TuningOutcome* plain = values ? outcome(steps) : lead.first;
      if (!plain) return false;
      lead.first = plain;
    }
    lead.best = isBetter(*lead.first, *original_) ? lead.first : nullptr;
    return true;
  }

  static double scoreOf(const Lead& lead) {
    return lead.first->score.value_or(std::numeric_limits<double>::infinity());
  }

  const TuningOutcome* outcome(const VariantSteps& steps) {
    const TuningOutcome* found = history_.find(steps);
    if (!found && areKnownApart(history_, changes_, steps)) return &apart_;
    if (!found && !wanted_) wanted_ = steps;
    return found;
  }

  /// A time has to be faster for certain.
  static bool isBetter(const TuningOutcome& judged, const TuningOutcome& before) {
    if (!judged.accepted || !judged.score || *judged.score >= *before.score) return false;
    return judged.verdict.empty() || judged.verdict == "FASTER";
  }

  /// What could not even be made with one value is let be.
  bool tryOthers(Lead& lead, size_t most) {
    if (!lead.first->judged) return true;
    const TuningOutcome* from = lead.best ? lead.best : lead.first;
    if (!climb(from, 0, changes_[lead.changes.front()], Which::all, most)) return false;
    if (isBetter(*from, *original_)) lead.best = from;
    return true;
  }

  /// Values beside those of one step, `most` of them: on in a direction as long as it brings something. What has
  /// slowed the kernel down is taken back first. Moves `best` to what is better.
  bool climb(const TuningOutcome*& best, size_t step, const TunableChange& change, Which which, size_t& most) {
    const bool upFirst = isBetter(*best, *original_);
    for (const Parameter* parameter : parametersOf(change)) {
      if (which != Which::all && (parameter->name == factorName) != (which == Which::sizes)) continue;
      if (isTakenOut(*parameter, best->steps[step].values)) continue;
      const TuningOutcome* before = best;
      for (const bool up : {upFirst, !upFirst}) {
        if (best != before) break;  // the way back is known
        while (most > 0) {
          VariantSteps steps = best->steps;
          const auto values = beside(change, *parameter, steps[step].values, up);
          if (!values) break;
          steps[step].values = *values;
          const TuningOutcome* judged = outcome(steps);
          if (!judged) return false;
          const bool isGain = judged->accepted && judged->score && (!best->score || *judged->score < *best->score);
          if (!isGain) --most;
          if (!isGain) break;
          best = judged;
        }
      }
    }
    return true;
  }

  bool isAlternative(const Lead& lead, const std::vector<const Lead*>& on) const {
    const auto meets = [&](size_t a, size_t b) {
      return moves(changes_[a]) && moves(changes_[b]) && changes_[a].subject == changes_[b].subject;
    };
    return std::any_of(on.begin(), on.end(), [&](const Lead* other) {
      return std::any_of(lead.changes.begin(), lead.changes.end(), [&](size_t a) {
        return std::any_of(other->changes.begin(), other->changes.end(), [&](size_t b) { return meets(a, b); });
      });
    });
  }

  /// On top of each other where each may be stacked; `places` takes where its steps' changes are.
  VariantSteps together(const std::vector<const Lead*>& leads, std::vector<size_t>& places) const {
    std::vector<std::pair<size_t, VariantStep>> all;
    for (const Lead* lead : leads) {
      const VariantSteps& steps = (lead->best ? lead->best : lead->first)->steps;
      for (size_t i = 0; i < steps.size(); ++i) all.emplace_back(lead->changes[i], steps[i]);
    }
    // What is guarded changes a copy, which has what was changed in the kernel before it was made.
    const auto placeOf = [](const std::pair<size_t, VariantStep>& one) {
      return std::pair(readGuardedId(one.second.opportunity).has_value(), one.first);
    };
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return placeOf(a) < placeOf(b); });
    VariantSteps steps;
    places.clear();
    for (auto& [place, step] : all) {
      places.push_back(place);
      steps.push_back(std::move(step));
    }
    return steps;
  }

  /// The stack with one more at its end.
  VariantSteps onTop(const Lead& next, std::vector<size_t>& places) const {
    VariantSteps steps = stacked_->steps;
    places = places_;
    const VariantSteps& more = (next.best ? next.best : next.first)->steps;
    steps.insert(steps.end(), more.begin(), more.end());
    places.insert(places.end(), next.changes.begin(), next.changes.end());
    return steps;
  }

  /// All of the kernel, or all of one copy.
  bool areOfOneText(const std::vector<const Lead*>& leads) const {
    const auto guardOf = [&](const Lead* lead) {
      const auto guarded = readGuardedId(changes_[lead->changes.front()].opportunity);
      return guarded ? std::optional(guarded->second) : std::nullopt;
    };
    return std::all_of(leads.begin(), leads.end(),
                       [&](const Lead* lead) { return guardOf(lead) == guardOf(leads.front()); });
  }

  /// Those that gained, the best first.
  bool stack() {
    std::vector<const Lead*> gained;
    for (const Lead& lead : leads_) {
      if (lead.best) gained.push_back(&lead);
    }
    std::stable_sort(gained.begin(), gained.end(),
                     [](const Lead* a, const Lead* b) { return *a->best->score < *b->best->score; });
    stacked_ = nullptr;
    stackedLeads_.clear();
    places_.clear();
    bool isInOrder = true;  // of the findings; else of what gained most
    for (const Lead* next : gained) {
      if (isAlternative(*next, stackedLeads_)) continue;
      std::vector<const Lead*> more = stackedLeads_;
      more.push_back(next);
      std::vector<size_t> places;
      const VariantSteps steps = withoutKnownOrder(history_, isInOrder ? together(more, places) : onTop(*next, places));
      const TuningOutcome* judged = outcome(steps);
      if (!judged) return false;
      for (const auto& less : {withLastOrder(steps), withoutOrder(steps)}) {
        if (!stacked_ || judged->judged || !less) continue;
        judged = outcome(*less);
        if (!judged) return false;
      }
      // One may hide from the other what it changes: a loop that is in a function then.
      const bool isHidden = isInOrder && stacked_ && !judged->judged && areOfOneText(more);
      if (isHidden) {
        judged = outcome(onTop(*next, places));
        if (!judged) return false;
      }
      if (stacked_ && (!judged->accepted || !judged->score || *judged->score >= *stacked_->score)) continue;
      isInOrder &= !isHidden;
      stacked_ = judged;
      stackedLeads_ = std::move(more);
      places_ = std::move(places);
    }
    return true;
  }

  /// What by itself is as fast as the original may be worth something where the rest has gone: barriers, for one.
  bool addTheFree() {
    if (!stacked_ && where_ == Where::original) return true;
    std::vector<const Lead*> all = stackedLeads_;
    for (const Lead& lead : leads_) {
      const bool isFree = !lead.best && lead.first->accepted && lead.first->score && !isSlower(*lead.first, *original_);
      if (isFree && parametersOf(changes_[lead.changes.front()]).empty() && !isAlternative(lead, all))
        all.push_back(&lead);
    }
    if (all.size() == stackedLeads_.size()) return true;
    std::vector<size_t> places;
    VariantSteps steps = together(all, places);
    // With the values that were found to be best together.
    for (const VariantStep& best : stacked_ ? stacked_->steps : VariantSteps()) {
      for (VariantStep& step : steps) {
        if (step.opportunity == best.opportunity) step.values = best.values;
      }
    }
    return outcome(steps) != nullptr;
  }

  /// What is best alone need not be best on top of each other. Sizes come first, which depend on one another: in turns,
  /// as long as one of them brings something.
  bool climbStack() {
    if (places_.size() < 2) return true;
    size_t left = sizesOfStack;
    for (const TuningOutcome* before = nullptr; before != stacked_;) {
      before = stacked_;
      if (!climbEach(Which::sizes, left)) return false;
    }
    left = othersOfStack;
    return climbEach(Which::choices, left);
  }
  /// What came last on top is looked at first.
  bool climbEach(Which which, size_t& left) {
    for (size_t i = places_.size(); i-- > 0;) {
      if (!climb(stacked_, i, changes_[places_[i]], which, left)) return false;
    }
    return true;
  }

  bool tryTheRest(size_t ofRest, size_t ofGain) {
    for (Lead& lead : leads_) {
      const bool gained = isBetter(*lead.first, *original_);
      if (!tryOthers(lead, gained ? ofGain : ofRest)) return false;
    }
    return true;
  }

  const std::vector<TunableChange>& changes_;
  const TuningHistory& history_;
  const Where where_;
  const TuningOutcome apart_{.judged = false};  ///< of what cannot be made
  const TuningOutcome* original_ = nullptr;
  std::vector<Lead> leads_;
  const TuningOutcome* stacked_ = nullptr;  ///< those that gained, on top of each other; null: none did
  std::vector<const Lead*> stackedLeads_;
  std::vector<size_t> places_;  ///< of the changes of its steps
  std::optional<VariantSteps> wanted_;
};

FirstGuesses::FirstGuesses(const std::vector<TunableChange>& changes, Where where) : changes_(changes), where_(where) {
  for (size_t i = 0; i < changes_.size(); ++i) {
    const TunableChange& change = changes_[i];
    if (change.pass.empty() || (change.kind == Kind::policy && change.predicted.empty())) continue;
    if (change.kind == Kind::compaction && factorsOf(change).empty()) continue;
    const auto like = std::find_if(guesses_.begin(), guesses_.end(),
                                   [&](const Guess& guess) { return isLike(changes_[guess.one], change); });
    if (like == guesses_.end()) {
      guesses_.push_back({{i}, i});
      continue;
    }
    like->all.push_back(i);
    if (promisesMore(change, changes_[like->one])) like->one = i;
  }
  for (Guess& guess : guesses_) {
    const bool isTogether = std::all_of(guess.all.begin(), guess.all.end(), [&](size_t place) {
      return changes_[place].kind != Kind::policy && guessOf(changes_[place]).empty() &&
             parametersOf(changes_[place]).empty();
    });
    if (!isTogether) guess.all = {guess.one};
  }
  // One alone is the ordinary search's.
  if (guesses_.size() < 2 && where == Where::original) guesses_.clear();
}

std::optional<VariantSteps> FirstGuesses::next(const TuningHistory& history) const {
  if (guesses_.empty()) return std::nullopt;
  return Walk(*this, history).next();
}

bool FirstGuesses::knowsEach(const TuningHistory& history) const {
  return Walk(*this, history).knowsEach();
}

size_t FirstGuesses::most() const {
  return guesses_.size() * (2 + onesOfSeveral + withoutOrders + othersOfBest + othersOfGain) + sizesOfStack +
         othersOfStack + withTheFree;
}

}  // namespace warpwright
