#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>

#include "analysis/engine/check/footprint.h"
#include "analysis/engine/check/shadow_stamps.h"
#include "analysis/engine/check/thread_order.h"
#include "analysis/engine/lower/device_thread.h"

namespace warpwright::engine {

/// Where a running block stands among what orders accesses to global memory.
struct BlockOrder {
  /// A block begins; `ofBlock` outlives it.
  void begin(uint32_t number, const ThreadOrder& ofBlock);
  /// All threads of the block, or the lanes `named` of a warp, have waited for each other.
  void joinAll();
  void join(uint32_t warp, uint32_t named);
  /// Those of the thread, to be changed.
  FenceTimes& fencesOf(const DeviceThread& thread) {
    hasFences = isFenced = true;
    return fences[thread.linear];
  }

  uint32_t block = 0;                        ///< its number in the grid
  const ThreadOrder* threads = nullptr;      ///< its threads
  uint32_t barriers = 0;                     ///< it has passed
  uint32_t grid = 0;                         ///< when it left the last barrier of the grid
  bool isFenced = false, hasFences = false;  ///< some of `fences` changed; and since the last barrier
  std::array<FenceTimes, 1024> fences{};     ///< of each thread
  std::array<uint32_t, 32> segment{};  ///< of each warp: the segment it is in; 0: a new one begins with its next access
  std::array<uint32_t, 32> last{};     ///< of each warp: its latest segment; 0: none
};

/// Which accesses of its segment a warp has a number for already, by site.
class NumberedAccesses {
 public:
  struct Entry {
    uint32_t segment = 0, site = 0, number = 0;
  };
  Entry& of(uint32_t warp, uint32_t site) { return entries_[warp % 32][site % sites]; }
  void clear() { entries_ = {}; }

 private:
  static constexpr uint32_t sites = 64;
  std::array<std::array<Entry, sites>, 32> entries_{};
};

/// Races in global memory, found by what orders accesses and not by how they happened to run. Two accesses to the same
/// bytes by different threads of one launch, one of them a store, race unless
/// - a barrier of the block lies between them, or one of some threads that both took part in, or for lanes of one warp
///   a warp barrier that names them;
/// - the first was followed by a fence (__threadfence) of its thread, or of one that it has met at a barrier since, and
///   then an atomic or volatile access of that one to some place, which the second thread, or one that it has met at a
///   barrier since, read before it (a flag, a counter, a lock); who read it by a volatile access and not by an atomic
///   has to fence, too, or to wait at a barrier; fences and accesses that are meant for a block (__threadfence_block,
///   atomicAdd_block) do so only within it;
/// - a barrier of the grid lies between them.
/// Atomics do not race with each other where both are meant for both threads, nor do volatile accesses, and a store
/// that changes nothing with anything. A plain access right behind an atomic of its own thread, which did not look at
/// what it found, races with the atomics of others before that; a plain store that its thread follows with atomics
/// races with the atomics of others still. Times are one count of all fences instead of a clock for each thread: an
/// access may be taken for ordered that is not, but never the other way round. Shadow memory takes a third of a byte
/// for each byte that a kernel reads, and as much for each that it writes; up to five bytes where single bytes are
/// touched in no order (see ShadowStamps).
///
/// Barriers and fences order no read that is not coherent: what __ldg (ld.global.nc) reads has to stay as it is for the
/// whole launch, and a texture fetch or surface read may not see what the launch wrote before (CUDA C++ Programming
/// Guide, "Read-Only Data Cache Load Function" and "Read/Write Coherency"). Such a read of a byte that any thread of
/// the launch, the reader included, changes is told as a race. Plain loads through a `const __restrict__` pointer are
/// none of these: the code that is checked is that in front of the compiler's back end, which alone would make
/// ld.global.nc of them, where it can; a program that breaks that promise is looked at by what orders its accesses.
class GlobalRaces {
 public:
  enum class Access : uint8_t { load, store, atomic, volatileLoad, volatileStore };
  /// How a read comes to its bytes: `readOnly` as __ldg does.
  enum class Path : uint8_t { coherent, texture, readOnly };
  struct Manner {
    Access access;
    uint32_t site;
    bool ofBlock;  ///< an atomic or volatile access that is meant for threads of its block alone
    bool blind;    ///< an atomic whose thread does not look at what it found
    bool atomic;   ///< also where it changes nothing
    Path path = Path::coherent;
    bool gentle() const { return access >= Access::atomic; }  ///< meant to meet others
    bool reads() const { return access == Access::load || access == Access::volatileLoad; }
  };

  /// An access that races with the one at hand.
  struct Other {
    uint32_t block = 0, thread = 0, site = 0;
    bool wrote = false;
    bool incoherent = false;  ///< one of the two is a read that nothing orders behind a write of the launch
  };

  /// For addresses from `base` on. Null: there is no room for the shadow.
  static std::unique_ptr<GlobalRaces> create(uint64_t base, uint64_t bytes);
  ~GlobalRaces();
  GlobalRaces(const GlobalRaces&) = delete;
  GlobalRaces& operator=(const GlobalRaces&) = delete;

