#include "core/model/memory/memory_model.h"

#include <algorithm>
#include <bit>

namespace warpwright::memsim {
namespace {

constexpr uint32_t l2Ways = 16;
/// Lines on their way to one processing cluster: more than its multiprocessors can wait for.
constexpr size_t clusterLines = 4096;

uint32_t count(uint8_t sectors) {
  return static_cast<uint32_t>(std::popcount(sectors));
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
    : trace_(&sites),
      schedule_(schedule, std::max(1u, device.multiprocessors), stepsUntilL2Answers(device), sites),
      cachesGlobal_(device.l1CachesGlobalLoads),
      fillsLines_(device.l1FillSectors > 1),
      flightSteps_(stepsUntilL2Answers(device)),
      l2_(device.l2Bytes, l2Ways),
      traffic_(sites.size()) {
  const uint32_t count = std::max(1u, device.multiprocessors);
  l1_.assign(count, SectorCache(l1Bytes, l1Ways, device.l1FillSectors));
  inFlight_.resize(count);
  if (device.mergedRequests > 1)
    clusters_.assign(device.processingClusters, MissesInFlight(clusterLines, device.mergedRequests));
}

void MemoryModel::runWave(const std::vector<BlockRequests>& blocks) {
  schedule_.runWave(blocks, [this](uint32_t sm, uint32_t site, LineAccess line) { return access(sm, site, line); });
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
    // What neighbours ask for at the same time is answered once.
    if (!clusters_.empty() && site.cacheOperator != CacheOperator::uncached) {
      wanted = clusterOf(index).ask({line.line, wanted}, schedule_.now(), flightSteps_);
      if (wanted == 0) return true;
    }
  } else {
    if (site.kind == EventKind::atomic) l1_[index].drop(line);
    if (!clusters_.empty()) clusterOf(index).drop(line.line);
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
    return site.cacheOperator == CacheOperator::uncached ? line.sectors
                                                         : inFlight_[index].ask(line, schedule_.now(), flightSteps_);
  }
  SectorCache& l1 = l1_[index];
  const uint8_t hit = site.cacheOperator == CacheOperator::noAllocate
                          ? l1.peek(line)
                          : l1.access(line, false, retentionOf(site.cacheOperator)).hit;
  traffic.l1Lookups += count(line.sectors);
  traffic.l1Hits += count(hit);
  const uint8_t missing = line.sectors & static_cast<uint8_t>(~hit);
  // What is kept comes in whole lines where the L1 fills them.
  return missing != 0 && fillsLines_ && site.cacheOperator != CacheOperator::noAllocate ? uint8_t{15} : missing;
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
