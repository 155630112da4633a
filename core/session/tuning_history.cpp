#include "core/session/tuning_history.h"

#include <algorithm>
#include <charconv>

namespace warpwright {
namespace {

/// In place of the id of a finding. Ids of findings end with a hash.
constexpr const char* ownStep = "yours";

}  // namespace

std::string toString(const VariantSteps& steps) {
  std::string text;
  for (const VariantStep& step : steps) {
    text += (text.empty() ? "" : "; ") + step.opportunity;
    std::string values;
    for (const auto& [name, value] : step.values) values += (values.empty() ? " (" : ", ") + name + "=" + value;
    if (!values.empty()) text += values + ")";
  }
  return text;
}

VariantSteps ownSteps(size_t number, const std::string& textHash) {
  return {{ownStep, {{"number", std::to_string(number)}, {"text", textHash}}}};
}

std::optional<size_t> ownNumber(const VariantSteps& steps) {
  if (steps.size() != 1 || steps.front().opportunity != ownStep) return std::nullopt;
  const auto number = steps.front().values.find("number");
  if (number == steps.front().values.end() || !steps.front().values.contains("text")) return std::nullopt;
  size_t value = 0;
  const auto [end, failed] =
      std::from_chars(number->second.data(), number->second.data() + number->second.size(), value);
  return failed == std::errc() ? std::optional(value) : std::nullopt;
}

void TuningHistory::add(TuningOutcome outcome) {
  const std::string text = toString(outcome.steps);
  if (!byText_.contains(text)) order_.push_back(text);
  byText_[text] = std::move(outcome);
}

const TuningOutcome* TuningHistory::find(const VariantSteps& steps) const {
  const auto found = byText_.find(toString(steps));
  return found == byText_.end() ? nullptr : &found->second;
}

std::vector<const TuningOutcome*> TuningHistory::outcomes() const {
  std::vector<const TuningOutcome*> all;
  for (const std::string& text : order_) all.push_back(&byText_.at(text));
  return all;
}

const TuningOutcome* TuningHistory::best() const {
  const TuningOutcome* best = nullptr;
  for (const TuningOutcome* outcome : outcomes()) {
    if (isBetter(*outcome, best)) best = outcome;
  }
  return best;
}

bool isBetter(const TuningOutcome& outcome, const TuningOutcome* than) {
  if (!outcome.accepted || !outcome.score || (!outcome.verdict.empty() && outcome.verdict != "FASTER")) return false;
  return !than || *outcome.score < *than->score ||
         (*outcome.score == *than->score && outcome.steps.size() < than->steps.size());
}

bool isWorse(const TuningOutcome& outcome, const TuningOutcome& than) {
  return outcome.scoreLow.value_or(*outcome.score) > than.scoreHigh.value_or(*than.score);
}

bool isSlower(const TuningOutcome& outcome, const TuningOutcome& original) {
  if (!outcome.score) return false;
  return outcome.verdict.empty() ? isWorse(outcome, original) : outcome.verdict == "SLOWER";
}

}  // namespace warpwright
