#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/engine/device_thread.h"

namespace warpwright::engine {

/// Where a running block stands among what orders accesses to global memory.
struct BlockOrder {
  uint32_t block = 0;                       ///< its number in the grid
  uint32_t barriers = 0;                    ///< it has passed
  uint32_t released = 0;                    ///< when it fenced last: what it did before, others may come to know
  std::array<uint32_t, 32> acquired{};      ///< of each warp: up to when it knows what others have fenced
  std::array<uint32_t, 32> segment{};       ///< of each warp: the stretch it is in; 0: a new one begins with its next access
};

/// Races in global memory, found by what orders accesses and not by how they happened to run. Two accesses to the same
/// bytes by different threads of one launch, one of them a store, race unless
/// - a barrier of the block lies between them, or for lanes of one warp an operation of that warp;
/// - the first was followed by a fence (__threadfence) and then an atomic or volatile access to some place, which the
///   second thread, or one that it has met at a barrier since, read before it (a flag, a counter, a lock);
/// - a barrier of the grid lies between them.
/// Atomics do not race with each other, nor do volatile accesses, and a store that changes nothing with anything. Times
/// are one count of all fences instead of a clock for each thread: an access may be taken for ordered that is not, but
/// never the other way round. Shadow memory takes four bytes for each byte that a kernel touches.
class GlobalRaces {
 public:
  enum class Access : uint8_t { load, store, atomic, volatileLoad, volatileStore };

  /// An access that races with the one at hand.
  struct Other {
    uint32_t block = 0, thread = 0, site = 0;
    bool wrote = false;
  };

  /// For addresses from `base` on. Null: there is no room for the shadow.
  static std::unique_ptr<GlobalRaces> create(uint64_t base, uint64_t bytes);
  ~GlobalRaces();
  GlobalRaces(const GlobalRaces&) = delete;
  GlobalRaces& operator=(const GlobalRaces&) = delete;

  /// What came before is ordered before all that follows.
  void beginLaunch();
  void beginBlock(BlockOrder& order, uint32_t block) const;
  void blockBarrier(BlockOrder& order) const;
  void warpSynchronised(BlockOrder& order, uint32_t warp) const { order.segment[warp] = 0; }
  void fence(BlockOrder& order);
  /// All blocks wait for each other: once for the grid, then for each block that goes on.
  void gridBarrier() { gridTime_ = ++time_; }
  void leaveGridBarrier(BlockOrder& order) const;

  bool covers(uint64_t address) const { return address - base_ < bytes_; }
  /// One access of `bytes` bytes. Gives true and the other access where it races; each byte is looked at, the first that
  /// races counts.
  bool touch(BlockOrder& order, const DeviceThread& thread, uint64_t address, uint64_t bytes, Access access, uint32_t site,
             Other& other);

 private:
  struct Stamp {
    uint32_t segment = 0;                   ///< 0: nobody; `split` in a word whose bytes have stamps of their own
    uint32_t who = 0;                       ///< thread, site, whether atomic or volatile, whether others did so as well
  };
  struct Cell {
    Stamp write, read;
  };
  /// A stretch of a warp's run in which nothing orders it against others.
  struct Segment {
    uint32_t block = 0;
    uint32_t barriers : 27, warp : 5;
    uint32_t time = 0;                      ///< of fences when it began
    uint32_t released = 0;                  ///< what those who read from it come to know
  };

  GlobalRaces(uint64_t base, uint64_t bytes, Cell* words, Cell* bytesOf);
  uint32_t segmentOf(BlockOrder& order, uint32_t warp);
  bool before(const Stamp& stamp, const BlockOrder& order, const DeviceThread& thread, uint32_t segment) const;
  void acquire(BlockOrder& order, const DeviceThread& thread, const Stamp& from);
  bool touchCell(Cell& cell, BlockOrder& order, const DeviceThread& thread, Access access, uint32_t site, Other& other);
  void tell(const Stamp& stamp, bool wrote, Other& other) const;
  bool ofThisLaunch(const Stamp& stamp) const { return stamp.segment - first_ < segments_.size(); }
  const Segment& at(const Stamp& stamp) const { return segments_[stamp.segment - first_]; }

  const uint64_t base_, bytes_;
  Cell* words_;                             ///< mapped, zero until touched
  Cell* byteCells_;
  std::vector<Segment> segments_;           ///< of this launch
  uint32_t first_ = 1;                      ///< the number of the first of them
  uint32_t time_ = 1, gridTime_ = 0;
};

}  // namespace warpwright::engine
