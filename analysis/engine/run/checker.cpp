#include "analysis/engine/run/checker.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/block_runner.h"

namespace warpwright::engine {

namespace {

constexpr uint64_t shadowedBytes = 256u << 10;
constexpr size_t mostUnwritten = 1u << 16;

}  // namespace

Checker::Checker(const CompiledKernel& kernel, Arena& arena, GlobalRaces* races)
    : kernel_(kernel),
      arena_(arena),
      sites_(kernel.sites->data()),
      cache_(kernel.sites->size()),
      baseCache_(kernel.sites->size()),
      words_(shadowedBytes / 4),
      bytes_(shadowedBytes),
      races_(races),
      async_(shadowedBytes),
      recentReads_(1024),
      optimistic_(kernel.sites->size()) {
  hasAtomics_ = std::any_of(kernel.sites->begin(), kernel.sites->end(),
                            [](const Site& site) { return site.kind == SiteKind::atomic; });
  alignmentMasks_.reserve(kernel.sites->size());
  for (const Site& site : *kernel.sites) alignmentMasks_.push_back(static_cast<uint8_t>(site.alignment - 1));
}

Checker::~Checker() = default;

void Checker::beginBlock(const BlockRunner& runner, const std::array<uint32_t, 3>& blockIdx) {
  runner_ = &runner;
  const auto& grid = runner.shape().grid;
  order_.begin(blockIdx[0] + grid[0] * (blockIdx[1] + grid[1] * blockIdx[2]), threads_);
  shared_ = reinterpret_cast<uint64_t>(runner.sharedMemory());
  sharedBytes_ = runner.sharedBytes();
  // Stamps of earlier blocks are older than this: nothing needs to be cleared.
  blockEpoch_ = ++epoch_;
  time_ = 1;
  releases_.clear();
  threads_.forget();
  meetings_.fill({});
  phases_.clear();
  async_.clear();
}

void Checker::blockBarrier() {
  if (!unwritten_.empty()) confirmUninitialised();
  ++epoch_;
  threads_.forget();
  releases_.clear();
  if (races_ != nullptr)
    races_->blockBarrier(order_);
  else
    order_.joinAll();
}

void Checker::warpSynchronised(uint32_t warp, uint32_t named, uint32_t all) {
  threads_.meet(warp, named, all);
  named &= all;
  const uint32_t now = threads_.time(warp), first = warp * 32;
  if (named == all) releases_.ofWarp(warp, now, time_);
  for (uint32_t m = named; m != 0 && named != all; m &= m - 1)
    releases_.ofThread(first + static_cast<uint32_t>(std::countr_zero(m)), now, time_);
  order_.join(warp, named);
  if (races_ != nullptr) races_->warpSynchronised(order_, warp, named);
}

void Checker::arrive(const DeviceThread& thread, ThreadOrder::Meeting& meeting) {
  threads_.arrive(meeting, thread.linear);
  releases_.ofThread(thread.linear, threads_.time(thread.warp), time_);
  meeting.fences.join(order_.fences[thread.linear]);
  if (races_ != nullptr) races_->arrive(order_, thread);
}

void Checker::leave(const DeviceThread& thread, ThreadOrder::Meeting& meeting) {
  threads_.leave(meeting, thread.linear);
  order_.fencesOf(thread).join(meeting.fences);
}

void Checker::arrive(const DeviceThread& thread, uint32_t id) {
  arrive(thread, meetings_[id]);
}

void Checker::leave(const DeviceThread& thread, uint32_t id) {
  leave(thread, meetings_[id]);
}

void Checker::arriveAtPhase(const DeviceThread& thread, const void* phases) {
  arrive(thread, phases_[phases].coming);
}

void Checker::endPhase(const void* phases) {
  Phase& phase = phases_[phases];
  phase.ended = std::move(phase.coming);
  phase.coming = {};
}

void Checker::leavePhase(const DeviceThread& thread, const void* phases) {
  const auto phase = phases_.find(phases);
  if (phase != phases_.end()) leave(thread, phase->second.ended);
}

void Checker::fence(const DeviceThread& thread, Scope scope, bool acquiresOnly) {
  FenceTimes& fences = order_.fencesOf(thread);
  fences.sharedAcquired = std::max(fences.sharedAcquired, fences.sharedRead);
  if (!acquiresOnly && time_ < mostFences) {
    threads_.tick(thread.warp);
    releases_.ofThread(thread.linear, threads_.time(thread.warp), time_);
    fences.sharedReleased = ++time_;
  }
  if (races_ != nullptr) races_->fence(order_, thread, scope, acquiresOnly);
}

void Checker::asyncWait(const DeviceThread& thread, uint32_t groups) {
  Stamp now;
  now.epoch = epoch_;
  now.warpTime = threads_.time(thread.warp);
  now.thread = thread.linear;
  now.wrote = 1;
  now.time = time_;
  for (const AsyncCopies::Copy& copy : async_.wait(thread.linear, groups)) {
    for (uint64_t at = copy.offset; at < copy.offset + copy.bytes;) {
      Cell& word = words_[at / 4];
      const bool split = word.splitEpoch >= blockEpoch_;
      Cell& cell = split ? bytes_[at] : word;
      at = split ? at + 1 : (at / 4 + 1) * 4;
      now.site = cell.write.site;
      // Others may have written there since; that has been told.
      if (cell.write.epoch >= blockEpoch_ && cell.write.thread == now.thread) cell.write = now;
    }
  }
}

void Checker::confirmUninitialised() {
  for (const UnwrittenRead& read : unwritten_) {
    const Cell& word = words_[read.offset / 4];
    const Cell& cell = word.splitEpoch >= blockEpoch_ ? bytes_[read.offset] : word;
    // Written by another thread since: that is a race, and told as one. By the reader itself: too late for what it
    // read.
    const bool byAnother =
        cell.write.epoch >= blockEpoch_ && cell.write.thread != static_cast<uint16_t>(read.thread->linear);
    if (byAnother && sites_[read.site].kind == SiteKind::load) continue;
    report(Kind::uninitialised, *read.thread, read.site, 0, &Checker::uninitialisedText, read.offset, 0);
  }
  unwritten_.clear();
}

inline bool Checker::unordered(const Stamp& earlier, const Stamp& now) const {
  if (earlier.epoch != epoch_ || earlier.thread == now.thread || time_ == mostFences) return false;
  const uint32_t acquired = order_.fences[now.thread].sharedAcquired;
  if (earlier.time < acquired && releases_.reached(earlier.thread, earlier.warpTime, acquired)) return false;
  return !threads_.ordered(earlier.thread, earlier.warpTime, now.thread);
}

/// Do two accesses, one of them a store, race? Atomics may meet, and volatile accesses where threads of different warps
/// talk to each other: one leaves a lock that the other tries to take, or reads a flag that was set behind a fence.
/// Lanes of one warp that count on running in step do not talk by volatile accesses alone, nor do two that store.
/// `released`: when the last fence before the store was; 0: there was none.
inline bool Checker::conflict(const Stamp& earlier, const Stamp& now, bool bothStore, uint32_t released) const {
  if (!unordered(earlier, now)) return false;
  if (earlier.atomic && now.atomic) return false;
  if (!earlier.isGentle() || !now.isGentle()) return true;
  return !earlier.atomic && !now.atomic && (bothStore || released == 0 || earlier.thread / 32 == now.thread / 32);
}

bool Checker::inShared(const DeviceThread& thread, uint64_t address, uint32_t bytes, uint32_t site) {
  const Site& place = sites_[site];
  const uint64_t offset = address - shared_;
  if (offset >= reservedSharedOffset && offset < shadowedBytes) return false;  // the engine's own
  uint64_t begin = 0, length = sharedBytes_;
  if (place.objectBytes != 0) begin = place.objectOffset, length = place.objectBytes;
  if (offset - begin < length && offset - begin + bytes <= length) return true;
  report(Kind::bounds, thread, site, 0, &Checker::sharedBoundsText, address, bytes);
  return false;
}

/// `bits`: of the cell, what a load looks at or a store changes.
template <SiteKind kind>
inline void Checker::touchCell(Cell& cell, const DeviceThread& thread, const Stamp& now, uint64_t offset, uint32_t bits,
                               bool copies) {
  const uint32_t unset = unsetOf(cell);
  if (kind != SiteKind::store && (copies ? bits != 0 && (unset & bits) == bits : (unset & bits) != 0)) {
    if (cell.write.epoch < blockEpoch_) {
      unwritten_.push_back({&thread, now.site, offset});
      if (unwritten_.size() > mostUnwritten) confirmUninitialised();
    } else {
      report(Kind::uninitialised, thread, now.site, 0, &Checker::uninitialisedText, offset, 0);
    }
  }
  if (conflict(cell.write, now, kind != SiteKind::load, cell.released)) {
    report(Kind::race, thread, now.site, cell.write.site, &Checker::raceText, offset, cell.write.thread);
  } else if (cell.otherRead.wrote && conflict(cell.otherRead, now, false, 0)) {
    // Before a thread's own atomic there may be one of another thread, or a plain store.
    report(Kind::race, thread, now.site, cell.otherRead.site, &Checker::raceText, offset, cell.otherRead.thread);
  }
  const bool gentle = now.isGentle();
  if (kind != SiteKind::store && gentle && cell.write.isGentle() && cell.write.epoch == epoch_ &&
      (cell.released | cell.releasedGlobal) != 0) {
    FenceTimes& fences = order_.fencesOf(thread);
    // What a volatile access reads tells of others only behind a fence.
    uint32_t &known = now.atomic ? fences.sharedAcquired : fences.sharedRead,
             &knownGlobal = now.atomic ? fences.acquired : fences.readInBlock;
    known = std::max(known, cell.released);
    knownGlobal = std::max(knownGlobal, cell.releasedGlobal);
  }
  if (kind == SiteKind::load) {
    if (!unordered(cell.read, now) || (cell.read.isGentle() && !gentle)) {
      cell.read = now;
    } else if (!unordered(cell.otherRead, now) || cell.otherRead.thread / 32 == cell.read.thread / 32) {
      cell.otherRead = now;
    }
    return;
  }
  const bool keepsStore = cell.otherRead.wrote && !cell.otherRead.isGentle() && cell.otherRead.epoch == epoch_;
  if (kind == SiteKind::atomic && sites_[now.site].blind && cell.write.atomic && unordered(cell.write, now) &&
      !unordered(cell.otherRead, now) && !keepsStore)
    cell.otherRead = cell.write;
  const FenceTimes& own = order_.fences[now.thread];
  for (const Stamp* read : {&cell.read, &cell.otherRead}) {
    if (read->wrote || !conflict(*read, now, false, own.sharedReleased)) continue;
    report(Kind::race, thread, now.site, read->site, &Checker::raceText, offset, read->thread | 1u << 16);
    break;
  }
  if (gentle && !cell.write.isGentle() && cell.write.epoch == epoch_) cell.otherRead = cell.write;
  cell.unset = unset & ~bits;
  if (gentle) cell.released = own.sharedTold(), cell.releasedGlobal = own.told();
  cell.write = now;
}

template <SiteKind kind>
inline void Checker::touch(const DeviceThread& thread, uint64_t address, uint32_t bytes, uint32_t site) {
  const Site& place = sites_[site];
  const uint64_t offset = address - shared_;
  Stamp now;
  now.epoch = epoch_;
  now.warpTime = threads_.time(thread.warp);
  now.site = site;
  now.thread = thread.linear;
  now.atomic = kind == SiteKind::atomic || place.isAtomic;
  now.isVolatile = place.isVolatile;
  now.wrote = kind != SiteKind::load;
  now.time = time_;
  if (async_.any()) {
    if (const AsyncCopies::Copy* copy = async_.at(offset, bytes))
      report(Kind::race, thread, site, copy->site, &Checker::asyncText, offset, copy->thread);
  }
  uint64_t bits = bytes <= 8 || place.bits == 0 ? place.bits : ~uint64_t{0};
  // What is copied may have padding; where nobody wrote any of it, there was nothing to copy.
  bool copies = kind == SiteKind::load && place.copies;
  uint64_t whole = offset - place.wholeBefore, wholeBytes = place.wholeBytes;
  if (wholeBytes == 0 || whole > offset || whole + wholeBytes > sharedBytes_) whole = offset, wholeBytes = bytes;
  if (copies && wholeBytes > 1 && !isUnset(whole, wholeBytes)) bits = 0, copies = false;
  const uint64_t end = offset + bytes;
  for (uint64_t at = offset; at < end;) {
    Cell& word = words_[at / 4];
    const bool split = word.splitEpoch >= blockEpoch_;
    // Behind 8 bytes all bits count, or none.
    const uint64_t here = at - offset < 8 ? bits >> 8 * (at - offset) : bits;
    if (at % 4 == 0 && end - at >= 4 && !split) {
      touchCell<kind>(word, thread, now, at, static_cast<uint32_t>(here), copies);
      at += 4;
      continue;
    }
    if (!split) {
      for (uint64_t i = 0; i < 4; ++i) {
        bytes_[at / 4 * 4 + i] = word;
        bytes_[at / 4 * 4 + i].unset = word.unset >> 8 * i & 0xff;
      }
      word.splitEpoch = epoch_;
    }
    touchCell<kind>(bytes_[at], thread, now, at, static_cast<uint32_t>(here & 0xff), copies);
    ++at;
  }
}

/// True where nobody has written any bit.
bool Checker::isUnset(uint64_t offset, uint64_t bytes) const {
  const uint64_t end = offset + bytes;
  for (uint64_t at = offset; at < end;) {
    const Cell& word = words_[at / 4];
    const bool split = word.splitEpoch >= blockEpoch_, whole = at % 4 == 0 && end - at >= 4 && !split;
    const uint32_t unset = split   ? unsetOf(bytes_[at]) & 0xff
                           : whole ? unsetOf(word)
                                   : unsetOf(word) >> 8 * (at % 4) & 0xff;
    if (unset != (whole ? ~0u : 0xffu)) return false;
    at += whole ? 4 : 1;
  }
  return true;
}

void Checker::sharedLoad(const DeviceThread& thread, uint64_t address, uint32_t site) {
  const uint32_t bytes = sites_[site].bytes;
  noteRead(thread, address, site);
  if (inShared(thread, address, bytes, site)) touch<SiteKind::load>(thread, address, bytes, site);
}

void Checker::sharedStore(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t value) {
  const uint32_t bytes = sites_[site].bytes;
  if (!inShared(thread, address, bytes, site)) return;
  // A store of what is there already cannot be seen by anybody; many programs let all threads set one flag.
  const uint64_t offset = address - shared_;
  if (bytes <= 8 && std::memcmp(reinterpret_cast<const void*>(address), &value, bytes) == 0) {
    const Cell& cell = words_[offset / 4];
    if (cell.splitEpoch < blockEpoch_ && cell.write.epoch == epoch_ && cell.unset == 0) return;
  }
  touch<SiteKind::store>(thread, address, bytes, site);
}

void Checker::sharedAtomic(const DeviceThread& thread, uint64_t address, uint32_t site) {
  const uint32_t bytes = sites_[site].bytes;
  noteAtomic(thread, address, site);
  if (inShared(thread, address, bytes, site)) touch<SiteKind::atomic>(thread, address, bytes, site);
}

void Checker::range(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t bytes) {
  if (bytes == 0) return;
  if (address - shared_ < shadowedBytes) {
    if (!inShared(thread, address, static_cast<uint32_t>(bytes), site)) return;
    if (sites_[site].kind == SiteKind::load)
      touch<SiteKind::load>(thread, address, bytes, site);
    else
      touch<SiteKind::store>(thread, address, bytes, site);
    return;
  }
  if (async_.any()) asyncSource(thread, address, bytes, site);
  if (globalSlow(thread, address, bytes, site, 0) && races_ != nullptr) globalRace(thread, address, bytes, site, 0);
}

void Checker::globalAtomic(const DeviceThread& thread, uint64_t address, uint32_t site, AtomicUpdate update,
                           uint64_t operand, uint64_t wanted) {
  const uint32_t bytes = sites_[site].bytes;
  const AllocationRange& seen = cache_[site];
  if (async_.any()) asyncSource(thread, address, bytes, site);
  if (address - seen.base >= seen.bytes && !globalSlow(thread, address, bytes, site, 0)) return;
  if (races_ == nullptr) return;
  uint64_t old = 0;
  const uint64_t all = bytes >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * bytes) - 1;
  if (bytes <= 8) std::memcpy(&old, reinterpret_cast<const void*>(address), bytes);
  operand &= all;
  bool changes = true;
  switch (update) {
    case AtomicUpdate::exchange:
      changes = operand != old;
      break;
    case AtomicUpdate::unlessZero:
      changes = operand != 0;
      break;
    case AtomicUpdate::bitOr:
      changes = (old | operand) != old;
      break;
    case AtomicUpdate::bitAnd:
      changes = (old & operand) != old;
      break;
    case AtomicUpdate::compareExchange:
      changes = old == operand && (wanted & all) != old;
      break;
    case AtomicUpdate::other:
      break;
  }
  globalRace(thread, address, bytes, site, 0, changes);
}

