#include "core/variant/metric.h"

#include <algorithm>

namespace warpwright {

const std::vector<MetricInfo>& engineMetrics() {
  static const std::vector<MetricInfo> metrics = {
      {"engine/accesses", "Accesses", "accesses",
       "Loads, stores and atomics of shared, global and local memory, of all threads, as the CPU engine counted them"},
  };
  return metrics;
}

Result<std::vector<MetricInfo>> selectMetrics(const std::string& tags) {
  if (tags.empty()) return engineMetrics();
  std::vector<MetricInfo> selected;
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

std::map<std::string, double> metricsOf(const ReplayRun& run) {
  std::map<std::string, double> values;
  if (run.launch.accesses != 0) values["engine/accesses"] = static_cast<double>(run.launch.accesses);
  return values;
}

}  // namespace warpwright
