#include "core/report/session_comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/base/json_fields.h"
#include "core/base/number_text.h"
#include "core/job/conditions.h"
#include "core/report/tuning_table.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr const char* countedByEngine = "engine/accesses";

/// What one session measured: the newest figure of each metric of each variant.
struct Measured {
  std::string file;
  std::map<std::string, std::string> settings;
  std::map<std::string, VariantRecord> variants;  ///< by the text of their steps, of those that were judged
  using Key = std::tuple<std::string, std::string, std::string>;  ///< kernel, text of the steps, metric
  std::map<Key, MeasurementRecord> figures;
  AnalysisResult analysis;
  std::map<std::string, std::set<std::string>> tunedBy;  ///< metrics by kernel
  std::set<std::pair<std::string, std::string>> chosen;  ///< kernel and text of the steps of the best of a tuning
};

bool tellsTime(const std::string& metric) {
  return metric == gpuTime || metric.starts_with("time/");
}

/// A tuning takes the time of a variant in turns with the original's: its interval is that of their ratio. Beside
/// another session's it is as uncertain as the original's, too.
void widenByOriginal(Measured& measured) {
  for (auto& [key, record] : measured.figures) {
    const auto original = measured.figures.find({std::get<0>(key), "", record.metric});
    if (!tellsTime(record.metric) || std::get<1>(key).empty() || original == measured.figures.end()) continue;
    const MeasurementRecord& base = original->second;
    if (!(base.value > 0)) continue;
    record.low *= base.low / base.value;
    record.high *= base.high / base.value;
  }
}

Result<Measured> readMeasured(const Session& session) {
  Measured measured;
  measured.file = session.file().string();
  auto settings = session.values();
  if (!settings.ok()) return settings.error();
  auto variants = session.variants();
  if (!variants.ok()) return variants.error();
  auto figures = session.measurements();
  if (!figures.ok()) return figures.error();
  auto analysis = session.latestAnalysis();
  if (!analysis.ok()) return analysis.error();
  measured.settings = std::move(settings.value());
  if (*analysis) measured.analysis = *std::move(analysis.value());
  std::map<std::string, std::string> stepsOf{{"", ""}};
  for (VariantRecord& variant : *variants) {
    const std::string steps = toString(variant.steps);
    stepsOf[variant.id] = steps;
    measured.variants[steps] = std::move(variant);
  }
  for (MeasurementRecord& record : *figures) {
    const auto steps = stepsOf.find(record.variant);
    if (steps != stepsOf.end()) measured.figures[{record.kernel, steps->second, record.metric}] = std::move(record);
  }
  widenByOriginal(measured);
  for (const auto& [name, value] : measured.settings) {
    if (!name.starts_with(tuningTableKey(""))) continue;
    const auto table = tuningTableFromJson(json::parse(value, nullptr, false));
    if (!table.ok()) continue;
    measured.tunedBy[table->kernel].insert(table->metric);
    if (const TuningRow* best = table->best()) measured.chosen.emplace(table->kernel, toString(best->steps));
  }
  return measured;
}

/// The metrics by which a kernel is compared: times where both sessions have them, else what it was tuned by.
std::set<std::string> comparedMetrics(const Measured& before, const Measured& after, const std::string& kernel) {
  const auto has = [&](const Measured& side, const std::string& metric) {
    return side.figures.contains({kernel, "", metric});
  };
  std::set<std::string> times, tuned;
  for (const Measured* side : {&before, &after}) {
    for (const auto& [key, record] : side->figures) {
      if (std::get<0>(key) == kernel && tellsTime(record.metric)) times.insert(record.metric);
    }
    const auto metrics = side->tunedBy.find(kernel);
    if (metrics != side->tunedBy.end()) tuned.insert(metrics->second.begin(), metrics->second.end());
  }
  std::erase_if(times, [&](const std::string& metric) { return !has(before, metric) || !has(after, metric); });
  if (!times.empty()) return times;
  if (tuned.empty()) tuned.insert(countedByEngine);
  return tuned;
}

