#include "core/model/cache_policy/policy_model.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>
#include <unordered_map>

#include "core/model/memory/memory_model.h"

namespace warpwright {
namespace {

using namespace memsim;

bool isGlobalLoad(const RequestTrace& trace, size_t site) {
  const MemorySpace space = trace.sites[site].space;
  return trace.sites[site].kind == EventKind::load && (space == MemorySpace::global || space == MemorySpace::generic) &&
         trace.globalCounts[site].requests != 0;
}

auto keyOf(const RequestTrace& trace, size_t site) {
  return std::make_tuple(trace.places[site].at, trace.places[site].object, trace.sites[site].cacheOperator);
}

uint64_t scaled(uint64_t value, double factor) {
  return static_cast<uint64_t>(std::llround(static_cast<double>(value) * factor));
}

AccessCounts scaled(const AccessCounts& counts, double factor) {
  AccessCounts result;
  result.requests = scaled(counts.requests, factor);
  result.lanes = scaled(counts.lanes, factor);
  result.bytes = scaled(counts.bytes, factor);
  result.sectors = scaled(counts.sectors, factor);
  result.lines = scaled(counts.lines, factor);
  return result;
}

uint64_t l1BytesOf(const RequestTrace& trace, const Device& device) {
  const LaunchGeometry& geometry = trace.geometry;
  const uint64_t most =
      std::max<uint64_t>(1, (geometry.blocks + device.multiprocessors - 1) / std::max(1u, device.multiprocessors));
  return l1BytesBeside(device, static_cast<uint32_t>(std::min<uint64_t>(trace.residentBlocks, most)),
                       geometry.sharedBytesPerBlock);
}

/// The caches of one multiprocessor: a load alone, each pair of loads, and all loads (which says who has to wait).
class Caches {
 public:
  Caches(size_t loads, uint64_t l1Bytes, uint32_t fillSectors, uint64_t flightSteps)
      : loads_(loads),
        fillsLines_(fillSectors > 1),
        flightSteps_(flightSteps),
        all_(l1Bytes, l1Ways, fillSectors),
        alone_(loads, all_),
        pairs_(loads * loads),
        flights_(loads),
        accesses(loads),
        hits(loads),
        offSectors(loads),
        pairHits(loads * loads) {
    for (size_t i = 0; i < loads; ++i) {
      for (size_t j = i + 1; j < loads; ++j) pairs_[i * loads + j] = all_;
    }
  }

  /// A request of a candidate; true where L1 does not have all of it.
  bool load(size_t load, LineAccess line, uint64_t now) {
    accesses[load] += fillsLines_ ? 1 : static_cast<uint64_t>(std::popcount(line.sectors));
    hits[load] += hitsOf(alone_[load], line);
    for (size_t other = 0; other < loads_; ++other) {
      if (other == load) continue;
      const size_t pair = std::min(load, other) * loads_ + std::max(load, other);
      pairHits[pair] += hitsOf(*pairs_[pair], line);
    }
    offSectors[load] += static_cast<uint64_t>(std::popcount(flights_[load].ask(line, now, flightSteps_)));
    return all_.access(line, false).hit != line.sectors;
  }

  /// An atomic takes what it changes out of L1.
  void drop(LineAccess line) {
    all_.drop(line);
    for (SectorCache& cache : alone_) cache.drop(line);
    for (auto& cache : pairs_) {
      if (cache) cache->drop(line);
    }
  }

 private:
  uint64_t hitsOf(SectorCache& cache, LineAccess line) const {
    const uint8_t hit = cache.access(line, false).hit;
    return fillsLines_ ? hit == line.sectors : static_cast<uint64_t>(std::popcount(hit));
  }

  size_t loads_;
  bool fillsLines_;
  uint64_t flightSteps_;
  SectorCache all_;
  std::vector<SectorCache> alone_;
  std::vector<std::optional<SectorCache>> pairs_;
  std::vector<MissesInFlight> flights_;

