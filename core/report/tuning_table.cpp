#include "core/report/tuning_table.h"

#include <algorithm>
#include <ctime>
#include <limits>

#include "core/device/occupancy.h"
#include "core/finding/opportunity_json.h"
#include "core/job/metric.h"
#include "core/job/sampled_times.h"

namespace warpwright {
namespace {

using nlohmann::json;

const Opportunity* find(const std::vector<Opportunity>& opportunities, const std::string& id) {
  for (const Opportunity& opportunity : opportunities) {
    if (opportunity.id == id) return &opportunity;
  }
  return nullptr;
}

/// A part of a step name with its values in place of braces; nothing where one is missing. `values` loses what is
/// named.
std::optional<std::string> filled(std::string_view part, const Opportunity& opportunity, ParameterValues& values) {
  std::string text;
  bool isWhole = true;
  for (size_t open; (open = part.find('{')) != std::string_view::npos;) {
    const size_t close = part.find('}', open);
    const std::string name(part.substr(open + 1, close - open - 1));
    std::string value = name == "subject" ? opportunity.subject
                        : name == "line"  ? std::to_string(opportunity.range.begin.line)
                                          : "";
    if (const auto given = values.extract(name); given) value = given.mapped();
    isWhole = isWhole && !value.empty();
    text.append(part.substr(0, open)) += value;
    part.remove_prefix(close + 1);
  }
  return isWhole ? std::optional(text.append(part)) : std::nullopt;
}

/// The form of a step name (see PassDescription), filled in.
std::string filledForm(std::string_view form, const Opportunity& opportunity, ParameterValues& values) {
  std::string text;
  while (!form.empty()) {
    const size_t open = std::min(form.find('['), form.size());
    text += filled(form.substr(0, open), opportunity, values).value_or("");
    form.remove_prefix(open);
    if (form.empty()) break;
    const std::string_view part = form.substr(1, form.find(']') - 1);
    const size_t bar = std::min(part.find('|'), part.size());
    const std::string_view otherwise = part.substr(std::min(bar + 1, part.size()));
    text += filled(part.substr(0, bar), opportunity, values).value_or(std::string(otherwise));
    form.remove_prefix(part.size() + 2);
  }
  return text;
}

std::string stepName(const VariantStep& step, const std::vector<Opportunity>& opportunities,
                     const PassDescriptions& passes) {
  const Opportunity* opportunity = find(opportunities, step.opportunity);
  // One that came up in the text of a variant: its id begins with the pass.
  Opportunity further;
  if (!opportunity) further.pass = passOfId(step.opportunity);
  const Opportunity& of = opportunity ? *opportunity : further;
  if (!opportunity && describe(passes, further.pass).title.empty()) return step.opportunity;
  ParameterValues values = step.values;
  std::string name = filledForm(describe(passes, of.pass).stepName, of, values);
  if (name.empty())
    name = !opportunity       ? passTitle(passes, of.pass)
           : of.title.empty() ? of.pass + " `" + of.subject + "`"
                              : toText(of.title);
  for (const auto& [key, value] : values) name += " " + key + "=" + value;
  return name;
}

std::optional<double> metricOf(const TuningOutcome& outcome, const char* name) {
  const auto found = outcome.metrics.find(name);
  return found == outcome.metrics.end() ? std::nullopt : std::optional(found->second);
}

void setRatio(TuningRow& row, const TuningRow& original, bool isTime) {
  if (!row.value || !original.value || !(*row.value > 0)) return;
  row.ratio = *original.value / *row.value;
  if (row.low && row.high && original.low && original.high && *row.low > 0) {
    row.ratioLow = *original.low / *row.high;
    row.ratioHigh = *original.high / *row.low;
  }
  if (row.steps.empty()) return;
  if (isTime && row.verdict.empty())
    row.verdict = row.ratioLow ? speedVerdict(*row.ratioLow, *row.ratioHigh) : "UNSURE";
  if (!isTime) row.verdict = *row.value < *original.value ? "fewer" : *row.value > *original.value ? "more" : "equal";
}

constexpr const char* schemaName = "warpwright.tuning_table/1";

json estimateJson(const Estimate& estimate) {
  if (!estimate.known) return nullptr;
  return {{"low", estimate.speedupLow},
          {"value", estimate.speedup},
          {"high", estimate.speedupHigh},
          {"bound", jsonText(estimate.bound)}};
}

Estimate estimateFrom(const json& object) {
  Estimate estimate;
  if (!object.is_object()) return estimate;
  estimate.known = true;
  estimate.speedupLow = object.at("low").get<double>();
  estimate.speedup = object.at("value").get<double>();
  estimate.speedupHigh = object.at("high").get<double>();
  estimate.bound = object.at("bound").get<std::string>();
  return estimate;
}

}  // namespace

const TuningRow* TuningTable::best() const {
  for (const TuningRow& row : rows) {
    if (row.isBest) return &row;
  }
  return nullptr;
}

const TuningRow* TuningTable::original() const {
  for (const TuningRow& row : rows) {
    if (row.steps.empty()) return &row;
  }
  return nullptr;
}

size_t TuningTable::tried() const {
  return rows.size() - (original() ? 1 : 0);
}

std::string variantName(const VariantSteps& steps, const std::vector<Opportunity>& opportunities,
                        const PassDescriptions& passes) {
  if (steps.empty()) return "Original";
  if (const auto number = ownNumber(steps)) return "Yours " + std::to_string(*number);
  std::string name;
  for (const VariantStep& step : steps) name += (name.empty() ? "" : ", ") + stepName(step, opportunities, passes);
  return name;
}

TuningTable tuningTable(const TuningProblem& problem, const TuningHistory& history, const KernelSummary& kernel,
                        const PassDescriptions& passes, const std::optional<Device>& device) {
  TuningTable table;
  table.kernel = problem.kernel;
  table.target = problem.target;
  table.device = problem.device;
  table.metric = table.metricName = problem.metric;
  table.unit = problem.unit;
  table.conditions = problem.conditions;
  table.isTime = problem.metric.starts_with("time/") || problem.metric == gpuTime;
  if (problem.metric == gpuTime) table.metricName = "Median time";
  table.madeAt = static_cast<int64_t>(std::time(nullptr));
  for (const MetricInfo& info : engineMetrics()) {
    if (info.tag == problem.metric) table.metricName = info.name;
  }
  const TuningOutcome* best = history.best();
  TuningRow original;
  const TuningOutcome* leader = nullptr;
  for (const TuningOutcome* outcome : history.outcomes()) {
    TuningRow row;
    row.order = table.rows.size() + 1;
    row.led = isBetter(*outcome, leader);
    if (row.led) leader = outcome;
    row.steps = outcome->steps;
    row.name = variantName(outcome->steps, kernel.opportunities, passes);
    row.accepted = outcome->accepted;
    row.judged = outcome->judged;
    row.reason = outcome->reason;
    row.value = outcome->score;
    row.low = outcome->scoreLow;
    row.high = outcome->scoreHigh;
    row.verdict = outcome->verdict;
    row.registers = metricOf(*outcome, "static/registers");
    row.sharedBytes = metricOf(*outcome, "static/shared");
    row.threads = metricOf(*outcome, "static/threads");
    if (device && row.threads && row.registers) {
      const Occupancy occupancy =
          computeOccupancy(*device, {static_cast<uint32_t>(*row.threads), static_cast<uint32_t>(*row.registers),
                                     static_cast<uint64_t>(row.sharedBytes.value_or(0))});
      if (occupancy.blocks != 0) row.occupancy = occupancy.fraction;
    }
    if (outcome->steps.size() == 1) {
      if (const Opportunity* one = find(kernel.opportunities, outcome->steps.front().opportunity))
        row.estimate = one->estimate;
    }
    row.isBest = best == outcome && !outcome->steps.empty();
    if (outcome->steps.empty()) original = row;
    table.rows.push_back(std::move(row));
  }
  for (TuningRow& row : table.rows) setRatio(row, original, table.isTime);
  const bool anyRegisters =
      std::any_of(table.rows.begin(), table.rows.end(), [](const TuningRow& row) { return row.registers.has_value(); });
  if (anyRegisters) table.registersSource = kernel.resources.source;
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const TuningRow& a, const TuningRow& b) {
    const auto key = [](const TuningRow& row) { return row.value.value_or(std::numeric_limits<double>::infinity()); };
    return key(a) < key(b);
  });
  return table;
}

