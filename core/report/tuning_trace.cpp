#include "core/report/tuning_trace.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr double microseconds = 1e6;  ///< of a second

/// A row of a table, and when it was judged.
struct Judged {
  const TuningRow* row;
  int64_t at;  ///< seconds since 1970
};

/// In the order in which they were judged; rows whose variant the session does not have are left out, but the original.
std::vector<Judged> judgedRows(const ReportInput& input, const TuningTable& table) {
  std::vector<Judged> judged;
  const TuningRow* original = nullptr;
  for (const TuningRow& row : table.rows) {
    if (row.steps.empty()) original = &row;
    for (const VariantRecord& variant : input.variants) {
      if (!row.steps.empty() && variant.steps == row.steps && variant.changedAt > 0) {
        judged.push_back({&row, variant.changedAt});
        break;
      }
    }
  }
  std::stable_sort(judged.begin(), judged.end(), [](const Judged& a, const Judged& b) { return a.at < b.at; });
  if (original) judged.insert(judged.begin(), {original, judged.empty() ? table.madeAt : judged.front().at});
  return judged;
}

json argumentsOf(const TuningTable& table, const TuningRow& row) {
  json arguments = {{"verdict", row.verdict}, {"accepted", row.accepted}};
  if (row.value) arguments[table.metricName] = *row.value;
  if (row.ratio) arguments["original / variant"] = *row.ratio;
  if (row.registers) arguments["registers"] = *row.registers;
  if (row.sharedBytes) arguments["shared bytes"] = *row.sharedBytes;
  if (!row.reason.empty()) arguments["reason"] = jsonText(row.reason);
  for (const VariantStep& step : row.steps) arguments[step.opportunity] = json(step.values);
  return arguments;
}

void addTable(json& events, const ReportInput& input, const TuningTable& table, int process, int64_t begin) {
  events.push_back({{"ph", "M"},
                    {"name", "process_name"},
                    {"pid", process},
                    {"args", {{"name", jsonText("tune " + table.kernel + " on " + table.target)}}}});
  const std::vector<Judged> judged = judgedRows(input, table);
  std::optional<double> best;
  for (size_t i = 0; i < judged.size();) {
    size_t end = i;
    while (end < judged.size() && judged[end].at == judged[i].at) ++end;
    // From the second in which the one before was done.
    const int64_t from = i == 0 ? judged[i].at - 1 : judged[i - 1].at;
    const double length = static_cast<double>(judged[i].at - from) * microseconds / static_cast<double>(end - i);
    for (size_t part = 0; i < end; ++i, ++part) {
      const TuningRow& row = *judged[i].row;
      const double start = static_cast<double>(from - begin) * microseconds + length * static_cast<double>(part);
      events.push_back({{"ph", "X"},
                        {"name", row.steps.empty() ? json("original") : jsonText(row.name)},
                        {"cat", row.accepted || row.steps.empty() ? "judged" : "turned down"},
                        {"ts", start},
                        {"dur", length},
                        {"pid", process},
                        {"tid", 1},
                        {"args", argumentsOf(table, row)}});
      if (!row.value || !(row.accepted || row.steps.empty()) || (best && *best <= *row.value)) continue;
      best = row.value;
      events.push_back({{"ph", "C"},
                        {"name", jsonText("best so far: " + table.metricName)},
                        {"ts", start + length},
                        {"pid", process},
                        {"args", {{table.unit.empty() ? "value" : table.unit, *best}}}});
    }
  }
}

}  // namespace

json tuningTrace(const ReportInput& input) {
  int64_t begin = INT64_MAX;
  for (const TuningTable& table : input.tunings) {
    for (const Judged& judged : judgedRows(input, table)) begin = std::min(begin, judged.at - 1);
  }
  json events = json::array();
  int process = 0;
  for (const TuningTable& table : input.tunings) addTable(events, input, table, ++process, begin);
  return {{"traceEvents", std::move(events)},
          {"displayTimeUnit", "ms"},
          {"otherData", {{"title", jsonText(input.title)}, {"session", jsonText(input.sessionFile)}}}};
}

}  // namespace warpwright
