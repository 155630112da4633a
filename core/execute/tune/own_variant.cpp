#include "core/execute/tune/own_variant.h"

#include <algorithm>

#include "core/base/hash.h"

namespace warpwright {
namespace {

TuningHistory withoutOwn(const TuningHistory& history) {
  TuningHistory without;
  for (const TuningOutcome* outcome : history.outcomes()) {
    if (!ownNumber(outcome->steps)) without.add(*outcome);
  }
  return without;
}

}  // namespace

VariantRecord ownVariant(std::vector<VariantFile> files, const TuningTable* known) {
  std::string texts;
  for (const VariantFile& file : files) texts += file.path + '\n' + file.after + '\0';
  const std::string text = hexText(hashText(texts));
  size_t number = 1;
  for (size_t row = 0; known && row < known->rows.size(); ++row) {
    const auto other = ownNumber(known->rows[row].steps);
    if (!other) continue;
    if (known->rows[row].steps.front().values.at("text") == text) {
      number = *other;
      break;
    }
    number = std::max(number, *other + 1);
  }
  VariantRecord variant;
  variant.steps = ownSteps(number, text);
  variant.summary = "Your own text.";
  variant.files = std::move(files);
  variant.id = makeVariantId(variant.steps, variant.files);
  return variant;
}

std::optional<VariantSteps> OwnFirst::next(const TuningHistory& history) const {
  if (!history.find({})) return VariantSteps();
  for (const VariantRecord& own : own_) {
    if (!history.find(own.steps)) return own.steps;
  }
  return alone_ ? std::nullopt : nextAfter(history);
}

bool OwnFirst::isComplete(const TuningHistory& history) const {
  return history.find({}) && !nextAfter(history);
}

std::vector<VariantSteps> OwnFirst::wanted(const TuningHistory& history) const {
  return alone_ ? std::vector<VariantSteps>() : after_.wanted(withoutOwn(history));
}

std::optional<VariantSteps> OwnFirst::nextAfter(const TuningHistory& history) const {
  return after_.next(withoutOwn(history));
}

Result<VariantRecord> OwnMaker::make(const VariantSteps& steps, std::stop_token stop) {
  if (!ownNumber(steps)) return others_.make(steps, std::move(stop));
  for (const VariantRecord& own : own_) {
    if (own.steps == steps) return own;
  }
  return inputError("The text of this variant is not at hand. Measure it again.");
}

}  // namespace warpwright