std::string ratioTitle(const TuningTable& table) {
  return table.isTime ? "Speed-up against the original" : table.metricName + ", original ÷ variant";
}

HeatMap stallHeat(const TuningTable& table, const std::string& file) {
  std::map<uint32_t, double> counts;
  if (table.stalls) {
    for (const StallSamples::Line& line : table.stalls->lines) {
      if (line.file == file) counts[line.line] += static_cast<double>(line.samples);
    }
  }
  return heatOfCounts("Stalls of " + table.kernel + ", " + table.device, file, counts);
}

std::string tuningConditions(const TuningTable& table) {
  std::string text = table.target == "cpu" ? "CPU engine of this computer" : table.target;
  if (!table.device.empty()) text += ", for " + table.device;
  if (!table.conditions.empty()) text += " · " + table.conditions;
  if (!table.isTime) text += " · counts, not times: measure on the GPU before you keep a variant";
  if (!table.registersSource.empty())
    text += " · registers: " + std::string(table.registersSource == "ptxas" ? "ptxas" : "estimated");
  for (const std::string& reason : table.leftOut) text += " · not tried: " + reason;
  for (const std::string& note : table.notes) text += " · " + note;
  return text;
}

void fieldsOf(auto& fields, Of<TuningRow> auto& row) {
  fields("steps", row.steps);
  fields("name", utf8(row.name));
  fields("accepted", row.accepted);
  fields.defaulted("judged", row.judged);
  fields("reason", utf8(row.reason));
  fields.defaulted("value", row.value);
  fields.defaulted("low", row.low);
  fields.defaulted("high", row.high);
  fields.defaulted("ratio", row.ratio);
  fields.defaulted("ratio_low", row.ratioLow);
  fields.defaulted("ratio_high", row.ratioHigh);
  fields("verdict", row.verdict);
  fields.defaulted("registers", row.registers);
  fields.sparse("threads", row.threads);
  fields.defaulted("shared", row.sharedBytes);
  fields.defaulted("occupancy", row.occupancy);
  fields.through("estimate", row.estimate, estimateJson, estimateFrom);
  fields("best", row.isBest);
  fields.sparse("order", row.order);
  fields.sparse("led", row.led);
}

