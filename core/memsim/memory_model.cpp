#include "core/memsim/memory_model.h"

#include <algorithm>
#include <bit>

namespace warpwright::memsim {
namespace {

constexpr uint32_t l1Ways = 8, l2Ways = 16;
/// Lines of bypassing loads on their way that one multiprocessor can merge with.
constexpr size_t inFlightLines = 256;
/// Issue slots a request takes on a busy multiprocessor, over all its warps; turns latencies in cycles into steps.
constexpr double cyclesPerStep = 4;
constexpr double assumedLatency = 250;

uint32_t count(uint8_t sectors) { return static_cast<uint32_t>(std::popcount(sectors)); }

uint64_t nextRandom(uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

bool bypassesL1(const TraceSite& site) {
  return site.kind == EventKind::atomic || site.cacheOperator == CacheOperator::bypassL1 ||
         site.cacheOperator == CacheOperator::uncached;
}

Retention retentionOf(CacheOperator cacheOperator) {
  switch (cacheOperator) {
    case CacheOperator::streaming:
    case CacheOperator::lastUse:
    case CacheOperator::evictFirst:
      return Retention::first;
    case CacheOperator::evictLast:
      return Retention::last;
    default:
      return Retention::normal;
  }
}

}  // namespace

std::string toString(const Schedule& schedule) {
  switch (schedule.kind) {
    case Schedule::Kind::roundRobin: return "round robin";
    case Schedule::Kind::greedyThenOldest: return "greedy then oldest";
    case Schedule::Kind::random: return "random (seed " + std::to_string(schedule.seed) + ")";
  }
  return {};
}

const std::vector<Schedule>& standardSchedules() {
  static const std::vector<Schedule> schedules{{Schedule::Kind::roundRobin, 0},
                                               {Schedule::Kind::greedyThenOldest, 0},
                                               {Schedule::Kind::random, 1},
                                               {Schedule::Kind::random, 2}};
  return schedules;
}

Traffic& Traffic::operator+=(const Traffic& other) {
  l1Lookups += other.l1Lookups;
  l1Hits += other.l1Hits;
  l2Reads += other.l2Reads;
  l2Writes += other.l2Writes;
  l2Hits += other.l2Hits;
  dramReads += other.dramReads;
  dramWrites += other.dramWrites;
  return *this;
}

MemoryModel::MemoryModel(const Device& device, const Schedule& schedule, uint64_t l1Bytes,
                         const std::vector<TraceSite>& sites)
    : trace_(&sites), schedule_(schedule), cachesGlobal_(device.l1CachesGlobalLoads),
      l2_(device.l2Bytes, l2Ways), traffic_(sites.size()) {
  const double latency = device.latencyL2 > 0 ? device.latencyL2 : assumedLatency;
  missSteps_ = flightSteps_ = static_cast<uint64_t>(latency / cyclesPerStep);
  const uint32_t count = std::max(1u, device.multiprocessors);
  l1_.assign(count, SectorCache(l1Bytes, l1Ways, device.l1FillSectors));
  inFlight_.resize(count);
  multiprocessors_.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    multiprocessors_[i].random = 0x9E3779B97F4A7C15ull * (i + 1) + schedule.seed;
  }
}

void MemoryModel::runWave(const std::vector<BlockRequests>& blocks) {
  arrived_.assign(blocks.size(), 0);
  running_.assign(blocks.size(), 0);
  for (Multiprocessor& sm : multiprocessors_) {
    sm.warps.clear();
    sm.next = 0;
  }
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    Multiprocessor& sm = multiprocessors_[blocks[b].multiprocessor % multiprocessors_.size()];
    for (const RequestStream& stream : blocks[b].warps) {
      if (stream.empty()) continue;
      sm.warps.push_back({b, stream.data(), stream.data() + stream.size(), 0, false});
      ++running_[b];
    }
  }
  for (;;) {
    bool any = false, left = false;
    nextReady_ = ~uint64_t{0};
    for (uint32_t i = 0; i < multiprocessors_.size(); ++i) {
      if (multiprocessors_[i].warps.empty()) continue;
      left = true;
      any |= step(i);
    }
    if (!left) break;
    now_ = any || nextReady_ == ~uint64_t{0} ? now_ + 1 : std::max(now_ + 1, nextReady_);
  }
}

/// One request of one warp of a multiprocessor; false where none can go on.
bool MemoryModel::step(uint32_t index) {
  Multiprocessor& sm = multiprocessors_[index];
  while (!sm.warps.empty()) {
    const size_t chosen = choose(sm, nextReady_);
    if (chosen == sm.warps.size()) return false;
    Warp& warp = sm.warps[chosen];
    if (warp.at == warp.end) {
      const uint32_t block = warp.block;
      sm.warps.erase(sm.warps.begin() + static_cast<ptrdiff_t>(chosen));
      if (sm.next > chosen) --sm.next;
      if (--running_[block] != 0 && arrived_[block] >= running_[block]) release(sm, block);
      continue;
    }
    const uint32_t site = siteOfPacked(*warp.at);
    if ((*trace_)[site].kind == EventKind::barrier) {
      ++warp.at;
      if (++arrived_[warp.block] >= running_[warp.block]) release(sm, warp.block);
      else warp.atBarrier = true;
      if (schedule_.kind == Schedule::Kind::roundRobin) ++sm.next;
      continue;
    }
    bool missed = false;
    do {
      missed |= access(index, site, lineOfPacked(*warp.at));
      ++warp.at;
    } while (warp.at != warp.end && continuesRequest(*warp.at));
    if (schedule_.kind == Schedule::Kind::roundRobin) ++sm.next;
    else if (schedule_.kind == Schedule::Kind::greedyThenOldest && missed) warp.readyAt = now_ + missSteps_;
    return true;
  }
  return false;
}

