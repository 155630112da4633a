#include "app/cli/tune_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/cache_policy_text.h"
#include "app/cli/output.h"
#include "core/finding/finding_text.h"
#include "core/job/metric.h"
#include "core/model/memory/timing.h"

namespace warpwright::cli {
namespace {

using nlohmann::json;

const Opportunity* opportunityOf(const Tuned& tuned, const VariantStep& step) {
  for (const Opportunity& opportunity : tuned.opportunities) {
    if (opportunity.id == step.opportunity) return &opportunity;
  }
  return nullptr;
}

/// "shared_to_register result c_factor=4" of each step.
std::string describe(const Tuned& tuned, const VariantSteps& steps) {
  std::string text;
  for (const VariantStep& step : steps) {
    const Opportunity* found = opportunityOf(tuned, step);
    text += text.empty() ? "" : " + ";
    text += found ? found->pass + " " + found->subject : step.opportunity;
    for (const auto& [name, value] : step.values) text += " " + name + "=" + value;
  }
  return steps.empty() ? "original" : text;
}

std::string scoreLine(const Tuned& tuned, const TuningOutcome& outcome, double original) {
  // Names are as long as they are; the rest fits.
  std::string name = "  " + describe(tuned, outcome.steps);
  name.resize(std::max<size_t>(name.size(), 62), ' ');
  const std::string& unit = tuned.problem.unit;
  const bool isChange = !outcome.steps.empty();
  if (!tuned.table.isTime && !outcome.scoreLow) {
    std::string text = name + printed("  %.0f %s", *outcome.score, unit.c_str());
    if (isChange && original > 0) text += printed(" (%+.1f %%)", (*outcome.score / original - 1) * 100);
    return text + "\n";
  }
  std::string text =
      name + printed("  %.4g %s (%.4g … %.4g)", *outcome.score, unit.c_str(), outcome.scoreLow.value_or(*outcome.score),
                     outcome.scoreHigh.value_or(*outcome.score));
  if (isChange) text += printed("  %s %.3fx", outcome.verdict.c_str(), original / *outcome.score);
  return text + "\n";
}

std::vector<std::string> assumptionsOf(const Tuned& tuned) {
  std::vector<std::string> texts;
  for (const VariantStep& step : tuned.result.best->steps) {
    const Opportunity* found = opportunityOf(tuned, step);
    for (const Assumption& assumption : found ? found->assumptions : std::vector<Assumption>()) {
      const std::string text = toText(assumption.text);
      if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    }
  }
  return texts;
}

/// Of the best variant: that of its weakest step.
Sameness samenessOf(const Tuned& tuned) {
  Sameness weakest = Sameness::bitwise;
  for (const VariantStep& step : tuned.result.best->steps) {
    if (const Opportunity* found = opportunityOf(tuned, step)) weakest = std::max(weakest, found->sameness);
  }
  return weakest;
}

/// " Of 7 times 5 are slower, 2 the same or not sure." Empty: nothing was timed.
std::string withoutGain(const TuningHistory& history) {
  size_t timed = 0, slower = 0;
  for (const TuningOutcome* outcome : history.outcomes()) {
    if (!outcome->score || outcome->verdict.empty()) continue;
    ++timed;
    slower += outcome->verdict == "SLOWER";
  }
  if (timed == 0) return {};
  return printed(" Of %zu variants that were timed %zu are slower, %zu the same or not sure.", timed, slower,
                 timed - slower);
}

json stepsJson(const Tuned& tuned, const VariantSteps& steps) {
  json list = json::array();
  for (const VariantStep& step : steps) {
    json object = {{"opportunity", step.opportunity}, {"values", step.values}};
    if (const Opportunity* found = opportunityOf(tuned, step)) {
      object["pass"] = found->pass;
      object["subject"] = found->subject;
    }
    list.push_back(std::move(object));
  }
  return list;
}

json outcomeJson(const Tuned& tuned, const TuningOutcome& outcome) {
  json object = {{"steps", stepsJson(tuned, outcome.steps)}, {"accepted", outcome.accepted}};
  object["score"] = outcome.score ? json(*outcome.score) : json(nullptr);
  if (!outcome.reason.empty()) object["reason"] = outcome.reason;
  if (!outcome.verdict.empty()) object["verdict"] = outcome.verdict;
  if (outcome.scoreLow) object["low"] = *outcome.scoreLow;
  if (outcome.scoreHigh) object["high"] = *outcome.scoreHigh;
  object["metrics"] = outcome.metrics;
  return object;
}

}  // namespace

std::string tuningText(const Tuned& tuned, const std::filesystem::path& patch, const OutputOptions& output) {
  const TuningResult& result = tuned.result;
  const double original = result.history.find({})->score.value_or(0);
  std::string text = tuned.problem.kernel + ", " + tuned.problem.conditions + ", " + tuned.table.strategy +
                     printed(": %zu variants judged (%zu now)%s%s\n", result.history.size() - 1, result.judgedNow,
                             output.isStable ? "" : printed(" in %.1f s", result.seconds).c_str(),
                             result.complete ? "" : "; the budget is spent, run it again to go on");
  for (const TuningOutcome* outcome : result.history.outcomes()) {
    if (outcome->score) {
      text += scoreLine(tuned, *outcome, original);
      continue;
    }
    std::string name = "  " + describe(tuned, outcome->steps);
    name.resize(std::max<size_t>(name.size(), 62), ' ');
    text += name + "  not usable: " + outcome->reason + "\n";
  }
  for (const std::string& reason : tuned.table.leftOut) text += "  not tried: " + reason + "\n";
  if (!result.best)
    return text + "The original is the best: no patch was written." + withoutGain(result.history) + "\n";
  text += "Best: " + describe(tuned, result.best->steps) + ". The patch is in " + displayPath(patch.string()) +
          "; no file of yours was changed.\n";
  for (const std::string& line : restsOn(tuned)) text += "  " + line + "\n";
  return text;
}

std::vector<std::string> restsOn(const Tuned& tuned) {
  std::vector<std::string> lines;
  for (const std::string& assumption : assumptionsOf(tuned)) lines.push_back("It rests on: " + assumption);
  if (const std::string results = samenessText(samenessOf(tuned)); !results.empty()) lines.push_back(results);
  return lines;
}

std::string tuningNote(const Tuned& tuned) {
  if (tuned.problem.target != "cpu") return {};
  const char* device = tuned.problem.device.c_str();
  if (tuned.problem.metric == modelCost) {
    return printed(
        "This is a ranking by a model of %s, good to about %.0f %%, and no time: measure the patch on the GPU before "
        "you keep it.",
        device, memsim::estimateBand * 100);
  }
  return printed(
      "These are counts, for %s where they are modelled. They say what is asked of memory, not how long it takes: "
      "measure the patch on the GPU before you keep it.",
      device);
}

std::string tuningJson(const Tuned& tuned, const std::filesystem::path& patch, const OutputOptions& output) {
  const TuningResult& result = tuned.result;
  json variants = json::array();
  for (const TuningOutcome* outcome : result.history.outcomes()) variants.push_back(outcomeJson(tuned, *outcome));
  json answer = {{"schema", "warpwright.tune/1"},
                 {"kernel", tuned.problem.kernel},
                 {"target", tuned.problem.target},
                 {"device", tuned.problem.device},
                 {"metric", tuned.problem.metric},
                 {"unit", tuned.problem.unit},
                 {"conditions", tuned.problem.conditions},
                 {"strategy", tuned.table.strategy},
                 {"complete", result.complete},
                 {"judged_now", result.judgedNow},
                 {"seconds", result.seconds},
                 {"variants", variants},
                 {"left_out", tuned.table.leftOut},
                 {"best", nullptr}};
  if (result.best) {
    answer["best"] = {{"variant", result.best->id},
                      {"steps", stepsJson(tuned, result.best->steps)},
                      {"score", *result.history.best()->score},
                      {"assumptions", assumptionsOf(tuned)},
                      {"patch", patch.string()}};
  }
  return documentText(std::move(answer), output);
}

}  // namespace warpwright::cli
