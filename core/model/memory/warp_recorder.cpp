#include "core/model/memory/warp_recorder.h"

#include <algorithm>

namespace warpwright::memsim {
namespace {

/// Sectors that lie in one part of L2. On an H200 atomics of two lines side by side wait for one another, those of
/// eight go two at a time.
constexpr uint64_t partSectors = 16;

}  // namespace

AccessCounts& AccessCounts::operator+=(const AccessCounts& other) {
  requests += other.requests;
  lanes += other.lanes;
  bytes += other.bytes;
  sectors += other.sectors;
  lines += other.lines;
  wavefronts += other.wavefronts;
  conflictFreeWavefronts += other.conflictFreeWavefronts;
  return *this;
}

WarpRecorder::WarpRecorder(const std::vector<TraceSite>& sites, AddressMap map)
    : sites_(&sites), map_(map), executions_(sites.size()) {
  for (auto& counts : counts_) counts.resize(sites.size());
  for (uint32_t width = 0; width < conflictFree_.size(); ++width) {
    for (uint32_t lanes = 0; lanes <= warpSize; ++lanes) {
      const uint32_t mask = lanes == warpSize ? ~0u : (1u << lanes) - 1;
      conflictFree_[width][lanes] = static_cast<uint8_t>(conflictFreeWavefronts(mask, 4u << width));
    }
  }
}

void WarpRecorder::beginWarp(uint64_t localBase, RequestStream* stream) {
  localBase_ = localBase;
  stream_ = stream;
  partialStore_.count = 0;
}

MemorySpace WarpRecorder::spaceOf(uint64_t address) const {
  if (address - map_.sharedBase < map_.sharedBytes) return MemorySpace::shared;
  if (address - map_.localBase < map_.localBytes) return MemorySpace::local;
  return MemorySpace::global;
}

void WarpRecorder::add(const WarpAccess& access) {
  ++executions_[access.site];
  const TraceSite& site = (*sites_)[access.site];
  switch (site.kind) {
    case EventKind::marker:
    case EventKind::warpOperation:
      return;
    case EventKind::barrier:
      partialStore_.count = 0;
      if (stream_ != nullptr) stream_->push_back(packLine(access.site, {}, false));
      return;
    default:
      break;
  }
  if (site.space == MemorySpace::generic)
    addGeneric(access);
  else
    addTo(site.space, access);
}

void WarpRecorder::addGeneric(const WarpAccess& access) {
  std::array<uint32_t, spaces> lanes{};
  for (uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
    const uint32_t bit = rest & -rest;
    const uint64_t address = access.addresses[static_cast<uint32_t>(std::countr_zero(rest))];
    lanes[static_cast<size_t>(spaceOf(address))] |= bit;
  }
  for (size_t space = 0; space < spaces; ++space) {
    if (lanes[space] == 0) continue;
    WarpAccess part = access;
    part.lanes = lanes[space];
    // A pointer into a stack: what counts is the place in the frame, which is near the same in all stacks.
    constexpr uint64_t frameMask = 0xffff;
    if (space == static_cast<size_t>(MemorySpace::local)) {
      for (uint64_t& address : part.addresses) address &= frameMask;
    }
    addTo(static_cast<MemorySpace>(space), part);
  }
}

void WarpRecorder::addTo(MemorySpace space, const WarpAccess& access) {
  const TraceSite& site = (*sites_)[access.site];
  AccessCounts& counts = counts_[static_cast<size_t>(space)][access.site];
  const auto lanes = static_cast<uint32_t>(std::popcount(access.lanes));
  ++counts.requests;
  counts.lanes += lanes;
  counts.bytes += uint64_t{lanes} * site.bytes;
  if (space == MemorySpace::constant) return;
  if (space == MemorySpace::shared) {
    const uint32_t wavefronts = site.oneLane ? 1 : sharedWavefronts(access, site.bytes, site.kind == EventKind::atomic);
    const size_t width = site.bytes <= 4 ? 0 : site.bytes <= 8 ? 1 : 2;
    counts.wavefronts += wavefronts;
    counts.conflictFreeWavefronts += std::min<uint32_t>(wavefronts, conflictFree_[width][lanes]);
    return;
  }
  if (space == MemorySpace::local)
    coalesceLocal(access, site.bytes, localBase_, lines_);
  else
    coalesce(access, site.bytes, lines_);
  if (site.kind == EventKind::atomic) {
    memsim::atomicPasses(access, [&](uint64_t sector, uint32_t passes) {
      atomicPasses_[sector / partSectors] += site.oneLane ? 1 : passes;
    });
  }
  counts.sectors += lines_.sectors();
  counts.lines += lines_.count;
  if (stream_ == nullptr || joinsStore(site, access)) return;
  for (uint32_t i = 0; i < lines_.count; ++i) stream_->push_back(packLine(access.site, lines_.lines[i], i != 0));
}

bool WarpRecorder::joinsStore(const TraceSite& site, const WarpAccess& access) {
  if (site.kind != EventKind::store) {
    partialStore_.count = 0;
    return false;
  }
  const bool isPartial =
      uint64_t{site.bytes} * static_cast<uint32_t>(std::popcount(access.lanes)) < lines_.sectors() * sectorBytes;
  const auto goesAlong = [&](const LineAccess& line) {
    const auto end = partialStore_.lines.begin() + partialStore_.count;
    return std::any_of(partialStore_.lines.begin(), end, [&](const LineAccess& before) {
      return before.line == line.line && (line.sectors & ~before.sectors) == 0;
    });
  };
  if (isPartial && std::all_of(lines_.lines.begin(), lines_.lines.begin() + lines_.count, goesAlong)) return true;
  partialStore_.count = 0;
  if (isPartial) partialStore_ = lines_;
  return false;
}

const AccessCounts& WarpRecorder::counts(uint32_t site, MemorySpace space) const {
  return counts_[static_cast<size_t>(space)][site];
}

AtomicPasses WarpRecorder::atomicPasses() const {
  AtomicPasses result;
  for (const auto& [part, passes] : atomicPasses_) {
    result.all += passes;
    result.busiest = std::max(result.busiest, passes);
  }
  return result;
}

void WarpRecorder::merge(const WarpRecorder& other) {
  for (size_t site = 0; site < executions_.size(); ++site) {
    executions_[site] += other.executions_[site];
    for (size_t space = 0; space < spaces; ++space) counts_[space][site] += other.counts_[space][site];
  }
  for (const auto& [part, passes] : other.atomicPasses_) atomicPasses_[part] += passes;
}

}  // namespace warpwright::memsim