/// Something writes what a copy that nobody has waited for may still have to read?
void Checker::asyncSource(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site) {
  if (sites_[site].kind == SiteKind::load || bytes == 0) return;
  if (const AsyncCopies::Copy* copy = async_.from(address, bytes))
    report(Kind::globalRace, thread, site, copy->site, &Checker::asyncSourceText, address, copy->thread);
}

void Checker::globalRace(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site, uint64_t value,
                         bool changes) {
  using Access = GlobalRaces::Access;
  const Site& place = sites_[site];
  if (!races_->covers(address)) return;
  // An atomic that leaves what it finds has only read it.
  Access access = changes ? Access::atomic : Access::volatileLoad;
  if (place.kind == SiteKind::load) access = place.isVolatile ? Access::volatileLoad : Access::load;
  if (place.kind == SiteKind::store) {
    access = place.isVolatile ? Access::volatileStore : Access::store;
    // A store of what is there already cannot be seen by anybody; many programs let all threads set one flag.
    const bool known = access == Access::store && place.bytes == bytes && bytes <= 8 && place.knowsValue;
    if (known && std::memcmp(reinterpret_cast<const void*>(address), &value, bytes) == 0) return;
  }
  if (access == Access::load) noteRead(thread, address, site);
  if (place.kind == SiteKind::atomic) noteAtomic(thread, address, site);
  const GlobalRaces::Path path = place.readOnly ? GlobalRaces::Path::readOnly : GlobalRaces::Path::coherent;
  if (!races_->touch(order_, thread, address, bytes, {access, site, place.ofBlock, place.blind, place.isAtomic, path},
                     raceOther_))
    return;
  report(Kind::globalRace, thread, site, raceOther_.site, &Checker::globalRaceText, address, 0);
}

