#include "app/cli/metrics_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "app/cli/output.h"
#include "core/base/number_text.h"

namespace warpwright::cli {
namespace {

using namespace memsim;

/// 363660 as "363,660"; percentages with one digit.
std::string number(double value, const std::string& unit) {
  if (unit == "%") return fixedText(value, 1);
  std::string digits = fixedText(value, 0);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string valueText(const NamedMetric& metric) {
  const std::string low = number(metric.low, metric.unit), high = number(metric.high, metric.unit);
  return low == high ? low : low + " to " + high;
}

std::string hitText(const PlaceMetrics& place) {
  const CountRange& hits = place.traffic.l1Hits;
  const auto lookups = static_cast<double>(place.traffic.l1Lookups.high);
  if (lookups == 0) return "";
  const std::string low = number(100 * static_cast<double>(hits.low) / lookups, "%");
  const std::string high = number(100 * static_cast<double>(hits.high) / lookups, "%");
  return low == high ? low : low + "-" + high;
}

/// Columns as wide as their widest cell: the first ones to the left, numbers to the right.
std::string table(const std::vector<std::vector<std::string>>& rows, size_t textColumns) {
  std::vector<size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string padding(widths[c] - row[c].size(), ' ');
      line += c < textColumns ? row[c] + padding : padding + row[c];
      line += "  ";
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string placesText(const LaunchMetrics& metrics) {
  std::vector<std::vector<std::string>> rows{
      {"line", "access", "requests", "lanes", "sectors/request", "wavefronts/request", "L1 hit %"}};
  for (const PlaceMetrics& place : metrics.places) {
    SourcePosition at = place.at;
    at.file = displayPath(at.file);
    at.column = 0;
    const auto requests = static_cast<double>(place.counts.requests);
    const bool shared = place.space == memsim::MemorySpace::shared;
    std::string what = toString(place.kind) + toString(place.cacheOperator) + " " + toString(place.space);
    if (!place.object.empty()) what += " " + place.object;
    const bool constant = place.space == memsim::MemorySpace::constant;
    rows.push_back(
        {toString(at), what, number(requests, ""), fixedText(static_cast<double>(place.counts.lanes) / requests, 2),
         shared || constant ? "" : fixedText(static_cast<double>(place.counts.sectors) / requests, 2),
         shared ? fixedText(static_cast<double>(place.counts.wavefronts) / requests, 2) : "", hitText(place)});
  }
  return rows.size() == 1 ? "" : table(rows, 2);
}

std::string shapeText(const EngineLaunch& launch) {
  return "<<<" + extentsText(launch.grid) + "," + extentsText(launch.block) + ">>>";
}

bool isWanted(const NamedMetric& metric, const std::vector<std::string>& names) {
  if (names.empty()) return metric.low != 0 || metric.high != 0;
  return std::find(names.begin(), names.end(), metric.name) != names.end();
}

}  // namespace

Result<std::vector<std::string>> metricNames(const std::string& list) {
  std::vector<std::string> names;
  if (list == "all" || list.empty()) return names;
  const std::vector<NamedMetric> known = namedMetrics({});
  std::stringstream stream(list);
  for (std::string name; std::getline(stream, name, ',');) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const NamedMetric& m) {
      return m.name == name || (!m.counter.empty() && m.counter == name);
    });
    if (found == known.end()) {
      std::string all;
      for (const NamedMetric& metric : known) all += (all.empty() ? "" : ", ") + metric.name;
      return Error{ErrorKind::usage, "There is no metric '" + name + "'. Say all, or some of: " + all + ".",
                   std::nullopt};
    }
    names.push_back(found->name);
  }
  return names;
}

std::string metricsText(const EngineRun& run, const std::vector<std::string>& names) {
  std::vector<std::pair<const EngineLaunch*, std::vector<const LaunchMetrics*>>> kernels;
  for (const EngineLaunch& launch : run.launches) {
    if (!launch.metrics) continue;
    auto found =
        std::find_if(kernels.begin(), kernels.end(), [&](const auto& k) { return k.first->kernel == launch.kernel; });
    if (found == kernels.end()) found = kernels.insert(found, {&launch, {}});
    found->second.push_back(&*launch.metrics);
  }
  std::string text;
  for (const auto& [first, launches] : kernels) {
    const LaunchMetrics sum = sumOf(launches);
    text += (text.empty() ? "" : "\n") + first->kernel + shapeText(*first);
    text += launches.size() == 1 ? "\n" : ", " + std::to_string(launches.size()) + " launches together\n";
    for (const std::string& condition : sum.conditions) text += "  " + condition + "\n";
    std::vector<std::vector<std::string>> rows;
    for (const NamedMetric& metric : namedMetrics(sum)) {
      if (isWanted(metric, names)) rows.push_back({metric.name, valueText(metric) + " " + metric.unit, metric.meaning});
    }
    if (!rows.empty()) text += table(rows, 3);
    text += placesText(sum);
  }
  return text;
}

}  // namespace warpwright::cli
