#include "core/report/tuning_table.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"
#include "core/device/occupancy.h"
#include "core/finding/opportunity_json.h"
#include "core/job/metric.h"
#include "core/job/sampled_times.h"
#include "core/report/words.h"

namespace warpwright {
namespace {

using nlohmann::json;

const Opportunity* find(const std::vector<Opportunity>& opportunities, const std::string& id) {
  for (const Opportunity& opportunity : opportunities) {
    if (opportunity.id == id) return &opportunity;
  }
  return nullptr;
}

std::string compactionName(const std::string& noun, ParameterValues values) {
  const auto take = [&](const char* name) {
    const auto found = values.find(name);
    std::string value = found == values.end() ? "" : found->second;
    if (found != values.end()) values.erase(found);
    return value;
  };
  const std::string factor = take("c_factor"), assignment = take("assignment"), dimension = take("dimension");
  std::string name = factor.empty() ? noun + "s merged" : noun == "thread" ? "C=" + factor : noun + "s C=" + factor;
  if (!assignment.empty()) name += " " + assignment;
  if (!dimension.empty()) name += " along " + dimension;
  for (const auto& [key, value] : values) name += " " + key + "=" + value;
  return name;
}

std::string stepName(const VariantStep& step, const std::vector<Opportunity>& opportunities) {
  const Opportunity* opportunity = find(opportunities, step.opportunity);
  if (!opportunity) return step.opportunity;
  if (opportunity->pass == "thread_compaction") return compactionName("thread", step.values);
  if (opportunity->pass == "block_compaction") return compactionName("block", step.values);
  std::string name;
  const std::string subject = "`" + opportunity->subject + "`";
  if (opportunity->pass == "shared_to_register")
    name = subject + "→register";
  else if (opportunity->pass == "shared_to_local")
    name = subject + "→local";
  else if (opportunity->pass == "shared_to_global")
    name = subject + "→global";
  else if (opportunity->pass == "redundant_barrier")
    name = "no barrier at line " + std::to_string(opportunity->range.begin.line);
  else
    name = opportunity->title.empty() ? opportunity->pass + " " + subject : toText(opportunity->title);
  for (const auto& [key, value] : step.values) name += " " + key + "=" + value;
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

json numberJson(const std::optional<double>& value) {
  return value ? json(*value) : json(nullptr);
}

std::optional<double> numberFrom(const json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() || !found->is_number() ? std::nullopt : std::optional(found->get<double>());
}

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

std::string variantName(const VariantSteps& steps, const std::vector<Opportunity>& opportunities) {
  if (steps.empty()) return "Original";
  std::string name;
  for (const VariantStep& step : steps) name += (name.empty() ? "" : ", ") + stepName(step, opportunities);
  return name;
}

TuningTable tuningTable(const TuningProblem& problem, const TuningHistory& history, const KernelSummary& kernel,
                        const std::optional<Device>& device) {
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
  for (const TuningOutcome* outcome : history.outcomes()) {
    TuningRow row;
    row.steps = outcome->steps;
    row.name = variantName(outcome->steps, kernel.opportunities);
    row.accepted = outcome->accepted;
    row.judged = outcome->judged;
    row.reason = outcome->reason;
    row.value = outcome->score;
    row.low = outcome->scoreLow;
    row.high = outcome->scoreHigh;
    row.verdict = outcome->verdict;
    row.registers = metricOf(*outcome, "static/registers");
    row.sharedBytes = metricOf(*outcome, "static/shared");
    const auto threads = metricOf(*outcome, "static/threads");
    if (device && threads && row.registers) {
      const Occupancy occupancy =
          computeOccupancy(*device, {static_cast<uint32_t>(*threads), static_cast<uint32_t>(*row.registers),
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
  return text;
}

json toJson(const TuningTable& table) {
  json rows = json::array();
  for (const TuningRow& row : table.rows) {
    json steps = json::array();
    for (const VariantStep& step : row.steps)
      steps.push_back({{"opportunity", step.opportunity}, {"values", step.values}});
    rows.push_back({{"steps", steps},
                    {"name", jsonText(row.name)},
                    {"accepted", row.accepted},
                    {"judged", row.judged},
                    {"reason", jsonText(row.reason)},
                    {"value", numberJson(row.value)},
                    {"low", numberJson(row.low)},
                    {"high", numberJson(row.high)},
                    {"ratio", numberJson(row.ratio)},
                    {"ratio_low", numberJson(row.ratioLow)},
                    {"ratio_high", numberJson(row.ratioHigh)},
                    {"verdict", row.verdict},
                    {"registers", numberJson(row.registers)},
                    {"shared", numberJson(row.sharedBytes)},
                    {"occupancy", numberJson(row.occupancy)},
                    {"estimate", estimateJson(row.estimate)},
                    {"best", row.isBest}});
  }
  json object = {{"schema", "warpwright.tuning_table/1"},
                 {"kernel", jsonText(table.kernel)},
                 {"target", jsonText(table.target)},
                 {"device", jsonText(table.device)},
                 {"metric", table.metric},
                 {"metric_name", table.metricName},
                 {"unit", table.unit},
                 {"conditions", jsonText(table.conditions)},
                 {"strategy", table.strategy},
                 {"time", table.isTime},
                 {"complete", table.complete},
                 {"most", table.most},
                 {"seconds", table.seconds},
                 {"made_at", table.madeAt},
                 {"session", jsonText(table.session)},
                 {"registers_source", table.registersSource},
                 {"rows", rows}};
  if (table.stalls) object["stalls"] = toJson(*table.stalls);
  return object;
}

Result<TuningTable> tuningTableFromJson(const json& object) {
  try {
    if (object.at("schema") != "warpwright.tuning_table/1") return inputError("This is not a table of a tuning.");
    TuningTable table;
    table.kernel = object.at("kernel").get<std::string>();
    table.target = object.at("target").get<std::string>();
    table.device = object.at("device").get<std::string>();
    table.metric = object.at("metric").get<std::string>();
    table.metricName = object.at("metric_name").get<std::string>();
    table.unit = object.at("unit").get<std::string>();
    table.conditions = object.at("conditions").get<std::string>();
    table.strategy = object.at("strategy").get<std::string>();
    table.isTime = object.at("time").get<bool>();
    table.complete = object.at("complete").get<bool>();
    table.most = object.at("most").get<size_t>();
    table.seconds = object.at("seconds").get<double>();
    table.madeAt = object.at("made_at").get<int64_t>();
    table.session = object.at("session").get<std::string>();
    table.registersSource = object.at("registers_source").get<std::string>();
    for (const json& entry : object.at("rows")) {
      TuningRow row;
      for (const json& step : entry.at("steps")) {
        row.steps.push_back({step.at("opportunity").get<std::string>(), step.at("values").get<ParameterValues>()});
      }
      row.name = entry.at("name").get<std::string>();
      row.accepted = entry.at("accepted").get<bool>();
      row.judged = entry.value("judged", true);
      row.reason = entry.at("reason").get<std::string>();
      row.value = numberFrom(entry, "value");
      row.low = numberFrom(entry, "low");
      row.high = numberFrom(entry, "high");
      row.ratio = numberFrom(entry, "ratio");
      row.ratioLow = numberFrom(entry, "ratio_low");
      row.ratioHigh = numberFrom(entry, "ratio_high");
      row.verdict = entry.at("verdict").get<std::string>();
      row.registers = numberFrom(entry, "registers");
      row.sharedBytes = numberFrom(entry, "shared");
      row.occupancy = numberFrom(entry, "occupancy");
      row.estimate = estimateFrom(entry.at("estimate"));
      row.isBest = entry.at("best").get<bool>();
      table.rows.push_back(std::move(row));
    }
    if (object.contains("stalls")) table.stalls = stallSamplesFromJson(object.at("stalls"));
    return table;
  } catch (const json::exception& failure) {
    return inputError(std::string("The table of a tuning cannot be read: ") + failure.what());
  }
}

std::string tuningTableKey(const std::string& kernel) {
  return "tuning table " + kernel;
}

}  // namespace warpwright