 public:
  std::vector<uint64_t> accesses, hits, offSectors, pairHits;
};

}  // namespace

std::vector<std::string> namesOf(const std::vector<KernelLoad>& loads) {
  const auto plain = [](const KernelLoad& load) {
    return (load.object.empty() ? "load" : load.object) + " at line " + std::to_string(load.at.line);
  };
  std::map<std::string, int> count;
  for (const KernelLoad& load : loads) ++count[plain(load)];
  std::map<std::string, int> same;
  std::vector<std::string> names;
  for (const KernelLoad& load : loads) {
    std::string name = plain(load);
    if (count[name] > 1) name += ":" + std::to_string(load.at.column);
    if (const int before = same[name]++; before > 0) name += " #" + std::to_string(before + 1);
    names.push_back(name);
  }
  return names;
}

double Characterization::gain(size_t i, size_t j) const {
  return pairHits[std::min(i, j) * loads.size() + std::max(i, j)] - (loads[i].hits + loads[j].hits);
}

PolicyModel::PolicyModel(std::vector<RequestTrace> traces, const Device& device, const PolicyModelOptions& options)
    : device_(device), options_(options) {
  findLoads(traces);
  for (RequestTrace& trace : traces) {
    Launch launch;
    launch.factor = trace.requestFactor();
    launch.l1Bytes = options.l1Bytes != 0 ? options.l1Bytes : l1BytesOf(trace, device);
    launch.loadOf.assign(trace.sites.size(), none);
    for (size_t site = 0; site < trace.sites.size(); ++site) {
      const auto found = std::find_if(loads_.begin(), loads_.end(), [&](const KernelLoad& load) {
        return std::tie(load.at, load.object, load.written) == keyOf(trace, site);
      });
      if (found != loads_.end() && isGlobalLoad(trace, site))
        launch.loadOf[site] = static_cast<uint32_t>(found - loads_.begin());
    }
    launch.sites = trace.sites;
    std::map<uint32_t, size_t> index;
    for (size_t w = 0; w < trace.waves.size(); ++w) {
      for (BlockRequests& block : trace.waves[w]) {
        const auto [at, isNew] = index.emplace(block.multiprocessor, multiprocessors_.size());
        if (isNew) multiprocessors_.push_back({launches_.size(), {}});
        auto& waves = multiprocessors_[at->second].waves;
        waves.resize(w + 1);
        waves[w].push_back(std::move(block));
      }
    }
    launches_.push_back(std::move(launch));
  }
  addConditions(traces);
  device_.multiprocessors = 1;
  device_.l2Bytes = 0;
  device_.l1CachesGlobalLoads = true;
}

void PolicyModel::findLoads(const std::vector<RequestTrace>& traces) {
  std::map<std::tuple<SourcePosition, std::string, CacheOperator>, KernelLoad> found;
  for (const RequestTrace& trace : traces) {
    for (size_t site = 0; site < trace.sites.size(); ++site) {
      if (!isGlobalLoad(trace, site)) continue;
      KernelLoad& load = found[keyOf(trace, site)];
      std::tie(load.at, load.object, load.written) = keyOf(trace, site);
      load.parameter = trace.places[site].parameter;
      load.bytes = std::max(load.bytes, trace.sites[site].bytes);
      load.counts += scaled(trace.globalCounts[site], trace.countFactor());
      load.requests = load.counts.requests;
    }
  }
  for (auto& [key, load] : found) {
    (load.written == CacheOperator::normal && load.at.isValid() ? loads_ : others_).push_back(std::move(load));
  }
  const auto byRequests = [](const KernelLoad& a, const KernelLoad& b) { return a.requests > b.requests; };
  std::stable_sort(loads_.begin(), loads_.end(), byRequests);
  if (loads_.size() > options_.mostLoads) {
    others_.insert(others_.end(), loads_.begin() + static_cast<ptrdiff_t>(options_.mostLoads), loads_.end());
    loads_.resize(options_.mostLoads);
  }
  std::stable_sort(others_.begin(), others_.end(), byRequests);
}

void PolicyModel::addConditions(const std::vector<RequestTrace>& traces) {
  std::set<uint64_t> sizes;
  uint64_t kept = 0, blocks = 0;
  for (const RequestTrace& trace : traces) kept += trace.keptBlocks, blocks += trace.geometry.blocks;
  for (const Launch& launch : launches_) sizes.insert(launch.l1Bytes);
  std::string l1;
  for (const uint64_t size : sizes) l1 += (l1.empty() ? "" : ", ") + std::to_string(size >> 10);
  conditions_.push_back("Modelled: " + device_.name + ", L1 " + l1 + " KiB, a miss fetches " +
                        std::to_string(device_.l1FillSectors * sectorBytes) +
                        " bytes; caches cold at the start of each launch; the mean over " +
                        std::to_string(standardSchedules().size()) + " orders in which warps may run.");
  conditions_.push_back(std::to_string(traces.size()) + (traces.size() == 1 ? " launch" : " launches") + ", " +
                        (kept == blocks ? "all " + std::to_string(blocks) + " blocks."
                                        : std::to_string(kept) + " of " + std::to_string(blocks) + " blocks, scaled."));
  if (!device_.l1CachesGlobalLoads) {
    conditions_.push_back(device_.name +
                          " keeps global loads in L1 only where the compiler is told so (-dlcm=ca): here it is.");
  }
}

/// `work(task)` for every multiprocessor under every schedule, on several threads; false where it was cancelled.
template <typename Work>
bool PolicyModel::forEach(Work work, std::stop_token stop) const {
  const size_t schedules = standardSchedules().size(), tasks = multiprocessors_.size() * schedules;
  std::atomic<size_t> next{0};
  const auto run = [&] {
    for (size_t task = next++; task < tasks && !stop.stop_requested(); task = next++)
      work(task / schedules, task % schedules);
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < options_.threads; ++i) others.emplace_back(run);
  run();
  for (std::thread& other : others) other.join();
  return !stop.stop_requested();
}

void PolicyModel::characterizeOne(const Multiprocessor& multiprocessor, const Schedule& schedule,
                                  Characterization& sum) const {
  const Launch& launch = launches_[multiprocessor.launch];
  const size_t count = loads_.size();
  Caches caches(count, launch.l1Bytes, device_.l1FillSectors, stepsUntilL2Answers(device_));
  WarpSchedule order(schedule, 1, stepsUntilL2Answers(device_), launch.sites);
  for (const auto& wave : multiprocessor.waves) {
    order.runWave(wave, [&](uint32_t, uint32_t site, LineAccess line) {
      if (launch.loadOf[site] != none) return caches.load(launch.loadOf[site], line, order.now());
      if (launch.sites[site].kind == EventKind::atomic) caches.drop(line);
      return launch.sites[site].kind == EventKind::load;
    });
  }
  const double factor = launch.factor / static_cast<double>(standardSchedules().size());
  for (size_t i = 0; i < count; ++i) {
    LoadCharacter& load = sum.loads[i];
    load.accesses += factor * static_cast<double>(caches.accesses[i]);
    load.hits += factor * static_cast<double>(caches.hits[i]);
    load.offBytes += factor * static_cast<double>(caches.offSectors[i] * sectorBytes);
  }
  for (size_t pair = 0; pair < count * count; ++pair)
    sum.pairHits[pair] += factor * static_cast<double>(caches.pairHits[pair]);
}

Result<Characterization> PolicyModel::characterize(std::stop_token stop) const {
  const size_t count = loads_.size();
  Characterization sum;
  sum.blockBytes = static_cast<double>((device_.l1FillSectors > 1 ? device_.l1FillSectors : 1) * sectorBytes);
  sum.loads.resize(count);
  sum.pairHits.resize(count * count);
  std::mutex mutex;
  const bool done = forEach(
      [&](size_t multiprocessor, size_t schedule) {
        Characterization part;
        part.loads.resize(count);
        part.pairHits.resize(count * count);
        characterizeOne(multiprocessors_[multiprocessor], standardSchedules()[schedule], part);
        const std::lock_guard lock(mutex);
        for (size_t i = 0; i < count; ++i) {
          sum.loads[i].accesses += part.loads[i].accesses;
          sum.loads[i].hits += part.loads[i].hits;
          sum.loads[i].offBytes += part.loads[i].offBytes;
        }
        for (size_t pair = 0; pair < count * count; ++pair) sum.pairHits[pair] += part.pairHits[pair];
      },
      stop);
  if (!done) return cancelledError();
  for (size_t i = 0; i < count; ++i) {
    LoadCharacter& load = sum.loads[i];
    load.onBytes = (load.accesses - load.hits) * sum.blockBytes;
    const auto asked = static_cast<double>(loads_[i].counts.bytes);
    // Of transfers that nothing is found in L1 for, as the profiler's global load efficiency.
    if (load.accesses > 0) load.efficiencyOn = asked / (load.accesses * sum.blockBytes);
    if (loads_[i].counts.sectors > 0)
      load.efficiencyOff = asked / static_cast<double>(loads_[i].counts.sectors * sectorBytes);
  }
  return sum;
}

std::vector<bool> PolicyModel::commonLines() const {
  const size_t count = loads_.size();
  std::unordered_map<uint64_t, std::vector<bool>> readers;
  for (const Multiprocessor& multiprocessor : multiprocessors_) {
    const Launch& launch = launches_[multiprocessor.launch];
    for (const auto& wave : multiprocessor.waves) {
      for (const BlockRequests& block : wave) {
        for (const RequestStream& warp : block.warps) {
          for (const uint64_t packed : warp) {
            const uint32_t site = siteOfPacked(packed);
            if (site >= launch.loadOf.size() || launch.loadOf[site] == none) continue;
            auto& loads = readers[lineOfPacked(packed).line];
            loads.resize(count);
            loads[launch.loadOf[site]] = true;
          }
        }
      }
    }
  }
  std::vector<bool> common(count * count);
  std::set<std::vector<bool>> seen;
  for (const auto& [line, loads] : readers) {
    if (!seen.insert(loads).second) continue;
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = i + 1; j < count; ++j) {
        if (loads[i] && loads[j]) common[i * count + j] = true;
      }
    }
  }
  return common;
}