void Checker::texel(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site, bool writes) {
  if (races_ == nullptr || !races_->covers(address)) return;
  const auto access = writes ? GlobalRaces::Access::store : GlobalRaces::Access::load;
  if (races_->touch(order_, thread, address, bytes, {access, site, false, false, false, GlobalRaces::Path::texture},
                    raceOther_))
    report(Kind::globalRace, thread, site, raceOther_.site, &Checker::globalRaceText, address, 0);
}

bool Checker::globalSlow(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site, uint64_t value) {
  if (address - shared_ < shadowedBytes) {
    switch (sites_[site].kind) {
      case SiteKind::load:
        sharedLoad(thread, address, site);
        break;
      case SiteKind::store:
        sharedStore(thread, address, site, value);
        break;
      default:
        sharedAtomic(thread, address, site);
        break;
    }
    return false;
  }
  if (runner_->onStack(address)) return false;
  if (const Allocation* allocation = arena_.find(address)) {
    if (allocation->live && address + bytes <= allocation->base + allocation->size) {
      const uint64_t base = baseOf(sites_[site]);
      const Allocation* meant = base != 0 ? allocationOf(base) : nullptr;
      if (meant != nullptr && meant != allocation) {
        report(Kind::bounds, thread, site, 0, &Checker::strayText, address, base);
        return true;
      }
      if (sites_[site].bytes == bytes) cache_[site] = {allocation->base, allocation->size - bytes + 1};
      return true;
    }
  } else if (kernel_.code && sites_[site].kind == SiteKind::load && kernel_.code->containsData(address)) {
    return false;
  }
  report(Kind::bounds, thread, site, 0, &Checker::globalBoundsText, address, bytes);
  return false;
}

const Allocation* Checker::allocationOf(uint64_t pointer) const {
  const Allocation* allocation = arena_.find(pointer);
  return allocation != nullptr ? allocation : arena_.find(pointer - 1);
}

uint64_t Checker::baseOf(const Site& site) const {
  if (site.base != 0 || site.argument < 0) return site.base;
  uint64_t pointer = 0;
  const auto* argument = static_cast<const char*>(runner_->shape().arguments[site.argument]);
  std::memcpy(&pointer, argument + site.argumentOffset, sizeof pointer);
  return pointer;
}

void Checker::derivedSlow(const DeviceThread& thread, uint64_t base, uint64_t address, uint32_t site) {
  if (!arena_.contains(base) || !arena_.contains(address)) return;
  const Allocation* meant = allocationOf(base);
  const Allocation* allocation = meant != nullptr ? arena_.find(address) : nullptr;
  if (allocation == nullptr) return;  // told as an access to what is no memory
  if (allocation != meant && allocation->live)
    return report(Kind::bounds, thread, site, 0, &Checker::strayText, address, base);
  baseCache_[site] = {meant->base, meant->size};
}

}  // namespace warpwright::engine
