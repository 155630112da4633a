#include "core/execute/tune/further_guesses.h"

#include <algorithm>

#include "core/execute/tune/change_values.h"
#include "core/finding/guard.h"

namespace warpwright {
namespace {

/// Texts to look at: each look takes as long as a few variants.
constexpr size_t mostBases = 5;
constexpr unsigned lanesOfWarp = 32;

/// The finding by itself, whether it is made in the kernel or in a copy of it.
std::string unguarded(const std::string& opportunity) {
  const auto guarded = readGuardedId(opportunity);
  return guarded ? guarded->first : opportunity;
}

bool beginsWith(const VariantSteps& steps, const VariantSteps& base) {
  return steps.size() >= base.size() && std::equal(base.begin(), base.end(), steps.begin());
}

/// What is known on top of the base, as if the base were the original.
TuningHistory onTopOf(const VariantSteps& base, const TuningHistory& history) {
  TuningHistory known;
  const TuningOutcome* under = history.find(base);
  for (const TuningOutcome* outcome : history.outcomes()) {
    if (!beginsWith(outcome->steps, base)) continue;
    TuningOutcome one = *outcome;
    one.steps.erase(one.steps.begin(), one.steps.begin() + static_cast<std::ptrdiff_t>(base.size()));
    // Verdicts are about the original of all.
    if (one.steps.empty())
      one.verdict.clear();
    else if (one.score && one.scoreLow && under && under->score)
      one.verdict = isWorse(one, *under) ? "SLOWER" : isWorse(*under, one) ? "FASTER" : "SAME";
    known.add(std::move(one));
  }
  return known;
}

/// Of what begins with the base the one with the most steps that is not slower, of those the fastest; null: the base
/// was not judged.
const TuningOutcome* furthest(const VariantSteps& base, const TuningHistory& history) {
  const TuningOutcome* under = history.find(base);
  if (!under || !under->accepted || !under->score) return nullptr;
  const TuningOutcome* best = under;
  for (const TuningOutcome* outcome : history.outcomes()) {
    if (!beginsWith(outcome->steps, base) || !outcome->accepted || !outcome->score || isWorse(*outcome, *under))
      continue;
    const bool isFurther = outcome->steps.size() > best->steps.size();
    if (isFurther || (outcome->steps.size() == best->steps.size() && *outcome->score < *best->score)) best = outcome;
  }
  return best;
}

}  // namespace

std::optional<VariantSteps> FurtherGuesses::next(const TuningHistory& history) const {
  for (const Base& base : bases_) {
    if (base.changes.empty()) continue;
    if (!history.find(base.steps)) return base.steps;
    std::optional<VariantSteps> more = base.guesses.next(onTopOf(base.steps, history));
    if (!more) continue;
    VariantSteps steps = base.steps;
    steps.insert(steps.end(), more->begin(), more->end());
    return steps;
  }
  return std::nullopt;
}

std::optional<VariantSteps> FurtherGuesses::wanted(const TuningHistory& history) const {
  const TuningOutcome* best = history.best();
  if (!best || best->steps.empty() || ownNumber(best->steps) || bases_.size() >= mostBases) return std::nullopt;
  if (!isBase(best->steps)) return best->steps;
  if (const auto one = withOneWarp(history); one && !isBase(*one)) return one;
  for (const Base& base : bases_) {
    const TuningOutcome* further = base.changes.empty() ? nullptr : furthest(base.steps, history);
    if (further && !isBase(further->steps)) return further->steps;
  }
  return std::nullopt;
}

void FurtherGuesses::learn(const VariantSteps& base, const std::vector<TunableChange>& changes) {
  const auto isKnown = [&](const TunableChange& change) {
    // What is found in the kernel and in its copy are two: the one is no change of the other.
    const auto is = [&](const TunableChange& other) {
      return unguarded(other.opportunity) == unguarded(change.opportunity);
    };
    const auto hasIt = [&](const Base& under) {
      return beginsWith(base, under.steps) && std::any_of(under.changes.begin(), under.changes.end(), is);
    };
    // Merged once more is merged by a larger factor; on top of another merging it is merged in another order.
    const bool isMerging = change.kind == TunableChange::Kind::compaction;
    const auto merges = [&](const VariantStep& step) {
      const TunableChange* below = find(step.opportunity);
      return below ? below->pass == change.pass : step.opportunity.starts_with(change.pass + "-");
    };
    if (isMerging && std::any_of(base.begin(), base.end(), merges)) return true;
    const auto mergesOther = [&](const VariantStep& step) {
      const TunableChange* below = find(step.opportunity);
      return below && below->kind == TunableChange::Kind::compaction;
    };
    const bool isInOtherOrder = isMerging && std::any_of(base.begin(), base.end(), mergesOther);
    return (!isInOtherOrder && std::any_of(changes_.begin(), changes_.end(), is)) ||
           std::any_of(bases_.begin(), bases_.end(), hasIt);
  };
  std::vector<TunableChange> further;
  std::copy_if(changes.begin(), changes.end(), std::back_inserter(further),
               [&](const TunableChange& change) { return !isKnown(change); });
  FirstGuesses guesses(further, FirstGuesses::Where::onTop);
  bases_.push_back({base, std::move(further), std::move(guesses)});
}

size_t FurtherGuesses::most() const {
  size_t count = 0;
  for (const Base& base : bases_) count += base.changes.empty() ? 0 : 1 + base.guesses.most();
  return count;
}

const TunableChange* FurtherGuesses::find(const std::string& opportunity) const {
  const auto found = std::find_if(changes_.begin(), changes_.end(),
                                  [&](const TunableChange& one) { return one.opportunity == opportunity; });
  return found == changes_.end() ? nullptr : &*found;
}

bool FurtherGuesses::isBase(const VariantSteps& steps) const {
  return std::any_of(bases_.begin(), bases_.end(), [&](const Base& base) { return base.steps == steps; });
}

/// The best of the original's changes that merges threads, with a factor that leaves one warp of a block.
std::optional<VariantSteps> FurtherGuesses::withOneWarp(const TuningHistory& history) const {
  const auto isOfOriginal = [&](const VariantStep& step) { return find(step.opportunity) != nullptr; };
  const auto isBetterThan = [](const TuningOutcome& one, const TuningOutcome* best) {
    return one.accepted && one.score && (!best || *one.score < *best->score);
  };
  std::optional<VariantSteps> found;
  const TuningOutcome* best = nullptr;
  for (const TuningOutcome* outcome : history.outcomes()) {
    const auto threads = outcome->metrics.find("static/threads");
    if (threads == outcome->metrics.end() || !isBetterThan(*outcome, best)) continue;
    if (!std::all_of(outcome->steps.begin(), outcome->steps.end(), isOfOriginal)) continue;
    for (size_t i = 0; i < outcome->steps.size(); ++i) {
      const TunableChange& change = *find(outcome->steps[i].opportunity);
      const auto factor = outcome->steps[i].values.find(factorName);
      if (change.kind != TunableChange::Kind::compaction || factor == outcome->steps[i].values.end()) continue;
      const double all = threads->second * std::stod(factor->second) / lanesOfWarp;
      const std::vector<std::string> factors = factorsOf(change);
      const auto isIt = [&](const std::string& one) { return std::stod(one) == all; };
      const auto larger = std::find_if(factors.begin(), factors.end(), isIt);
      if (larger == factors.end()) continue;
      found = outcome->steps;
      (*found)[i].values[factorName] = *larger;
      best = outcome;
      break;
    }
  }
  return found;
}

}  // namespace warpwright
