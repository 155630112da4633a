#include "core/model/memory/launch_model.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>
#include <tuple>

#include "core/device/occupancy.h"
#include "core/model/memory/timing_record.h"

namespace warpwright::memsim {
namespace {

constexpr std::array spaces{MemorySpace::global, MemorySpace::shared, MemorySpace::local, MemorySpace::texture,
                            MemorySpace::constant};

uint64_t scaled(uint64_t value, double factor) {
  return factor == 1 ? value : static_cast<uint64_t>(std::llround(static_cast<double>(value) * factor));
}

AccessCounts scaled(const AccessCounts& counts, double factor) {
  return {scaled(counts.requests, factor),
          scaled(counts.lanes, factor),
          scaled(counts.bytes, factor),
          scaled(counts.sectors, factor),
          scaled(counts.lines, factor),
          scaled(counts.wavefronts, factor),
          scaled(counts.conflictFreeWavefronts, factor)};
}

/// The range of each count over the schedules, scaled.
TrafficRange rangeOf(const std::vector<Traffic>& schedules, double factor) {
  const auto range = [&](uint64_t Traffic::* member) {
    CountRange result{~uint64_t{0}, 0};
    for (const Traffic& traffic : schedules) {
      result.low = std::min(result.low, scaled(traffic.*member, factor));
      result.high = std::max(result.high, scaled(traffic.*member, factor));
    }
    return schedules.empty() ? CountRange{} : result;
  };
  return {range(&Traffic::l1Lookups), range(&Traffic::l1Hits),    range(&Traffic::l2Reads),   range(&Traffic::l2Writes),
          range(&Traffic::l2Hits),    range(&Traffic::dramReads), range(&Traffic::dramWrites)};
}

std::string kibibytes(uint64_t bytes) {
  return std::to_string(bytes >> 10) + " KiB";
}

}  // namespace

LaunchModel::LaunchModel(const Device& device, const LaunchGeometry& geometry, const std::vector<TraceSite>& sites,
                         const LaunchModelOptions& options)
    : device_(device),
      geometry_(geometry),
      sites_(&sites),
      options_(options),
      multiprocessors_(std::max(1u, device.multiprocessors)) {
  const Occupancy occupancy =
      computeOccupancy(device, {geometry.threadsPerBlock, geometry.registersPerThread, geometry.sharedBytesPerBlock});
  residentBlocks_ = std::max(1u, occupancy.blocks);
  waveBlocks_ = uint64_t{residentBlocks_} * multiprocessors_;
  // A small grid does not fill the multiprocessors: what is not there takes no shared memory from L1.
  const uint64_t most = (geometry.blocks + multiprocessors_ - 1) / multiprocessors_;
  l1Bytes_ =
      l1BytesBeside(device, static_cast<uint32_t>(std::min<uint64_t>(residentBlocks_, std::max<uint64_t>(1, most))),
                    geometry.sharedBytesPerBlock);
}

LaunchModel::~LaunchModel() = default;

void LaunchModel::sawFirstBlock(uint64_t events, uint64_t requestBytes) {
  const uint64_t inWave = std::min(waveBlocks_, geometry_.blocks);
  const uint64_t expected = std::max<uint64_t>(1, events) * geometry_.blocks;
  if (expected > options_.eventLimit)
    waveStride_ = std::min(waves(), (expected + options_.eventLimit - 1) / options_.eventLimit);
  const uint64_t kept = requestBytes * inWave;
  if (kept > options_.requestBytesLimit) {
    multiprocessorStride_ = static_cast<uint32_t>(
        std::min<uint64_t>(multiprocessors_, (kept + options_.requestBytesLimit - 1) / options_.requestBytesLimit));
  }
  if (options_.keptBytesLimit == 0) return;
  const uint64_t all = kept / multiprocessorStride_ * waves();
  waveStride_ = std::clamp<uint64_t>((all + options_.keptBytesLimit - 1) / options_.keptBytesLimit, waveStride_,
                                     std::max(waveStride_, waves()));
}

void LaunchModel::makeModels() {
  Device part = device_;
  // A part of the multiprocessors shares the same part of L2.
  part.l2Bytes = device_.l2Bytes / multiprocessorStride_;
  for (const Schedule& schedule : standardSchedules()) {
    models_.push_back(std::make_unique<MemoryModel>(part, schedule, l1Bytes_, *sites_));
  }
}

void LaunchModel::runWave(std::vector<BlockRequests> blocks) {
  if (models_.empty()) makeModels();
  const unsigned count = std::clamp<unsigned>(options_.threads, 1, static_cast<unsigned>(models_.size()));
  const auto run = [&](unsigned first) {
    for (size_t i = first; i < models_.size(); i += count) models_[i]->runWave(blocks);
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < count; ++i) others.emplace_back(run, i);
  run(0);
  for (std::thread& other : others) other.join();
}

void LaunchModel::countBlocks(LaunchMetrics& metrics) const {
  for (uint64_t wave = 0; wave < waves(); ++wave) {
    const uint64_t first = wave * waveBlocks_, inWave = std::min(waveBlocks_, geometry_.blocks - first);
    if (!isTraced(first)) continue;
    metrics.tracedBlocks += inWave;
    if (multiprocessorStride_ == 1)
      metrics.modelledBlocks += inWave;
    else
      for (uint64_t b = first; b < first + inWave; ++b) metrics.modelledBlocks += isModelled(b);
  }
}

TimingInput LaunchModel::timingInput(const WarpRecorder& counts, double countFactor, double trafficFactor) const {
  return {&device_,
          geometry_.blocks,
          (geometry_.threadsPerBlock + warpSize - 1) / warpSize,
          residentBlocks_,
          countFactor,
          trafficFactor,
          timingSites(*sites_, counts),
          counts.atomicPasses()};
}

TimingEstimate LaunchModel::estimateTime(const TimingInput& timing, const std::vector<Traffic>& traffic) const {
  std::vector<std::vector<TimingEstimate::Term>> terms;
  for (size_t m = 0; m < models_.size(); ++m)
    terms.push_back(timingTerms(timing, models_[m]->sites(), traffic[m].dramWrites));
  TimingRecord record{geometry_, timing, {}};
  for (size_t m = 0; m < models_.size(); ++m) record.schedules.push_back({models_[m]->sites(), traffic[m].dramWrites});
  keepTimingRecord(record);
  return terms.empty() ? TimingEstimate() : combineTerms(terms);
}

LaunchMetrics LaunchModel::finish(const WarpRecorder& counts, const std::vector<SitePlace>& places) const {
  LaunchMetrics metrics;
  metrics.device = device_.name;
  metrics.residentBlocks = residentBlocks_;
  metrics.l1Bytes = l1Bytes_;
  metrics.blocks = geometry_.blocks;
  countBlocks(metrics);
  const auto share = [&](uint64_t part) {
    return part == 0 ? 1.0 : static_cast<double>(metrics.blocks) / static_cast<double>(part);
  };
  const double countFactor = share(metrics.tracedBlocks), trafficFactor = share(metrics.modelledBlocks);

  using Key = std::tuple<SourcePosition, MemorySpace, EventKind, CacheOperator, std::string>;
  struct Sum {
    AccessCounts counts;
    std::vector<Traffic> traffic;
  };
  std::map<Key, Sum> byPlace;
  std::map<std::pair<MemorySpace, EventKind>, AccessCounts> totals;
  std::vector<Traffic> all(models_.size()), globalLoads(models_.size());
  for (uint32_t s = 0; s < sites_->size(); ++s) {
    const TraceSite& site = (*sites_)[s];
    bool first = true;
    for (const MemorySpace space : spaces) {
      const AccessCounts& found = counts.counts(s, space);
      if (found.requests == 0) continue;
      Sum& sum = byPlace[{places[s].at, space, site.kind, site.cacheOperator, places[s].object}];
      sum.counts += found;
      sum.traffic.resize(models_.size());
      totals[{space, site.kind}] += found;
      // Through a pointer to anything, requests of a site are one stream: it goes with the first space.
      if (!first || space == MemorySpace::shared || space == MemorySpace::constant) continue;
      first = false;
      for (size_t m = 0; m < models_.size(); ++m) {
        sum.traffic[m] += models_[m]->sites()[s];
        if (space == MemorySpace::global && site.kind == EventKind::load) globalLoads[m] += models_[m]->sites()[s];
      }
    }
  }
  for (size_t m = 0; m < models_.size(); ++m) all[m] = models_[m]->total();
  for (const auto& [key, sum] : byPlace) {
    metrics.places.push_back({std::get<0>(key), std::get<4>(key), std::get<2>(key), std::get<1>(key), std::get<3>(key),
                              scaled(sum.counts, countFactor), rangeOf(sum.traffic, trafficFactor)});
  }
  for (const auto& [key, sum] : totals) metrics.totals.push_back({key.second, key.first, scaled(sum, countFactor)});
  const TimingInput input = timingInput(counts, countFactor, trafficFactor);
  metrics.timing = estimateTime(input, all);
  metrics.arithmetic = arithmeticOf(input);
  metrics.traffic = rangeOf(all, trafficFactor);
  metrics.globalLoads = rangeOf(globalLoads, trafficFactor);
  addConditions(metrics);
  return metrics;
}

void LaunchModel::addConditions(LaunchMetrics& metrics) const {
  std::vector<std::string>& list = metrics.conditions;
  list.push_back("Modelled: " + device_.name + ", " + std::to_string(residentBlocks_) + " blocks a multiprocessor" +
                 (geometry_.registersPerThread == 0 ? " (registers not counted)" : "") + ", L1 " + kibibytes(l1Bytes_) +
                 ", caches cold at the start of the launch.");
  list.push_back("L1, L2 and DRAM numbers are the range over " + std::to_string(standardSchedules().size()) +
                 " orders in which warps may run.");
  if (!metrics.isExact()) {
    list.push_back("Estimated from " + std::to_string(metrics.tracedBlocks) + " of " + std::to_string(metrics.blocks) +
                   " blocks: every " + std::to_string(waveStride_) + "th wave was traced.");
  }
  if (multiprocessorStride_ > 1) {
    list.push_back("Cache numbers are from " + std::to_string(metrics.modelledBlocks) + " blocks: one in " +
                   std::to_string(multiprocessorStride_) + " multiprocessors with its share of L2.");
  }
}

}  // namespace warpwright::memsim
