#include "core/execute/tune/likely_next.h"

#include <algorithm>
#include <set>

namespace warpwright {
namespace {

/// How a variant may turn out beside the best so far.
enum class Way { better, gain, worse, impossible };

struct Chance {
  Way way;
  double probability;
};

/// About as searches on an H200 went. What stands on other changes cannot be made more often: its place may be gone.
std::vector<Chance> chancesOf(const VariantSteps& steps, bool bestIsOriginal) {
  const bool isStack = steps.size() > 1;
  const double impossible = isStack ? 0.15 : 0.05, worse = isStack ? 0.35 : 0.45;
  if (bestIsOriginal) return {{Way::better, 0.5}, {Way::worse, worse}, {Way::impossible, impossible}};
  return {{Way::worse, worse}, {Way::better, 0.3}, {Way::gain, 0.2}, {Way::impossible, impossible}};
}

/// The history if a variant turns out that way.
TuningHistory supposing(TuningHistory history, const VariantSteps& steps, Way way) {
  const TuningOutcome* best = history.best();
  const TuningOutcome* original = history.find({});
  TuningOutcome outcome;
  outcome.steps = steps;
  outcome.judged = outcome.accepted = way != Way::impossible;
  if (outcome.accepted) {
    const double start = original && original->score ? *original->score : 1;
    const double score = best && best->score ? *best->score : start;
    outcome.score = way == Way::better ? score * 0.5 : way == Way::gain ? (score + start) / 2 : start * 2;
    if (best && best->scoreLow) outcome.scoreLow = outcome.scoreHigh = outcome.score;
    if (original && original->scoreLow) outcome.verdict = way == Way::worse ? "SLOWER" : "FASTER";
  }
  history.add(std::move(outcome));
  return history;
}

/// A variant that is asked for once all of `history` has come true.
struct Supposed {
  double probability;
  TuningHistory history;
  VariantSteps steps;
};

/// What comes after it, by how it turns out. Ways after which the same comes are one, which is supposed to turn out the
/// likeliest of them: how it did may matter later.
std::vector<Supposed> after(const TuningStrategy& strategy, const Supposed& one, bool cannotBeMade) {
  const TuningOutcome* best = one.history.best();
  const std::vector<Chance> chances =
      cannotBeMade ? std::vector<Chance>{{Way::impossible, 1}} : chancesOf(one.steps, !best || best->steps.empty());
  std::vector<Supposed> all;
  for (const auto& [way, chance] : chances) {
    TuningHistory supposed = supposing(one.history, one.steps, way);
    std::optional<VariantSteps> next = strategy.next(supposed);
    if (!next) continue;
    const auto same = std::find_if(all.begin(), all.end(), [&](const Supposed& other) { return other.steps == *next; });
    if (same != all.end())
      same->probability += one.probability * chance;
    else
      all.push_back({one.probability * chance, std::move(supposed), *std::move(next)});
  }
  return all;
}

}  // namespace

std::vector<VariantSteps> likelyNext(const TuningStrategy& strategy, const TuningHistory& history, size_t most,
                                     const std::function<bool(const VariantSteps&)>& cannotBeMade) {
  constexpr size_t looksEach = 2;
  std::vector<VariantSteps> found;
  const std::optional<VariantSteps> now = strategy.next(history);
  if (!now) return found;
  found.push_back(*now);
  if (now->empty()) return found;  // everything depends on the original
  std::set<std::string> texts = {toString(*now)};
  std::vector<Supposed> open;
  const auto isLess = [](const Supposed& a, const Supposed& b) { return a.probability < b.probability; };
  open.push_back({1, history, *now});
  for (size_t looked = 0; !open.empty() && found.size() < most && looked < looksEach * most; ++looked) {
    std::pop_heap(open.begin(), open.end(), isLess);
    const Supposed likeliest = std::move(open.back());
    open.pop_back();
    for (Supposed& next : after(strategy, likeliest, cannotBeMade && cannotBeMade(likeliest.steps))) {
      open.push_back(std::move(next));
      std::push_heap(open.begin(), open.end(), isLess);
    }
    if (!open.empty() && texts.insert(toString(open.front().steps)).second) found.push_back(open.front().steps);
  }
  return found;
}

}  // namespace warpwright
