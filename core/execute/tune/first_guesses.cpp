#include "core/execute/tune/first_guesses.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/execute/tune/change_values.h"
#include "core/finding/guard.h"

namespace warpwright {
namespace {

using Kind = TunableChange::Kind;

/// Other values that may bring nothing: beside the best guess, beside the best of all together, beside what gained in
/// the end, beside what did not.
constexpr size_t othersOfBest = 2, othersOfStack = 3, othersOfGain = 4, othersOfRest = 1;

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
  Walk(const std::vector<TunableChange>& leads, const TuningHistory& history) : leads_(leads), history_(history) {
    for (const TunableChange& change : leads) tried_.push_back({&change, guessOf(change), nullptr, nullptr});
  }

  std::optional<VariantSteps> next() {
    original_ = history_.find({});
    if (!original_ || !original_->accepted || !original_->score) return std::nullopt;
    for (Lead& lead : tried_) {
      lead.first = outcome({{lead.change->opportunity, lead.values}});
      if (!lead.first) return wanted_;
      lead.best = isBetter(*lead.first, *original_) ? lead.first : nullptr;
    }
    std::stable_sort(tried_.begin(), tried_.end(), [](const Lead& a, const Lead& b) {
      return a.best && (!b.best || *a.best->score < *b.best->score);
    });
    // What did not gain by a little may gain with other values; what cost most is looked at last.
    const auto rest = std::stable_partition(tried_.begin(), tried_.end(), [](const Lead& one) { return one.best; });
    std::stable_sort(rest, tried_.end(), [](const Lead& a, const Lead& b) { return scoreOf(a) < scoreOf(b); });
    const bool known = tryOthers(tried_.front(), othersOfBest) && stack() && tryTheRest(othersOfRest, 0) && stack() &&
                       climbStack() && tryTheRest(othersOfRest, othersOfGain) && stack();
    return known ? std::nullopt : wanted_;
  }

 private:
  struct Lead {
    const TunableChange* change;
    ParameterValues values;             ///< of the first guess
    const TuningOutcome *first, *best;  ///< `best`: null where nothing gained
  };

  static double scoreOf(const Lead& lead) {
    return lead.first->score.value_or(std::numeric_limits<double>::infinity());
  }

  const TuningOutcome* outcome(const VariantSteps& steps) {
    const TuningOutcome* found = history_.find(steps);
    if (!found && areKnownApart(history_, leads_, steps)) return &apart_;
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
    if (!climb(from, 0, *lead.change, most)) return false;
    if (isBetter(*from, *original_)) lead.best = from;
    return true;
  }

  /// Values beside those of one step, `most` of them: on in a direction as long as it brings something. What has
  /// slowed the kernel down is taken back first. Moves `best` to what is better.
  bool climb(const TuningOutcome*& best, size_t step, const TunableChange& change, size_t& most) {
    const bool upFirst = isBetter(*best, *original_);
    for (const Parameter* parameter : parametersOf(change)) {
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

  /// Those that gained, the best first, each where it may be stacked.
  bool stack() {
    std::vector<const Lead*> on, gained;
    for (const Lead& lead : tried_) {
      if (lead.best) gained.push_back(&lead);
    }
    std::stable_sort(gained.begin(), gained.end(),
                     [](const Lead* a, const Lead* b) { return *a->best->score < *b->best->score; });
    stacked_ = nullptr;
    on_.clear();
    for (const Lead* next : gained) {
      const Lead& lead = *next;
      const bool isAlternative = std::any_of(on.begin(), on.end(), [&](const Lead* other) {
        return moves(*other->change) && moves(*lead.change) && other->change->subject == lead.change->subject;
      });
      if (isAlternative) continue;
      std::vector<const Lead*> more = on;
      more.push_back(&lead);
      std::sort(more.begin(), more.end(), [](const Lead* a, const Lead* b) { return a->change < b->change; });
      VariantSteps steps;
      for (const Lead* one : more) steps.push_back(one->best->steps.front());
      const TuningOutcome* judged = outcome(steps);
      if (!judged) return false;
      if (stacked_ && (!judged->accepted || !judged->score || *judged->score >= *stacked_->score)) continue;
      stacked_ = judged;
      on = std::move(more);
    }
    for (const Lead* lead : on) on_.push_back(lead->change);
    return true;
  }

  /// What is best alone need not be best on top of each other. What came last on top is looked at first.
  bool climbStack() {
    size_t left = othersOfStack;
    for (size_t i = on_.size(); on_.size() > 1 && i-- > 0;) {
      if (!climb(stacked_, i, *on_[i], left)) return false;
    }
    return true;
  }

  bool tryTheRest(size_t ofRest, size_t ofGain) {
    for (Lead& lead : tried_) {
      const bool gained = isBetter(*lead.first, *original_);
      if (!tryOthers(lead, gained ? ofGain : ofRest)) return false;
    }
    return true;
  }

  const std::vector<TunableChange>& leads_;
  const TuningHistory& history_;
  const TuningOutcome apart_{.judged = false};  ///< of what cannot be made
  const TuningOutcome* original_ = nullptr;
  std::vector<Lead> tried_;
  const TuningOutcome* stacked_ = nullptr;  ///< those that gained, on top of each other; null: none did
  std::vector<const TunableChange*> on_;    ///< by its steps
  std::optional<VariantSteps> wanted_;
};

FirstGuesses::FirstGuesses(const std::vector<TunableChange>& changes) {
  for (const TunableChange& change : changes) {
    if (change.pass.empty() || (change.kind == Kind::policy && change.predicted.empty())) continue;
    if (change.kind == Kind::compaction && factorsOf(change).empty()) continue;
    const auto like =
        std::find_if(leads_.begin(), leads_.end(), [&](const TunableChange& one) { return isLike(one, change); });
    if (like == leads_.end())
      leads_.push_back(change);
    else if (promisesMore(change, *like))
      *like = change;
  }
  if (leads_.size() < 2) leads_.clear();
}

std::optional<VariantSteps> FirstGuesses::next(const TuningHistory& history) const {
  if (leads_.empty()) return std::nullopt;
  return Walk(leads_, history).next();
}

size_t FirstGuesses::most() const {
  return leads_.size() * (2 + othersOfBest + othersOfGain) + othersOfStack;
}

}  // namespace warpwright
