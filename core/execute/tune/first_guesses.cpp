#include "core/execute/tune/first_guesses.h"

#include <algorithm>
#include <tuple>

#include "core/execute/tune/change_values.h"

namespace warpwright {
namespace {

using Kind = TunableChange::Kind;

/// Other values that are tried: of the best at once, of what gained in the end, of what did not.
constexpr size_t othersOfBest = 2, othersOfGain = 4, othersOfRest = 1;

/// Threads that do the work of four keep loads in flight, and leave registers for them.
constexpr const char* usualFactor = "4";

bool isLike(const TunableChange& a, const TunableChange& b) {
  return a.pass == b.pass && a.kind == b.kind;
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

/// The values of a guess with one parameter otherwise, those beside the guess first: all seconds before all thirds.
std::vector<ParameterValues> othersOf(const TunableChange& change, const ParameterValues& guess) {
  std::vector<std::vector<ParameterValues>> byParameter;
  for (const Parameter& parameter : change.parameters) {
    std::vector<std::string> values = parameter.name == factorName ? factorsOf(change) : parameter.values;
    if (values.size() < 2 || change.kind == Kind::policy) continue;
    const auto taken = guess.find(parameter.name);
    const auto found = taken == guess.end() ? values.begin() : std::find(values.begin(), values.end(), taken->second);
    const auto place = static_cast<std::ptrdiff_t>(found == values.end() ? 0 : found - values.begin());
    std::vector<ParameterValues>& others = byParameter.emplace_back();
    for (std::ptrdiff_t away = 1; away < static_cast<std::ptrdiff_t>(values.size()); ++away) {
      for (const std::ptrdiff_t at : {place + away, place - away}) {
        if (at < 0 || at >= static_cast<std::ptrdiff_t>(values.size())) continue;
        others.push_back(guess);
        others.back()[parameter.name] = values[static_cast<size_t>(at)];
      }
    }
  }
  std::vector<ParameterValues> all;
  for (size_t round = 0; all.size() < othersOfGain; ++round) {
    const size_t before = all.size();
    for (const auto& others : byParameter) {
      if (round < others.size() && all.size() < othersOfGain) all.push_back(others[round]);
    }
    if (all.size() == before) break;
  }
  return all;
}

}  // namespace

/// Goes the way of the guesses as far as the history knows it.
class FirstGuesses::Walk {
 public:
  Walk(const std::vector<TunableChange>& leads, const TuningHistory& history) : history_(history) {
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
    const bool known = tryOthers(tried_.front(), othersOfBest) && stack() && tryTheRest();
    return known ? std::nullopt : wanted_;
  }

 private:
  struct Lead {
    const TunableChange* change;
    ParameterValues values;             ///< of the first guess
    const TuningOutcome *first, *best;  ///< `best`: null where nothing gained
  };

  const TuningOutcome* outcome(const VariantSteps& steps) {
    const TuningOutcome* found = history_.find(steps);
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
    const std::vector<ParameterValues> others = othersOf(*lead.change, lead.values);
    for (size_t i = 0; i < std::min(most, others.size()); ++i) {
      const TuningOutcome* judged = outcome({{lead.change->opportunity, others[i]}});
      if (!judged) return false;
      if (isBetter(*judged, lead.best ? *lead.best : *original_)) lead.best = judged;
    }
    return true;
  }

  /// Those that gained, the best first, each where it may be stacked.
  bool stack() {
    std::vector<const Lead*> on;
    const TuningOutcome* best = nullptr;
    for (const Lead& lead : tried_) {
      if (!lead.best) break;
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
      if (best && (!judged->accepted || !judged->score || *judged->score >= *best->score)) continue;
      best = judged;
      on = std::move(more);
    }
    return true;
  }

  bool tryTheRest() {
    for (Lead& lead : tried_) {
      if (!tryOthers(lead, lead.best ? othersOfGain : othersOfRest)) return false;
    }
    return true;
  }

  const TuningHistory& history_;
  const TuningOutcome* original_ = nullptr;
  std::vector<Lead> tried_;
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
  return leads_.size() * (2 + othersOfGain);
}

}  // namespace warpwright
