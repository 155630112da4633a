#include "core/execute/tune/further_guesses.h"

#include <algorithm>

#include "core/execute/tune/change_values.h"
#include "core/finding/guard.h"

namespace warpwright {
namespace {

/// Texts to look at: each look takes as long as a few variants. Of these on the ways down to a warp and half of one:
/// threads merged, exchanges made of them or barriers taken away, blocks put together.
constexpr size_t mostBases = 8, mostEarly = 5;
/// How far behind the best a step on that way may be, and where values beside a guess are worth a look; by how much a
/// step may lose.
constexpr double hopeful = 2, nearBest = 1.1, mostLost = 1.1;
constexpr double lanesOfWarp = 32, lanesOfHalf = 16;

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

/// Of what begins with the base the one with the most steps that is not slower, or loses no more than `lost` allows; of
/// those the fastest. Null: the base was not judged.
const TuningOutcome* furthest(const VariantSteps& base, const TuningHistory& history, double lost = 1) {
  const TuningOutcome* under = history.find(base);
  if (!under || !under->accepted || !under->score) return nullptr;
  const TuningOutcome* best = under;
  for (const TuningOutcome* outcome : history.outcomes()) {
    if (!beginsWith(outcome->steps, base) || !outcome->accepted || !outcome->score) continue;
    if (isWorse(*outcome, *under) && *outcome->score >= *under->score * lost) continue;
    const bool isFurther = outcome->steps.size() > best->steps.size();
    if (isFurther || (outcome->steps.size() == best->steps.size() && *outcome->score < *best->score)) best = outcome;
  }
  return best;
}

bool haveSameValues(const Parameter& one, const Parameter& other) {
  return one.name == other.name && one.values == other.values;
}

bool mergesThreads(const TunableChange& change) {
  return change.kind == TunableChange::Kind::compaction && !change.mergesBlocks;
}

/// Gives a step of the outcome the factor that leaves so many threads of a block; whether it can have that.
bool leaveThreads(double lanes, const TuningOutcome& outcome, const TunableChange& change, VariantStep& step) {
  const auto threads = outcome.metrics.find("static/threads");
  const auto factor = step.values.find(factorName);
  if (threads == outcome.metrics.end() || factor == step.values.end()) return false;
  const double all = threads->second * std::stod(factor->second) / lanes;
  for (const std::string& one : factorsOf(change)) {
    if (std::stod(one) != all) continue;
    factor->second = one;
    return true;
  }
  return false;
}

/// Is its time within so many times the best one's?
bool isWithin(const TuningOutcome* outcome, const TuningHistory& history, double times) {
  const TuningOutcome* best = history.best();
  return outcome && outcome->accepted && outcome->score && best && *outcome->score <= *best->score * times;
}

/// Are several changes together clearly better than each that was tried by itself?
bool gainsTogether(const TuningOutcome& together, const TuningHistory& history) {
  return together.steps.size() > 1 && std::ranges::none_of(history.outcomes(), [&](const TuningOutcome* one) {
           return one->steps.size() == 1 && one->accepted && one->score && *one->score <= *together.score * nearBest;
         });
}

}  // namespace

std::optional<VariantSteps> FurtherGuesses::next(const TuningHistory& history, bool early) const {
  for (const VariantSteps& steps : mergedDown(history)) {
    if (!history.find(steps)) return steps;
  }
  for (const Base& base : bases_) {
    if (base.changes.empty()) continue;
    if (!history.find(base.steps)) return base.steps;
    const auto more = nextOn(base, history, early);
    if (!more) continue;
    VariantSteps steps = base.steps;
    steps.insert(steps.end(), more->begin(), more->end());
    return steps;
  }
  return std::nullopt;
}

/// What comes next on top of the base, by itself.
std::optional<VariantSteps> FurtherGuesses::nextOn(const Base& base, const TuningHistory& history, bool early) {
  const TuningHistory known = onTopOf(base.steps, history);
  const bool isWorthIt = !early || !base.guesses.knowsEach(known) || isWithin(known.best(), history, nearBest);
  return isWorthIt ? base.guesses.next(known) : std::nullopt;
}

std::vector<VariantSteps> FurtherGuesses::wanted(const TuningHistory& history) const {
  const TuningOutcome* best = history.best();
  if (!best || best->steps.empty() || ownNumber(best->steps)) return {};
  std::vector<VariantSteps> all = {best->steps};
  if (auto one = withOneWarp(history)) all.push_back(*std::move(one));
  for (const Base& base : bases_) {
    const TuningOutcome* further = base.changes.empty() ? nullptr : furthest(base.steps, history);
    if (further) all.push_back(further->steps);
  }
  return newBases(std::move(all), mostBases);
}

std::vector<VariantSteps> FurtherGuesses::wantedEarly(const TuningHistory& history) const {
  std::vector<VariantSteps> all;
  for (const VariantSteps& steps : mergedDown(history)) {
    if (isWithin(history.find(steps), history, hopeful)) all.push_back(steps);
  }
  if (const TuningOutcome* best = history.best(); best && gainsTogether(*best, history)) all.push_back(best->steps);
  for (const Base& base : bases_) {
    if (base.changes.empty() || nextOn(base, history, true)) continue;
    const TuningOutcome* further = furthest(base.steps, history, mostLost);
    if (further && isWithin(further, history, hopeful)) all.push_back(further->steps);
  }
  return newBases(std::move(all), mostEarly);
}

/// Those of them that were not looked at, each once, as far as there are `most` with those that were.
std::vector<VariantSteps> FurtherGuesses::newBases(std::vector<VariantSteps> all, size_t most) const {
  std::vector<VariantSteps> found;
  for (VariantSteps& steps : all) {
    const bool isKnown = isBase(steps) || std::find(found.begin(), found.end(), steps) != found.end();
    if (!isKnown && bases_.size() + found.size() < most) found.push_back(std::move(steps));
  }
  return found;
}

/// What is left of a change that merges, on top of what the base merges by the same pass: the same along a dimension
/// that was not merged yet, since merged once more along one is merged by a larger factor. None: nothing is.
std::optional<TunableChange> FurtherGuesses::alongOthers(const VariantSteps& base, TunableChange merging) const {
  std::vector<std::string> merged;
  for (const VariantStep& step : base) {
    const TunableChange* below = find(step.opportunity);
    if (below ? below->pass != merging.pass : !step.opportunity.starts_with(merging.pass + "-")) continue;
    const auto along = step.values.find(dimensionName);
    if (along == step.values.end()) return std::nullopt;
    merged.push_back(along->second);
  }
  bool isLeft = merged.empty();
  for (Parameter& parameter : merging.parameters) {
    if (parameter.name != dimensionName) continue;
    std::erase_if(parameter.values, [&](const std::string& value) {
      return std::find(merged.begin(), merged.end(), value) != merged.end();
    });
    isLeft = !parameter.values.empty();
  }
  return isLeft ? std::optional(std::move(merging)) : std::nullopt;
}

void FurtherGuesses::learn(const VariantSteps& base, const std::vector<TunableChange>& changes) {
  const auto isKnown = [&](const TunableChange& change, bool isAnother) {
    // What is found in the kernel and in its copy are two: the one is no change of the other, unless it has other
    // values.
    const auto is = [&](const TunableChange& other) {
      const bool isMerging = change.kind == TunableChange::Kind::compaction;
      return unguarded(other.opportunity) == unguarded(change.opportunity) &&
             (isMerging || std::ranges::equal(other.parameters, change.parameters, haveSameValues));
    };
    const auto hasIt = [&](const Base& under) {
      return beginsWith(base, under.steps) && std::any_of(under.changes.begin(), under.changes.end(), is);
    };
    return (!isAnother && std::any_of(changes_.begin(), changes_.end(), is)) ||
           std::any_of(bases_.begin(), bases_.end(), hasIt);
  };
  const auto isMergingStep = [](const VariantStep& step) { return step.values.contains(factorName); };
  std::vector<TunableChange> further;
  for (const TunableChange& change : changes) {
    if (change.kind != TunableChange::Kind::compaction) {
      // What is made on top of all else finds more to do where threads do the work of several: it is worth other
      // values.
      const bool isAnother = change.last && !change.parameters.empty() && std::ranges::any_of(base, isMergingStep);
      if (!isKnown(change, isAnother)) further.push_back(change);
      continue;
    }
    // On top of another merging it is merged in another order.
    auto merging = alongOthers(base, change);
    if (!merging) continue;
    const bool isAnother = dimensionsOf(*merging) != dimensionsOf(change) || isInOtherOrder(base, change);
    if (!isKnown(change, isAnother)) further.push_back(*std::move(merging));
  }
  FirstGuesses guesses(further, FirstGuesses::Where::onTop);
  bases_.push_back({base, std::move(further), std::move(guesses)});
}

size_t FurtherGuesses::most() const {
  size_t count = std::any_of(changes_.begin(), changes_.end(), mergesThreads) ? 2 : 0;  // merged down
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

/// Is what merges, made on top of the base, another text than what the first guesses make of it: since something else
/// was merged that comes after it there, or was changed that is none of the original's?
bool FurtherGuesses::isInOtherOrder(const VariantSteps& base, const TunableChange& merging) const {
  const auto same = std::find_if(changes_.begin(), changes_.end(),
                                 [&](const TunableChange& one) { return one.pass == merging.pass; });
  const auto merges = [&](const VariantStep& step) {
    const TunableChange* below = find(step.opportunity);
    return below && below->kind == TunableChange::Kind::compaction;
  };
  const auto isAnother = [&](const VariantStep& step) {
    const TunableChange* below = find(step.opportunity);
    return !below || (merges(step) && same != changes_.end() && below > &*same);
  };
  return std::any_of(base.begin(), base.end(), merges) && std::any_of(base.begin(), base.end(), isAnother);
}

/// What merges threads and nothing else, the first that gained, with factors that leave one warp of a block and half of
/// one.
std::vector<VariantSteps> FurtherGuesses::mergedDown(const TuningHistory& history) const {
  const TuningOutcome* original = history.find({});
  for (const TuningOutcome* outcome : history.outcomes()) {
    const bool isGain = outcome->steps.size() == 1 && isBetter(*outcome, original);
    const TunableChange* change = isGain ? find(outcome->steps.front().opportunity) : nullptr;
    if (!change || !mergesThreads(*change)) continue;
    std::vector<VariantSteps> all;
    for (const double lanes : {lanesOfWarp, lanesOfHalf}) {
      VariantSteps steps = outcome->steps;
      if (leaveThreads(lanes, *outcome, *change, steps.front())) all.push_back(std::move(steps));
    }
    if (!all.empty()) return all;
  }
  return {};
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
    if (!isBetterThan(*outcome, best)) continue;
    if (!std::all_of(outcome->steps.begin(), outcome->steps.end(), isOfOriginal)) continue;
    VariantSteps steps = outcome->steps;
    const auto leavesWarp = [&](VariantStep& step) {
      const TunableChange& change = *find(step.opportunity);
      return mergesThreads(change) && leaveThreads(lanesOfWarp, *outcome, change, step);
    };
    if (std::none_of(steps.begin(), steps.end(), leavesWarp)) continue;
    found = std::move(steps);
    best = outcome;
  }
  return found;
}

}  // namespace warpwright