std::string listed(const std::vector<Condition>& conditions) {
  std::string list;
  for (const Condition& one : conditions) list += (list.empty() ? "" : ", ") + one.text;
  return list.empty() ? "nothing" : list;
}

/// "Measured under other conditions: …", or nothing where they are the same.
std::string otherConditions(const MeasurementRecord& before, const MeasurementRecord& after) {
  if (before.device != after.device)
    return "Measured on another device: " + before.device + " before, " + after.device + " after.";
  if (before.unit != after.unit)
    return "Measured in other units: " + before.unit + " before, " + after.unit + " after.";
  const std::vector<Condition> was = conditionsFrom(before.conditions), is = conditionsFrom(after.conditions);
  const auto lacking = [](std::vector<Condition> some, const std::vector<Condition>& others) {
    std::erase_if(some, [&](const Condition& one) {
      return std::ranges::any_of(others, [&](const Condition& other) { return one.isLike(other); });
    });
    return some;
  };
  const std::vector<Condition> gone = lacking(was, is), come = lacking(is, was);
  if (gone.empty() && come.empty()) return {};
  return "Measured under other conditions: " + listed(gone) + " before, " + listed(come) + " after.";
}

double secondsOf(const MeasurementRecord& record) {
  const double factor = record.unit == "ms" ? 1e-3 : record.unit == "us" || record.unit == "µs" ? 1e-6 : 1;
  return record.value * factor;
}

void compare(ComparedFigure& figure) {
  const MeasurementRecord &before = *figure.before, &after = *figure.after;
  figure.incomparable = otherConditions(before, after);
  if (!figure.incomparable.empty()) return;
  if (!(before.low > 0 && after.low > 0)) {
    figure.incomparable = "There is nothing to divide by: a figure is 0.";
    return;
  }
  figure.speedup = Interval{before.value / after.value, before.low / after.high, before.high / after.low};
  if (!figure.isTime) {
    figure.verdict = after.value < before.value ? "fewer" : after.value > before.value ? "more" : "equal";
  } else {
    // A time without an interval is one sample: nothing is known of how far it may be off.
    const bool isKnown = before.low < before.high && after.low < after.high;
    const Interval& speedup = *figure.speedup;
    figure.verdict = isKnown ? speedVerdict(speedup.low, speedup.high, sameBand(secondsOf(before))) : "UNSURE";
  }
}

/// Why a session lacks a figure that the other has.
std::string whyMissing(const Measured& side, const std::string& steps) {
  const auto variant = side.variants.find(steps);
  if (variant == side.variants.end()) return side.file + " does not have it.";
  const auto& verification = variant->second.verification;
  return "In " + side.file + " it has no figure" +
         (verification && !verification->summary.empty() ? ": " + verification->summary : ".");
}

std::string nameIn(const Measured& before, const Measured& after, const std::string& kernel,
                   const VariantSteps& steps) {
  for (const Measured* side : {&after, &before}) {
    for (const KernelSummary& summary : side->analysis.kernels) {
      if (summary.name == kernel) return variantName(steps, summary.opportunities, side->analysis.passes);
    }
  }
  return variantName(steps, {}, {});
}