void fieldsOf(auto& fields, Of<TuningTable> auto& table) {
  fields.derived("schema", schemaName);
  fields("kernel", utf8(table.kernel));
  fields("target", utf8(table.target));
  fields("device", utf8(table.device));
  fields("metric", table.metric);
  fields("metric_name", table.metricName);
  fields("unit", table.unit);
  fields("conditions", utf8(table.conditions));
  fields("strategy", table.strategy);
  fields("time", table.isTime);
  fields("complete", table.complete);
  fields("most", table.most);
  fields("seconds", table.seconds);
  fields("made_at", table.madeAt);
  fields("session", utf8(table.session));
  fields("registers_source", table.registersSource);
  fields("rows", table.rows);
  fields.sparse("program", utf8(table.program));
  fields.sparse("left_out", utf8(table.leftOut));
  fields.sparse("notes", utf8(table.notes));
  fields.sparse("stalls", table.stalls);
}

json toJson(const TuningTable& table) {
  return table;
}

Result<TuningTable> tuningTableFromJson(const json& object) {
  if (member(object, "schema") != schemaName) return inputError("This is not a table of a tuning.");
  return readJson<TuningTable>(object, "The table of a tuning cannot be read: ", ErrorKind::input);
}

std::string tuningTableKey(const std::string& kernel, const std::string& program) {
  return "tuning table " + kernel + (program.empty() ? "" : " of " + program);
}

}  // namespace warpwright
