#include "core/model/fused_chip/fused_gpu.h"

#include <algorithm>

namespace warpwright::memsim {

using Kind = FusedEvent::Kind;

FusedGpu::FusedGpu(const FusedDevice& device, EventQueue& events, SharedCache& shared)
    : chip_(device.chip),
      events_(events),
      shared_(shared),
      tick_(ticksOf(chip_, device.gpu.clockGHz)),
      l2Latency_(static_cast<uint64_t>(chip_.gpuL2Cycles) * tick_),
      sectorsPerLine_(std::max(1u, chip_.lineBytes / 32)),
      l2_(chip_.gpuL2Bytes, chip_.gpuL2Ways, chip_.lineBytes),
      l2Misses_(chip_.gpuL2Misses) {
  const uint32_t count = std::max(1u, device.gpu.multiprocessors);
  for (uint32_t i = 0; i < count; ++i) {
    multiprocessors_.push_back({{}, {}, {}, {}, {}, Cache(chip_.gpuL1Bytes, chip_.gpuL1Ways, chip_.lineBytes)});
  }
}

void FusedGpu::start(uint64_t now, const GpuWork& work) {
  work_ = &work;
  nextBlock_ = 0;
  blocksLeft_ = work.blocks.size();
  const uint32_t resident = std::max(1u, work.residentBlocks);
  for (Multiprocessor& sm : multiprocessors_) {
    sm.warps.clear();
    sm.queue.clear();
    sm.blocks.assign(resident, {});
    sm.misses.assign(std::max(1u, chip_.gpuMisses), {});
    sm.freeMisses.clear();
    for (uint32_t i = 0; i < sm.misses.size(); ++i) sm.freeMisses.push_back(i);
    sm.next = 0;
    sm.issueFree = sm.memoryFree = now;
    sm.wakeAt = ~uint64_t{0};
    sm.stalled = false;
  }
  for (uint32_t slot = 0; slot < resident; ++slot) {
    for (uint32_t m = 0; m < multiprocessors_.size(); ++m) dispatch(now, m, slot);
  }
}

/// The next block goes to a slot; blocks without anything to do are over at once.
void FusedGpu::dispatch(uint64_t now, uint32_t multiprocessor, uint32_t slot) {
  Multiprocessor& sm = multiprocessors_[multiprocessor];
  while (nextBlock_ < work_->blocks.size()) {
    const BlockRequests& block = work_->blocks[nextBlock_++];
    sm.blocks[slot] = {};
    size_t free = 0;
    for (const RequestStream& stream : block.warps) {
      if (stream.empty()) continue;
      while (free < sm.warps.size() && sm.warps[free].alive) ++free;
      if (free == sm.warps.size()) sm.warps.emplace_back();
      Warp warp;
      warp.at = stream.data();
      warp.end = stream.data() + stream.size();
      warp.readyAt = now;
      warp.block = slot;
      warp.alive = true;
      sm.warps[free] = warp;
      ++sm.blocks[slot].running;
    }
    if (sm.blocks[slot].running == 0) {
      --blocksLeft_;
      continue;
    }
    wake(now, now, multiprocessor);
    return;
  }
}

void FusedGpu::wake(uint64_t now, uint64_t at, uint32_t multiprocessor) {
  Multiprocessor& sm = multiprocessors_[multiprocessor];
  at = std::max({now, at, sm.issueFree});
  if (sm.wakeAt >= now && sm.wakeAt <= at) return;
  sm.wakeAt = at;
  events_.add({at, 0, 0, {}, multiprocessor, 0, Kind::gpuIssue});
}

/// A warp needs what its loads bring: at its end, at a barrier, where a new region of code begins, before a load whose
/// address comes from them, and before a store of what they may have brought.
bool FusedGpu::mustWait(const Warp& warp) const {
  if (warp.outstanding == 0) return false;
  if (chip_.gpuBlockingLoads) return true;
  const uint64_t* at = warp.at;
  while (at != warp.end && isWork(*at)) ++at;
  if (at == warp.end) return true;
  const uint32_t number = siteOfPacked(*at);
  const TraceSite& site = work_->sites[number];
  const TraceSite& last = work_->sites[warp.lastSite];
  if (site.kind == EventKind::barrier || site.work.region != last.work.region || number <= warp.lastSite) return true;
  return site.kind == EventKind::load ? site.work.step > warp.step : site.work.step >= 1;
}

void FusedGpu::issueFrom(uint64_t now, uint32_t multiprocessor) {
  Multiprocessor& sm = multiprocessors_[multiprocessor];
  if (now >= sm.wakeAt) sm.wakeAt = ~uint64_t{0};
  if (now < sm.issueFree) return wake(now, sm.issueFree, multiprocessor);
  if (!sm.queue.empty()) return;  // one pipeline: what waits for the memory stage holds up all behind it
  uint64_t soonest = ~uint64_t{0};
  const size_t count = sm.warps.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t index = (sm.next + i) % count;
    Warp& warp = sm.warps[index];
    if (!warp.alive || warp.inMemory || warp.atBarrier || warp.waits) continue;
    if (warp.readyAt > now) {
      soonest = std::min(soonest, warp.readyAt);
      continue;
    }
    if (warp.left == 0 && mustWait(warp)) {
      warp.waits = true;
      continue;
    }
    sm.next = index + 1;
    if (issueWarp(now, multiprocessor, index)) return wake(now, sm.issueFree, multiprocessor);
    return wake(now, now, multiprocessor);  // it retired; another may have taken its place
  }
  if (soonest != ~uint64_t{0}) wake(now, soonest, multiprocessor);
}