Result<PolicyTraffic> PolicyModel::traffic(const std::vector<CacheOperator>& operators, std::stop_token stop) const {
  std::vector<std::vector<TraceSite>> sites;
  for (const Launch& launch : launches_) {
    sites.push_back(launch.sites);
    for (size_t site = 0; site < launch.sites.size(); ++site) {
      if (launch.loadOf[site] != none) sites.back()[site].cacheOperator = operators[launch.loadOf[site]];
    }
  }
  std::vector<double> bytes(standardSchedules().size());
  std::mutex mutex;
  const bool done = forEach(
      [&](size_t index, size_t schedule) {
        const Multiprocessor& multiprocessor = multiprocessors_[index];
        const Launch& launch = launches_[multiprocessor.launch];
        MemoryModel model(device_, standardSchedules()[schedule], launch.l1Bytes, sites[multiprocessor.launch]);
        for (const auto& wave : multiprocessor.waves) model.runWave(wave);
        const std::lock_guard lock(mutex);
        bytes[schedule] += launch.factor * static_cast<double>(model.total().l2Reads * sectorBytes);
      },
      stop);
  if (!done) return cancelledError();
  PolicyTraffic traffic;
  traffic.low = *std::min_element(bytes.begin(), bytes.end());
  traffic.high = *std::max_element(bytes.begin(), bytes.end());
  for (const double value : bytes) traffic.mean += value / static_cast<double>(bytes.size());
  return traffic;
}

TrafficGraph PolicyModel::graph(const Characterization& character, const std::vector<std::string>& names) const {
  TrafficGraph graph;
  for (size_t i = 0; i < loads_.size(); ++i) {
    graph.loads.push_back({names[i], character.loads[i].offBytes - character.loads[i].onBytes, loads_[i].at});
  }
  for (uint32_t i = 0; i < loads_.size(); ++i) {
    for (uint32_t j = i + 1; j < loads_.size(); ++j) {
      const double weight = character.gain(i, j) * character.blockBytes;
      if (weight != 0) graph.pairs.push_back({i, j, weight});
    }
  }
  return graph;
}

}  // namespace warpwright
