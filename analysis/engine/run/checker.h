#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/engine/check/async_copies.h"
#include "analysis/engine/check/global_races.h"
#include "analysis/engine/check/release_points.h"
#include "analysis/engine/check/thread_order.h"
#include "analysis/engine/lower/compiled_kernel.h"
#include "analysis/engine/memory/zeroed_memory.h"
#include "core/job/engine_job.h"

namespace warpwright::engine {

class Arena;
struct Allocation;
class BlockRunner;

/// The checks of one worker during a launch. Shared memory has a shadow: who wrote and who read each word last (each
/// byte, where a block uses smaller accesses), where, and in which part between barriers. Two accesses to the same
/// bytes by different threads, one of them a store, race unless a barrier of the block lies between, or one of some
/// threads that both took part in, or for lanes of one warp an __syncwarp() whose mask names them, or they are ordered
/// by fences and a lock or flag as `GlobalRaces` tells; shuffles, votes and the like order nothing. Atomics do not race
/// with atomics, nor volatile accesses of different warps, nor a store that changes nothing with anything. Of shared
/// memory each bit is known that was never written: a bit-field may be stored beside one that was not, and padding be
/// copied. A plain read that the same thread follows with an atomic on the same place (the start of a loop around
/// atomicCAS, a test before atomicMin) does not race with atomics. Global addresses must lie in live allocations; races
/// there are those that `GlobalRaces` finds.
class Checker {
 public:
  /// `races` may be null: global memory is not looked at for races then.
  Checker(const CompiledKernel& kernel, Arena& arena, GlobalRaces* races);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  void beginBlock(const BlockRunner& runner, const std::array<uint32_t, 3>& blockIdx);
  void endBlock() { confirmUninitialised(); }
  void blockBarrier();
  /// The lanes `named` of a warp that has the lanes `all`.
  void warpSynchronised(uint32_t warp, uint32_t named, uint32_t all);
  /// The thread comes to the barrier `id` of some threads of the block.
  void arrive(const DeviceThread& thread, uint32_t id);
  /// The thread has waited there for those who came.
  void leave(const DeviceThread& thread, uint32_t id);
  /// They have all left; what comes now waits for the next ones.
  void endMeeting(uint32_t id) { meetings_[id] = {}; }
  /// The thread comes to the end of a phase of `phases` (cuda::barrier, cuda::pipeline).
  void arriveAtPhase(const DeviceThread& thread, const void* phases);
  /// All have come that a phase waits for.
  void endPhase(const void* phases);
  /// The thread has seen a phase ended.
  void leavePhase(const DeviceThread& thread, const void* phases);
  void leaveGridBarrier() {
    if (races_ != nullptr) races_->leaveGridBarrier(order_);
  }
  /// `acquiresOnly`: what others have told the thread holds from here on, but it tells others nothing.
  void fence(const DeviceThread& thread, Scope scope, bool acquiresOnly);

  /// A copy into shared memory has begun that the thread goes on beside. Told as done already; then nobody may touch
  /// what it writes before the thread has waited, and others see it as written by the thread then.
  /// Nor may anybody write any of the `read` bytes at `source` before that.
  void asyncCopy(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint64_t source, uint64_t read,
                 uint32_t site) {
    async_.begin({thread.linear, site, 0, address - shared_, bytes, source, read});
  }
  void asyncCommit(const DeviceThread& thread) { async_.commit(thread.linear); }
  void asyncWait(const DeviceThread& thread, uint32_t groups);

  // Accesses; `address` is what is touched, the site says how many bytes.
  /// Of each access, first.
  void alignment(const DeviceThread& thread, uint64_t address, uint32_t site) {
    if ((address & alignmentMasks_[site]) != 0)
      report(Kind::misaligned, thread, site, 0, &Checker::misalignedText, address, 0);
  }
  void sharedLoad(const DeviceThread& thread, uint64_t address, uint32_t site);
  void sharedStore(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t value);
  void sharedAtomic(const DeviceThread& thread, uint64_t address, uint32_t site);
  void global(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t value) {
    const AllocationRange& seen = cache_[site];
    if (async_.any()) asyncSource(thread, address, sites_[site].bytes, site);
    if (address - seen.base < seen.bytes || globalSlow(thread, address, sites_[site].bytes, site, value)) {
      if (races_ != nullptr) globalRace(thread, address, sites_[site].bytes, site, value);
    }
  }
  /// An access to an array of the thread's own, `offset` bytes from its start.
  void local(const DeviceThread& thread, uint64_t offset, uint32_t site) {
    const Site& place = sites_[site];
    alignment(thread, offset, site);
    if (offset < place.objectBytes && place.bytes <= place.objectBytes - offset) return;
    report(Kind::bounds, thread, site, 0, &Checker::localBoundsText, offset, 0);
  }
  void globalAtomic(const DeviceThread& thread, uint64_t address, uint32_t site, AtomicUpdate update, uint64_t operand,
                    uint64_t wanted);
  void range(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t bytes);
  /// A texture or surface access to `bytes` bytes of a texel.
  void texel(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site, bool writes);
  /// An access to `address` by arithmetic on the pointer `base`.
  void derived(const DeviceThread& thread, uint64_t base, uint64_t address, uint32_t site) {
    const AllocationRange& seen = baseCache_[site];
    if (base - seen.base >= seen.bytes || address - seen.base >= seen.bytes) derivedSlow(thread, base, address, site);
  }