/// Issues a warp's next instruction, the last of which before a request is the request; false where it had come to its
/// end.
bool FusedGpu::issueWarp(uint64_t now, uint32_t multiprocessor, size_t index) {
  Multiprocessor& sm = multiprocessors_[multiprocessor];
  Warp& warp = sm.warps[index];
  if (warp.left == 0) {
    for (; warp.at != warp.end && isWork(*warp.at); ++warp.at) {
      warp.left += warpInstructionsOf(*warp.at);
      counts.threadInstructions += threadInstructionsOf(*warp.at);
    }
    counts.warpInstructions += warp.left;
    if (warp.left == 0 && warp.at == warp.end) {
      retire(now, multiprocessor, warp);
      return false;
    }
    warp.left = std::max<uint64_t>(1, warp.left);
  }
  --warp.left;
  sm.issueFree = now + tick_;
  warp.readyAt = now + chip_.gpuDependentCycles * tick_;
  if (warp.left > 0 || warp.at == warp.end) return true;
  warp.inMemory = true;
  events_.add({warp.readyAt, 0, 0, {}, multiprocessor, static_cast<uint32_t>(index), Kind::gpuRequest});
  return true;
}

void FusedGpu::retire(uint64_t now, uint32_t multiprocessor, Warp& warp) {
  Multiprocessor& sm = multiprocessors_[multiprocessor];
  const uint32_t slot = warp.block;
  warp.alive = false;
  Block& block = sm.blocks[slot];
  if (--block.running == 0) {
    --blocksLeft_;
    dispatch(now, multiprocessor, slot);
  } else if (block.arrived >= block.running) {
    release(now, sm, slot);
  }
}

void FusedGpu::request(const FusedEvent& event) {
  Multiprocessor& sm = multiprocessors_[event.unit];
  Warp& warp = sm.warps[event.index];
  if (work_->sites[siteOfPacked(*warp.at)].kind == EventKind::barrier) {
    warp.inMemory = false;
    meet(event.time, sm, warp);
    wake(event.time, event.time, event.unit);
    return;
  }
  sm.queue.push_back(event.index);
  runMemory(event.time, event.unit);
}

void FusedGpu::meet(uint64_t now, Multiprocessor& sm, Warp& warp) {
  warp.lastSite = siteOfPacked(*warp.at);
  ++warp.at;
  warp.readyAt = now;
  warp.atBarrier = true;
  Block& block = sm.blocks[warp.block];
  if (++block.arrived >= block.running) release(now, sm, warp.block);
}

void FusedGpu::release(uint64_t now, Multiprocessor& sm, uint32_t block) {
  sm.blocks[block].arrived = 0;
  for (Warp& warp : sm.warps) {
    if (!warp.alive || warp.block != block || !warp.atBarrier) continue;
    warp.atBarrier = false;
    warp.readyAt = std::max(warp.readyAt, now);
  }
}

/// The requests that have come to the memory stage, in order, until one has to wait for a slot.
void FusedGpu::runMemory(uint64_t now, uint32_t multiprocessor) {
  Multiprocessor& sm = multiprocessors_[multiprocessor];
  while (!sm.queue.empty() && !sm.stalled) {
    if (now < sm.memoryFree) {
      events_.add({sm.memoryFree, 0, 0, {}, multiprocessor, 0, Kind::gpuMemory});
      return;
    }
    const uint32_t index = sm.queue.front();
    if (!runRequest(now, multiprocessor, index)) {
      sm.stalled = true;
      return;
    }
    sm.queue.pop_front();
    Warp& warp = sm.warps[index];
    const uint32_t perCycle = std::max(1u, chip_.gpuLinesPerCycle);
    sm.memoryFree = now + (warp.lines + perCycle - 1) / perCycle * tick_;
    warp.lines = 0;
    warp.inMemory = false;
    warp.readyAt = std::max(warp.readyAt, now);
    wake(now, now, multiprocessor);
  }
}

