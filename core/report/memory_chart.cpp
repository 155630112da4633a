#include "core/report/memory_chart.h"

#include <algorithm>
#include <map>

namespace warpwright {
namespace {

using namespace memsim;

constexpr double sectorSize = 32, wavefrontSize = 128;

AccessCounts countsOf(const LaunchMetrics& metrics, EventKind kind, std::initializer_list<MemorySpace> spaces) {
  AccessCounts sum;
  for (const AccessTotal& total : metrics.totals) {
    if (total.kind == kind && std::find(spaces.begin(), spaces.end(), total.space) != spaces.end()) sum += total.counts;
  }
  return sum;
}

struct Flow {
  const char *from, *to, *meaning;
  double low = 0, high = 0;
};

Flow flow(const char* from, const char* to, const char* meaning, CountRange count, double size) {
  return {from, to, meaning, static_cast<double>(count.low) * size, static_cast<double>(count.high) * size};
}

std::vector<Flow> flowsOf(const LaunchMetrics& m) {
  const auto sectors = [&](EventKind kind) {
    const uint64_t count = countsOf(m, kind, {MemorySpace::global, MemorySpace::local, MemorySpace::texture}).sectors;
    return CountRange{count, count};
  };
  const auto passes = [&](EventKind kind) {
    const uint64_t count = countsOf(m, kind, {MemorySpace::shared}).wavefronts;
    return CountRange{count, count};
  };
  return {flow("L1", "Kernel", "sectors that loads touch", sectors(EventKind::load), sectorSize),
          flow("Kernel", "L1", "sectors that stores touch", sectors(EventKind::store), sectorSize),
          flow("Kernel", "L1", "sectors that atomics touch", sectors(EventKind::atomic), sectorSize),
          flow("Shared", "Kernel", "passes of shared memory for loads", passes(EventKind::load), wavefrontSize),
          flow("Kernel", "Shared", "passes of shared memory for stores", passes(EventKind::store), wavefrontSize),
          flow("Kernel", "Shared", "passes of shared memory for atomics", passes(EventKind::atomic), wavefrontSize),
          flow("L2", "L1", "sectors read from L2", m.traffic.l2Reads, sectorSize),
          flow("L1", "L2", "sectors written to L2", m.traffic.l2Writes, sectorSize),
          flow("DRAM", "L2", "sectors read from DRAM", m.traffic.dramReads, sectorSize),
          flow("L2", "DRAM", "sectors written back to DRAM", m.traffic.dramWrites, sectorSize)};
}

/// The fewest sectors that the lanes of a place could touch, all of them together.
double fewestSectors(const AccessCounts& counts) {
  return static_cast<double>(counts.bytes) / sectorSize;
}

double valueOf(const PlaceMetrics& place, HeatMetric metric) {
  const AccessCounts& counts = place.counts;
  switch (metric) {
    case HeatMetric::requests:
      return static_cast<double>(counts.requests);
    case HeatMetric::sectors:
      return static_cast<double>(counts.sectors);
    case HeatMetric::wavefronts:
      return static_cast<double>(counts.wavefronts);
    case HeatMetric::conflicts:
      return static_cast<double>(counts.wavefronts - counts.conflictFreeWavefronts);
    case HeatMetric::misses: {
      const TrafficRange& t = place.traffic;
      return static_cast<double>(t.l1Lookups.high) -
             (static_cast<double>(t.l1Hits.low) + static_cast<double>(t.l1Hits.high)) / 2;
    }
    case HeatMetric::wasted:
      return std::max(0.0, static_cast<double>(counts.sectors) - (counts.sectors == 0 ? 0 : fewestSectors(counts))) +
             static_cast<double>(counts.wavefronts - counts.conflictFreeWavefronts);
  }
  return 0;
}

std::string nameOf(HeatMetric metric) {
  switch (metric) {
    case HeatMetric::requests:
      return "Requests";
    case HeatMetric::sectors:
      return "Sectors";
    case HeatMetric::wavefronts:
      return "Shared wavefronts";
    case HeatMetric::conflicts:
      return "Bank conflicts";
    case HeatMetric::misses:
      return "L1 misses";
    case HeatMetric::wasted:
      return "Wasted sectors and conflicts";
  }
  return {};
}

}  // namespace

std::vector<MemoryLink> memoryChart(const LaunchMetrics& original, const LaunchMetrics* variant) {
  std::vector<MemoryLink> links;
  const std::vector<Flow> flows = flowsOf(original);
  const std::vector<Flow> others = variant != nullptr ? flowsOf(*variant) : std::vector<Flow>(flows.size());
  for (size_t i = 0; i < flows.size(); ++i) {
    const Flow& each = flows[i];
    if (each.high == 0 && others[i].high == 0) continue;
    links.push_back({each.from, each.to, each.meaning, each.low, each.high, others[i].low, others[i].high});
  }
  return links;
}

std::vector<HeatMap> memoryHeat(const LaunchMetrics& metrics, HeatMetric metric) {
  std::map<std::string, std::map<uint32_t, double>> files;
  for (const PlaceMetrics& place : metrics.places) {
    if (const double value = valueOf(place, metric); value > 0) files[place.at.file][place.at.line] += value;
  }
  std::vector<HeatMap> heat;
  for (const auto& [file, lines] : files)
    heat.push_back(heatOfCounts(nameOf(metric) + ", modelled " + metrics.device, file, lines));
  return heat;
}

}  // namespace warpwright