  /// An access that an assumption is about does not keep it: a subscript outside its dimension, or the object's end.
  void assumptionBroken(const DeviceThread& thread, uint32_t place, uint32_t site, const std::string& how);

  // What the scheduler sees.
  void barrierSites(const DeviceThread& thread, uint32_t site, uint32_t otherSite);
  /// `count` threads took a way past the barrier at `site` while others waited there; `thread` is one of them.
  void barrierPassed(const DeviceThread& thread, uint32_t site, uint32_t count);
  /// Lanes that `thread` names in the mask of its operation went past it on another way.
  void lanesPassed(const DeviceThread& thread, uint32_t lanes, const char* operation);
  void laneOutsideMask(const DeviceThread& thread, uint32_t site);
  void shuffleFromAbsentLane(const DeviceThread& thread, uint32_t source);

  /// Everything found so far, each (kind, place, other place) once.
  std::vector<EngineFinding> findings() const;

 private:
  enum class Kind : uint8_t { race, uninitialised, bounds, barrier, shuffle, globalRace, assumption, misaligned };
  static constexpr uint32_t mostFences = (1u << 19) - 1;  ///< of a block; then all counts as ordered by them
  struct Stamp {
    uint32_t epoch = 0, warpTime = 0, site = 0;
    uint32_t thread : 10 = 0, atomic : 1 = 0, isVolatile : 1 = 0, wrote : 1 = 0;
    uint32_t time : 19 = 0;                                           ///< of fences in the block
    bool isGentle() const { return atomic != 0 || isVolatile != 0; }  ///< meant to meet others
  };
  struct Cell {
    Stamp write, read;
    /// Or an atomic that another one, of a thread which did not look, came after in no order, or the last plain store
    /// where an atomic or volatile write has come after it: those of others race with the store still.
    Stamp otherRead;
    uint32_t splitEpoch = 0;      ///< of a word: its bytes have cells of their own since then
    uint32_t unset = 0;           ///< bits that nobody has written, once somebody has written others
    uint32_t released = 0;        ///< what those who read the last write come to know, where that is gentle
    uint32_t releasedGlobal = 0;  ///< and of global memory
  };
  struct AllocationRange {
    uint64_t base = 0, bytes = 0;  ///< bytes: how far an access of the site's size may start
  };

  /// A read of what nobody had written. Another thread may write it before the next barrier: then it is a race.
  struct UnwrittenRead {
    const DeviceThread* thread = nullptr;
    uint32_t site = 0;
    uint64_t offset = 0;
  };

  void arrive(const DeviceThread& thread, ThreadOrder::Meeting& meeting);
  void leave(const DeviceThread& thread, ThreadOrder::Meeting& meeting);
  void confirmUninitialised();
  void noteRead(const DeviceThread& thread, uint64_t address, uint32_t site) {
    if (!hasAtomics_) return;
    RecentReads& recent = recentReads_[thread.linear];
    if (recent.epoch != epoch_) recent = {{}, 0, epoch_};
    recent.reads[recent.next++ % recent.reads.size()] = {address, site};
  }
  void noteAtomic(const DeviceThread& thread, uint64_t address, uint32_t atomic) {
    const RecentReads& recent = recentReads_[thread.linear];
    if (!sites_[atomic].excusesReads || recent.epoch != epoch_) return;
    for (const auto& [where, site] : recent.reads) {
      if (where == address) optimistic_[site] = true;
    }
  }
  bool isOptimistic(uint32_t read, uint32_t other) const { return optimistic_[read] && sites_[other].excusesReads; }
  bool inShared(const DeviceThread& thread, uint64_t address, uint32_t bytes, uint32_t site);
  template <SiteKind kind>
  void touch(const DeviceThread& thread, uint64_t address, uint32_t bytes, uint32_t site);
  template <SiteKind kind>
  void touchCell(Cell& cell, const DeviceThread& thread, const Stamp& now, uint64_t offset, uint32_t bits, bool copies);
  uint32_t unsetOf(const Cell& cell) const { return cell.write.epoch < blockEpoch_ ? ~0u : cell.unset; }
  bool isUnset(uint64_t offset, uint64_t bytes) const;
  bool unordered(const Stamp& earlier, const Stamp& now) const;
  bool conflict(const Stamp& earlier, const Stamp& now, bool bothStore, uint32_t released) const;
  void derivedSlow(const DeviceThread& thread, uint64_t base, uint64_t address, uint32_t site);
  uint64_t baseOf(const Site& site) const;
  /// The allocation that a pointer belongs to: the one it lies in, or right behind.
  const Allocation* allocationOf(uint64_t pointer) const;
  /// True for live global memory.
  bool globalSlow(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site, uint64_t value);
  void report(Kind kind, const DeviceThread& thread, uint32_t site, uint32_t otherSite,
              std::string (Checker::*message)(const DeviceThread&, const Site&, uint64_t, uint64_t) const,
              uint64_t first, uint64_t second);