/// All lines of a warp's request; false where one found no slot: it goes on from there.
bool FusedGpu::runRequest(uint64_t now, uint32_t multiprocessor, uint32_t index) {
  Warp& warp = multiprocessors_[multiprocessor].warps[index];
  const uint32_t number = siteOfPacked(*warp.at);
  const TraceSite& site = work_->sites[number];
  const uint32_t pieces = std::max(1u, 4 / sectorsPerLine_);
  for (bool first = true; first || (warp.at != warp.end && !isWork(*warp.at) && continuesRequest(*warp.at));
       ++warp.at) {
    first = false;
    const LineAccess access = lineOfPacked(*warp.at);
    for (; warp.piece < pieces; ++warp.piece) {
      const uint32_t sectors = access.sectors >> (warp.piece * sectorsPerLine_) & ((1u << sectorsPerLine_) - 1);
      if (sectors == 0) continue;
      if (!accessLine(now, multiprocessor, index, site, access.line * pieces + warp.piece)) return false;
      ++warp.lines;
    }
    warp.piece = 0;
  }
  if (site.kind == EventKind::load) {
    warp.step =
        warp.outstanding == 0
            ? 0
            : std::max(site.work.region == work_->sites[warp.lastSite].work.region ? warp.step : 0, site.work.step);
  }
  warp.lastSite = number;
  return true;
}

bool FusedGpu::accessLine(uint64_t now, uint32_t multiprocessor, uint32_t index, const TraceSite& site, uint64_t line) {
  Multiprocessor& sm = multiprocessors_[multiprocessor];
  const bool load = site.kind == EventKind::load;
  const bool cached = load && site.cacheOperator == CacheOperator::normal;
  if (cached && sm.l1.find(line) != nullptr) {
    ++counts.l1Loads;
    ++counts.l1Hits;
    return true;
  }
  uint32_t slot = noSlot;
  if (load || chip_.gpuStoresTakeMisses) {
    if (sm.freeMisses.empty()) return false;
    slot = sm.freeMisses.back();
    sm.freeMisses.pop_back();
    sm.misses[slot] = {index, load};
  }
  counts.l1Loads += cached;
  ++onTheirWay_;
  sm.warps[index].outstanding += load;
  const Requester from{load ? Requester::Kind::gpuLoad : Requester::Kind::gpuStore, multiprocessor, slot};
  counts.l2Loads += load;
  if (load)
    counts.l2Hits += askL2(now, line, from);
  else
    shared_.access(now, line, from);
  return true;
}

/// True for a line that is there.
bool FusedGpu::askL2(uint64_t now, uint64_t line, Requester from) {
  if (l2_.find(line) != nullptr) {
    fromL2(now + l2Latency_, line, from);
    return true;
  }
  if (l2Misses_.ask(line, from) == MissSlots<Requester>::Outcome::sent) shared_.access(now, line, from);
  return false;
}

/// A line that comes from L2, not from behind it: `index` tells them apart.
void FusedGpu::fromL2(uint64_t at, uint64_t line, Requester to) {
  events_.add({at, 0, line, to, 0, 1, Kind::deliver});
}

void FusedGpu::freeL2Slot(uint64_t now, uint64_t line) {
  if (l2_.peek(line) == nullptr) l2_.insert(line, {});
  for (const Requester& also : l2Misses_.arrived(line)) fromL2(now, line, also);
  while (const auto next = l2Misses_.next()) askL2(now, next->first, next->second);
}

void FusedGpu::lineArrived(const FusedEvent& event) {
  const uint64_t now = event.time, line = event.line;
  const Requester from = event.from;
  if (from.kind == Requester::Kind::gpuLoad && event.index == 0) freeL2Slot(now, line);
  Multiprocessor& sm = multiprocessors_[from.unit];
  --onTheirWay_;
  if (from.ticket == noSlot) return;
  const Miss miss = sm.misses[from.ticket];
  sm.freeMisses.push_back(from.ticket);
  if (miss.load) {
    if (sm.l1.peek(line) == nullptr) sm.l1.insert(line, {});
    Warp& warp = sm.warps[miss.warp];
    if (--warp.outstanding == 0 && warp.waits) {
      warp.waits = false;
      warp.readyAt = std::max(warp.readyAt, now);
      wake(now, now, from.unit);
    }
  }
  if (sm.stalled) {
    sm.stalled = false;
    runMemory(now, from.unit);
  }
}

}  // namespace warpwright::memsim