/// The warp whose turn it is; the number of warps where all wait.
size_t MemoryModel::choose(Multiprocessor& sm, uint64_t& waitUntil) {
  const size_t count = sm.warps.size();
  const auto ready = [&](size_t i) { return !sm.warps[i].atBarrier && sm.warps[i].readyAt <= now_; };
  if (schedule_.kind == Schedule::Kind::greedyThenOldest) {
    if (sm.next < count && ready(sm.next)) return sm.next;
    for (size_t i = 0; i < count; ++i) {
      if (ready(i)) return sm.next = i;
      if (!sm.warps[i].atBarrier) waitUntil = std::min(waitUntil, sm.warps[i].readyAt);
    }
    return count;
  }
  size_t first = sm.next;
  if (schedule_.kind == Schedule::Kind::random) first = nextRandom(sm.random) % count;
  for (size_t i = 0; i < count; ++i) {
    const size_t candidate = (first + i) % count;
    if (!ready(candidate)) continue;
    return sm.next = candidate;
  }
  return count;
}

void MemoryModel::release(Multiprocessor& sm, uint32_t block) {
  arrived_[block] = 0;
  for (Warp& warp : sm.warps) {
    if (warp.block == block) warp.atBarrier = false;
  }
}

/// True where a load has to wait for L2.
bool MemoryModel::access(uint32_t index, uint32_t siteIndex, LineAccess line) {
  const TraceSite& site = (*trace_)[siteIndex];
  Traffic& traffic = traffic_[siteIndex];
  const bool reads = site.kind == EventKind::load;
  uint8_t wanted = line.sectors;
  if (reads) {
    wanted = missingInL1(index, site, line, traffic);
    if (wanted == 0) return false;
  } else if (site.kind == EventKind::atomic) {
    l1_[index].drop(line);
  }
  const SectorCache::Outcome outcome = l2_.access({line.line, wanted}, !reads);
  (reads ? traffic.l2Reads : traffic.l2Writes) += count(wanted);
  traffic.l2Hits += count(outcome.hit);
  if (site.kind != EventKind::store) traffic.dramReads += count(wanted) - count(outcome.hit);
  dramWrites_ += count(outcome.evictedDirty);
  return reads;
}

uint8_t MemoryModel::missingInL1(uint32_t index, const TraceSite& site, LineAccess line, Traffic& traffic) {
  if (bypassesL1(site) || (!cachesGlobal_ && site.space != MemorySpace::local && site.space != MemorySpace::texture)) {
    return site.cacheOperator == CacheOperator::uncached ? line.sectors : notInFlight(index, line);
  }
  SectorCache& l1 = l1_[index];
  const uint8_t hit = site.cacheOperator == CacheOperator::noAllocate
                          ? l1.peek(line)
                          : l1.access(line, false, retentionOf(site.cacheOperator)).hit;
  traffic.l1Lookups += count(line.sectors);
  traffic.l1Hits += count(hit);
  return line.sectors & static_cast<uint8_t>(~hit);
}

uint8_t MemoryModel::notInFlight(uint32_t index, LineAccess line) {
  std::vector<InFlight>& flights = inFlight_[index];
  if (flights.empty()) flights.resize(inFlightLines);
  InFlight& flight = flights[(line.line ^ line.line >> 8) % inFlightLines];
  if (flight.line != line.line || flight.until <= now_) flight = {line.line, now_ + flightSteps_, 0};
  const uint8_t missing = line.sectors & static_cast<uint8_t>(~flight.sectors);
  flight.sectors |= line.sectors;
  return missing;
}

Traffic MemoryModel::total() const {
  Traffic sum;
  for (const Traffic& site : traffic_) sum += site;
  sum.dramWrites = dramWrites_;
  return sum;
}

uint64_t l1BytesBeside(const Device& device, uint32_t residentBlocks, uint64_t sharedBytesPerBlock) {
  const uint64_t unit = std::max<uint64_t>(1, device.sharedAllocationUnit);
  const uint64_t perBlock = (sharedBytesPerBlock + device.sharedReservedPerBlock + unit - 1) / unit * unit;
  const uint64_t used = sharedBytesPerBlock == 0 ? 0 : perBlock * residentBlocks;
  uint64_t carveOut = used;
  for (const uint64_t size : device.sharedCarveOuts) {
    carveOut = size;
    if (size >= used) break;
  }
  return device.unifiedCacheBytes - std::min(device.unifiedCacheBytes, carveOut);
}

}  // namespace warpwright::memsim