  void globalRace(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site, uint64_t value,
                  bool changes = true);
  std::string globalRaceText(const DeviceThread&, const Site&, uint64_t address, uint64_t) const;
  std::string raceText(const DeviceThread&, const Site&, uint64_t offset, uint64_t other) const;
  void asyncSource(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site);
  std::string asyncSourceText(const DeviceThread&, const Site&, uint64_t address, uint64_t other) const;
  std::string asyncText(const DeviceThread&, const Site&, uint64_t offset, uint64_t other) const;
  std::string uninitialisedText(const DeviceThread&, const Site&, uint64_t offset, uint64_t) const;
  std::string sharedBoundsText(const DeviceThread&, const Site&, uint64_t address, uint64_t bytes) const;
  std::string localBoundsText(const DeviceThread&, const Site&, uint64_t offset, uint64_t) const;
  std::string globalBoundsText(const DeviceThread&, const Site&, uint64_t address, uint64_t bytes) const;
  std::string barrierText(const DeviceThread&, const Site&, uint64_t otherSite, uint64_t) const;
  std::string passedText(const DeviceThread&, const Site&, uint64_t count, uint64_t) const;
  std::string lanesPassedText(const DeviceThread&, const Site&, uint64_t lanes, uint64_t operation) const;
  std::string misalignedText(const DeviceThread&, const Site&, uint64_t address, uint64_t) const;
  std::string strayText(const DeviceThread&, const Site&, uint64_t address, uint64_t base) const;
  std::string maskText(const DeviceThread&, const Site&, uint64_t, uint64_t) const;
  std::string shuffleText(const DeviceThread&, const Site&, uint64_t source, uint64_t) const;
  std::string element(const Site& site, uint64_t sharedOffset) const;
  std::string sharedObject(const Site& site, uint64_t sharedOffset) const;

  const CompiledKernel& kernel_;
  Arena& arena_;
  const Site* sites_;
  std::vector<AllocationRange> cache_, baseCache_;
  std::vector<uint8_t> alignmentMasks_;  ///< by site
  ZeroedMemory<Cell> words_, bytes_;
  const BlockRunner* runner_ = nullptr;
  GlobalRaces* races_ = nullptr;
  BlockOrder order_;
  GlobalRaces::Other raceOther_;  ///< of the race that is being reported
  uint64_t shared_ = 0, sharedBytes_ = 0;
  uint32_t epoch_ = 1, blockEpoch_ = 1;
  ThreadOrder threads_;
  /// Of `cuda::barrier`s and the like: those who come to the phase under way, and those who came to the one before.
  struct Phase {
    ThreadOrder::Meeting coming, ended;
  };
  std::array<ThreadOrder::Meeting, 16> meetings_;  ///< at barriers of some threads, by number
  std::map<const void*, Phase> phases_;
  AsyncCopies async_;
  uint32_t time_ = 1;  ///< of fences in this block
  ReleasePoints releases_;
  std::vector<UnwrittenRead> unwritten_;
  struct RecentReads {
    std::array<std::pair<uint64_t, uint32_t>, 4> reads{};
    uint32_t next = 0, epoch = 0;  ///< since the last barrier: what lies before that is no look ahead of an atomic
  };
  bool hasAtomics_ = false;
  std::vector<RecentReads> recentReads_;
  std::vector<bool> optimistic_;  ///< by site: reads that an atomic on the same place followed
  std::map<std::tuple<Kind, uint32_t, uint32_t>, EngineFinding> findings_;
};

}  // namespace warpwright::engine