std::vector<ComparedFigure> figuresOf(const Measured& before, const Measured& after, const std::string& kernel) {
  const std::set<std::string> metrics = comparedMetrics(before, after, kernel);
  std::set<Measured::Key> keys;
  for (const Measured* side : {&before, &after}) {
    for (const auto& [key, record] : side->figures) {
      if (std::get<0>(key) == kernel && metrics.contains(record.metric)) keys.insert(key);
    }
  }
  std::vector<ComparedFigure> figures;
  for (const Measured::Key& key : keys) {
    const std::string& steps = std::get<1>(key);
    ComparedFigure figure;
    figure.kernel = kernel;
    figure.metric = std::get<2>(key);
    figure.isTime = tellsTime(figure.metric);
    for (const Measured* side : {&after, &before}) {
      if (const auto variant = side->variants.find(steps); variant != side->variants.end())
        figure.steps = variant->second.steps;
    }
    figure.name = nameIn(before, after, kernel, figure.steps);
    if (const auto found = before.figures.find(key); found != before.figures.end()) figure.before = found->second;
    if (const auto found = after.figures.find(key); found != after.figures.end()) figure.after = found->second;
    figure.chosenBefore = before.chosen.contains({kernel, steps});
    figure.chosenAfter = after.chosen.contains({kernel, steps});
    figure.unit = figure.after ? figure.after->unit : figure.before->unit;
    if (figure.before && figure.after)
      compare(figure);
    else
      figure.incomparable = whyMissing(figure.before ? after : before, steps);
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::string figureText(const ComparedFigure& figure) {
  std::string text = "  " + (figure.verdict.empty() ? std::string("not compared") : figure.verdict);
  text.resize(std::max<size_t>(text.size(), 16), ' ');
  text += figure.name + ": " + figureValueText(figure, figure.before) + " → " + figureValueText(figure, figure.after) +
          " " + figure.unit;
  const std::string speedup = figureSpeedupText(figure);
  if (!speedup.empty()) text += ", " + speedup;
  if (const std::string chosen = chosenText(figure); !chosen.empty()) text += ", " + chosen;
  if (!figure.incomparable.empty()) text += ". " + figure.incomparable;
  return text + '\n';
}

json recordJson(const std::optional<MeasurementRecord>& record) {
  if (!record) return nullptr;
  return {{"value", record->value},
          {"low", record->low},
          {"high", record->high},
          {"samples", record->samples},
          {"target", jsonText(record->target)},
          {"device", jsonText(record->device)},
          {"conditions", jsonText(record->conditions)}};
}

}  // namespace

size_t SessionComparison::compared() const {
  return static_cast<size_t>(
      std::count_if(figures.begin(), figures.end(), [](const ComparedFigure& one) { return one.speedup.has_value(); }));
}

std::string SessionComparison::sums() const {
  std::map<std::string, size_t> counts;
  for (const ComparedFigure& figure : figures) ++counts[figure.verdict.empty() ? "not compared" : figure.verdict];
  std::string sums;
  for (const char* word : {"FASTER", "fewer", "SAME", "equal", "UNSURE", "SLOWER", "more", "not compared"}) {
    if (counts.contains(word)) sums += (sums.empty() ? "" : ", ") + std::to_string(counts[word]) + ' ' + word;
  }
  return sums;
}

std::vector<const ComparedFigure*> SessionComparison::regressions(double percent) const {
  std::vector<const ComparedFigure*> found;
  for (const ComparedFigure& figure : figures) {
    const bool isWorse = figure.verdict == "SLOWER" || figure.verdict == "more";
    if (isWorse && figure.leastSlowdown() > 1 + percent / 100) found.push_back(&figure);
  }
  return found;
}

Result<SessionComparison> compareSessions(const Session& before, const Session& after) {
  Result<Measured> was = readMeasured(before);
  if (!was.ok()) return was.error();
  Result<Measured> is = readMeasured(after);
  if (!is.ok()) return is.error();
  SessionComparison comparison;
  comparison.before = was->file;
  comparison.after = is->file;
  const auto launch = [](const Measured& side) {
    const auto found = side.settings.find("tuning");
    return found == side.settings.end() ? std::string() : found->second;
  };
  comparison.sameLaunch = !launch(*was).empty() && launch(*was) == launch(*is);
  std::set<std::string> kernels;
  for (const Measured* side : {&*was, &*is}) {
    for (const auto& [key, record] : side->figures) kernels.insert(record.kernel);
  }
  for (const std::string& kernel : kernels) {
    for (ComparedFigure& figure : figuresOf(*was, *is, kernel)) comparison.figures.push_back(std::move(figure));
  }
  return comparison;
}

std::string figureValueText(const ComparedFigure& figure, const std::optional<MeasurementRecord>& record) {
  if (!record) return missingValue;
  if (!figure.isTime) return countText(static_cast<uint64_t>(std::llround(record->value)));
  std::string text = significantText(record->value);
  if (record->low < record->high)
    text += " (" + significantText(record->low) + "–" + significantText(record->high) + ")";
  return text;
}

std::string figureSpeedupText(const ComparedFigure& figure) {
  if (!figure.speedup) return {};
  std::string text = fixedText(figure.speedup->value, 3) + "×";
  if (figure.isTime) text += " (" + fixedText(figure.speedup->low, 3) + "–" + fixedText(figure.speedup->high, 3) + ")";
  return text;
}

std::string chosenText(const ComparedFigure& figure) {
  if (figure.chosenBefore && figure.chosenAfter) return "chosen";
  return figure.chosenAfter ? "chosen now" : figure.chosenBefore ? "chosen before" : "";
}

std::string comparisonText(const SessionComparison& comparison, std::optional<double> percent) {
  std::string text, kernel;
  for (const ComparedFigure& figure : comparison.figures) {
    if (const std::string head = figure.kernel + ", " + figure.metric; head != kernel) {
      kernel = head;
      const MeasurementRecord& record = figure.after ? *figure.after : *figure.before;
      text += head + (record.device.empty() ? "" : ", " + record.device) + '\n';
    }
    text += figureText(figure);
  }
  const std::string sums = comparison.sums();
  text += (sums.empty() ? "Neither session holds a measurement" : sums) + ".\n";
  if (comparison.compared() != 0 && !comparison.sameLaunch)
    text += "The captured launches are not the same: give both the same input for figures that tell of the source.\n";
  if (!percent) return text;
  std::string limit = significantText(*percent);
  while (limit.find('.') != std::string::npos && (limit.back() == '0' || limit.back() == '.')) limit.pop_back();
  limit += " %";
  const auto worse = comparison.regressions(*percent);
  if (worse.empty() && comparison.compared() != 0) text += "No regression beyond " + limit + ".\n";
  for (const ComparedFigure* figure : worse) {
    text += "Regression beyond " + limit + ": " + figure->kernel + ", " + figure->name + ": at least " +
            fixedText((figure->leastSlowdown() - 1) * 100, 1) + " % more.\n";
  }
  return text;
}

json toJson(const SessionComparison& comparison, std::optional<double> percent) {
  const auto worse = percent ? comparison.regressions(*percent) : std::vector<const ComparedFigure*>();
  json figures = json::array();
  for (const ComparedFigure& figure : comparison.figures) {
    json object = {{"kernel", jsonText(figure.kernel)},
                   {"steps", figure.steps},
                   {"name", jsonText(figure.name)},
                   {"metric", figure.metric},
                   {"unit", figure.unit},
                   {"before", recordJson(figure.before)},
                   {"after", recordJson(figure.after)},
                   {"comparable", figure.speedup.has_value()},
                   {"reason", jsonText(figure.incomparable)},
                   {"verdict", figure.verdict},
                   {"chosen_before", figure.chosenBefore},
                   {"chosen_after", figure.chosenAfter},
                   {"regression", std::find(worse.begin(), worse.end(), &figure) != worse.end()}};
    object["speedup"] =
        figure.speedup
            ? json{{"value", figure.speedup->value}, {"low", figure.speedup->low}, {"high", figure.speedup->high}}
            : json(nullptr);
    figures.push_back(std::move(object));
  }
  json answer = {{"schema", "warpwright.comparison/1"}, {"before", jsonText(comparison.before)},
                 {"after", jsonText(comparison.after)}, {"same_launch", comparison.sameLaunch},
                 {"compared", comparison.compared()},   {"regressions", worse.size()},
                 {"figures", std::move(figures)}};
  answer["allowed_percent"] = percent ? json(*percent) : json(nullptr);
  return answer;
}

}  // namespace warpwright
