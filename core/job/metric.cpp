#include "core/job/metric.h"

#include <algorithm>

#include "core/model/memory/launch_metrics.h"

namespace warpwright {
namespace {

const std::string modelPrefix = "model/";

bool needsTrace(const MetricInfo& metric) {
  return metric.tag.starts_with(modelPrefix);
}

/// "shared_load_wavefronts" as "Shared load wavefronts".
std::string nameOf(std::string tag) {
  std::replace(tag.begin(), tag.end(), '_', ' ');
  if (!tag.empty() && tag[0] >= 'a' && tag[0] <= 'z') tag[0] = static_cast<char>(tag[0] - 'a' + 'A');
  return tag;
}

}  // namespace

const std::vector<MetricInfo>& engineMetrics() {
  static const std::vector<MetricInfo> metrics = [] {
    std::vector<MetricInfo> list = {
        {"engine/accesses", "Accesses", "accesses",
         "Loads, stores and atomics of shared, global and local memory, of all threads, as the CPU engine counted "
         "them"},
        {modelCost, "Estimated cost", "relative cost",
         "What the timing model ranks variants by, for the modelled GPU: it means something only beside another "
         "variant's"},
    };
    for (const memsim::NamedMetric& metric : memsim::namedMetrics({})) {
      const bool hits =
          metric.name == "l1_hit_rate" || metric.name == "l2_hits" || metric.name == "global_load_l1_hits";
      list.push_back({modelPrefix + metric.name, nameOf(metric.name), metric.unit, metric.meaning, !hits});
    }
    return list;
  }();
  return metrics;
}

Result<std::vector<MetricInfo>> selectMetrics(const std::string& tags) {
  if (tags == "all") return engineMetrics();
  std::vector<MetricInfo> selected;
  if (tags.empty()) {
    std::copy_if(engineMetrics().begin(), engineMetrics().end(), std::back_inserter(selected),
                 [](const MetricInfo& metric) { return !needsTrace(metric); });
    return selected;
  }
  std::string known;
  for (const MetricInfo& metric : engineMetrics()) known += (known.empty() ? "" : ", ") + metric.tag;
  for (size_t from = 0; from <= tags.size();) {
    const size_t comma = std::min(tags.find(',', from), tags.size());
    const std::string tag = tags.substr(from, comma - from);
    const auto found = std::find_if(engineMetrics().begin(), engineMetrics().end(),
                                    [&](const MetricInfo& metric) { return metric.tag == tag; });
    if (found == engineMetrics().end()) {
      return Error{ErrorKind::usage, "There is no metric `" + tag + "` here. Known: " + known + ".", std::nullopt};
    }
    selected.push_back(*found);
    from = comma + 1;
  }
  return selected;
}

bool needTrace(const std::vector<MetricInfo>& metrics) {
  return std::any_of(metrics.begin(), metrics.end(), needsTrace);
}

std::map<std::string, double> metricsOf(const ReplayRun& run) {
  std::map<std::string, double> values;
  if (run.launch.accesses != 0) values["engine/accesses"] = static_cast<double>(run.launch.accesses);
  if (!run.launch.metrics) return values;
  for (const memsim::NamedMetric& metric : memsim::namedMetrics(*run.launch.metrics)) {
    values[modelPrefix + metric.name] = (metric.low + metric.high) / 2;
  }
  if (const auto& timing = run.launch.metrics->timing) values[modelCost] = (timing->low + timing->high) / 2;
  return values;
}

}  // namespace warpwright