  /// What came before is ordered before all that follows.
  void beginLaunch();
  /// Where to note what launches touch from here on; null: nowhere.
  void noteIn(Footprint* footprint) { footprint_ = footprint; }
  void blockBarrier(BlockOrder& order);
  /// The lanes `named` of the warp have waited for each other.
  void warpSynchronised(BlockOrder& order, uint32_t warp, uint32_t named) { endSegment(order, warp, named); }
  /// The thread comes to a barrier of some threads of the block.
  void arrive(BlockOrder& order, const DeviceThread& thread) { endSegment(order, thread.warp, 1u << thread.lane); }
  void fence(BlockOrder& order, const DeviceThread& thread, Scope scope, bool acquiresOnly);
  /// All blocks wait for each other: once for the grid, then for each block that goes on.
  void gridBarrier() { gridTime_ = ++time_; }
  void leaveGridBarrier(BlockOrder& order);

  bool covers(uint64_t address) const { return address - base_ < bytes_; }
  /// One access of `bytes` bytes. Gives true and the other access where it races; each byte is looked at, the first
  /// that races counts.
  bool touch(BlockOrder& order, const DeviceThread& thread, uint64_t address, uint64_t bytes, const Manner& how,
             Other& other);

 private:
  /// A segment of a warp's run in which nothing orders it against others.
  struct Segment {
    uint32_t block = 0;
    uint32_t barriers : 27, warp : 5;
    uint32_t time = 0;                           ///< of fences when it began
    uint32_t released = 0, releasedInBlock = 0;  ///< what those who read from it come to know
    uint32_t releasedShared = 0;                 ///< those of its block of shared memory
    uint32_t warpTime = 0;                       ///< of `ThreadOrder`
    uint32_t endTime = 0, endLanes = 0;          ///< when it ended, and for which lanes others may come to know of it
    uint32_t next = 0;                           ///< of the warp; 0: none
  };
  /// What the lanes of a warp did at one site within one segment.
  struct Numbered {
    uint32_t segment = 0;
    uint32_t site : 29;
    uint32_t gentle : 1, ofBlock : 1, wrote : 1;  ///< gentle: atomic or volatile, meant to meet others
  };
  /// Of words of 4 bytes, and of the bytes of words that are split.
  struct Shadow {
    std::unique_ptr<ShadowStamps> words, bytes;
  };

  GlobalRaces(uint64_t base, uint64_t bytes, Shadow writes, Shadow reads, Shadow readOnly);
  uint32_t segmentOf(BlockOrder& order, const DeviceThread& thread, bool tells);
  uint32_t openSegment(BlockOrder& order, uint32_t warp, const FenceTimes& fences);
  void endSegment(BlockOrder& order, uint32_t warp, uint32_t lanes);
  bool isReleased(const Segment& segment, uint32_t lane, uint32_t acquired) const;
  Stamp stampOf(const DeviceThread& thread, uint32_t segment, const Manner& how);
  bool before(Stamp stamp, const BlockOrder& order, const DeviceThread& thread) const;
  void acquire(BlockOrder& order, const DeviceThread& thread, Stamp from, bool atomic) const;
  bool touchPlace(ShadowStamps& writes, ShadowStamps& reads, uint64_t place, Stamp write, BlockOrder& order,
                  const DeviceThread& thread, const Manner& how, Other& other);
  void keepBehind(ShadowStamps& reads, uint64_t place, Stamp read, Stamp write, const BlockOrder& order,
                  const DeviceThread& thread, bool blind) const;
  bool meetsIncoherent(ShadowStamps& readOnly, uint64_t place, Stamp write, const BlockOrder& order,
                       const DeviceThread& thread, const Manner& how, Other& other);
  void note(const FenceTimes& fences, uint64_t address, uint64_t bytes, const Manner& how);
  void tell(Stamp stamp, bool wrote, Other& other) const;
  bool ofThisLaunch(Stamp stamp) const { return (stamp >> 6) - first_ < numbered_.size(); }
  const Numbered& accessOf(Stamp stamp) const { return numbered_[(stamp >> 6) - first_]; }
  const Segment& segmentOf(Stamp stamp) const { return segments_[accessOf(stamp).segment - 1]; }
  uint32_t threadOf(Stamp stamp) const { return segmentOf(stamp).warp * 32 + (stamp & 31); }
  bool isGentle(Stamp stamp) const { return ofThisLaunch(stamp) && accessOf(stamp).gentle != 0; }
  bool isWrite(Stamp stamp) const { return ofThisLaunch(stamp) && accessOf(stamp).wrote != 0; }
  bool isGentleWrite(Stamp stamp) const { return isGentle(stamp) && accessOf(stamp).wrote != 0; }
  bool isPlainWrite(Stamp stamp) const { return isWrite(stamp) && accessOf(stamp).gentle == 0; }
  bool inReach(Stamp stamp, const BlockOrder& order, const Manner& how) const;

  const uint64_t base_, bytes_;
  Shadow writes_, reads_;
  Shadow readOnly_;                ///< the first read of each place that counts on nobody writing there
  bool hasReadOnly_ = false;       ///< there are some in this launch
  std::deque<Segment> segments_;   ///< of this launch, from number 1
  std::deque<Numbered> numbered_;  ///< accesses of this launch
  NumberedAccesses latest_;        ///< of this launch; segments are of one block
  uint32_t first_ = 1;             ///< the number of the first of them
  uint32_t time_ = 1, gridTime_ = 0;
  Footprint* footprint_ = nullptr;
};

}  // namespace warpwright::engine
