#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/memsim/sector_cache.h"
#include "core/memsim/warp_recorder.h"

namespace warpwright::memsim {

/// In which order the warps of a multiprocessor issue their requests. No GPU publishes its own: results are given as
/// the range over several.
struct Schedule {
  enum class Kind : uint8_t {
    roundRobin,        ///< one request a warp in turn: warps stay together
    greedyThenOldest,  ///< one warp until it waits for memory or a barrier, then the oldest that can go on
    random,            ///< any warp that can go on, by a seeded generator
  };
  Kind kind = Kind::roundRobin;
  uint32_t seed = 0;
};

/// "round robin", "greedy then oldest", "random (seed 1)".
std::string toString(const Schedule& schedule);

/// The schedules over which ranges are taken.
const std::vector<Schedule>& standardSchedules();

/// The requests of one block's warps, and the multiprocessor that it runs on.
struct BlockRequests {
  uint32_t multiprocessor = 0;
  std::vector<RequestStream> warps;
};

/// What the requests of one site, or of all, did in the caches. Counts are sectors of 32 bytes.
struct Traffic {
  uint64_t l1Lookups = 0, l1Hits = 0;      ///< loads that look in L1
  uint64_t l2Reads = 0, l2Writes = 0;      ///< sectors that go to L2; an atomic counts as a write
  uint64_t l2Hits = 0;                     ///< of both
  uint64_t dramReads = 0;                  ///< read misses of L2
  uint64_t dramWrites = 0;                 ///< written back to make room; only known for all sites together

  Traffic& operator+=(const Traffic& other);
  bool operator==(const Traffic&) const = default;
};

/// The caches of a GPU with one schedule, over one launch. L1: a cache a multiprocessor, 128-byte lines with 32-byte
/// sectors, stores written through and not allocated; atomics and `.cg` go past it. L2: one for all, write-back, shared.
/// Loads past L1 to sectors that are on their way already are merged, as hardware does.
class MemoryModel {
 public:
  /// `l1Bytes`: what shared memory leaves of the unified cache. `sites` must outlive the model. Caches start cold.
  MemoryModel(const Device& device, const Schedule& schedule, uint64_t l1Bytes, const std::vector<TraceSite>& sites);

  /// Runs the blocks that are resident at once to their end. Blocks of later calls find the caches as they are left.
  /// Requires: multiprocessors below those of the device; every warp of a block passes the same barriers.
  void runWave(const std::vector<BlockRequests>& blocks);

  const std::vector<Traffic>& sites() const { return traffic_; }
  Traffic total() const;

 private:
  struct Warp {
    uint32_t block = 0;
    const uint64_t* at = nullptr;
    const uint64_t* end = nullptr;
    uint64_t readyAt = 0;                  ///< step
    bool atBarrier = false;
  };
  struct Multiprocessor {
    std::vector<Warp> warps;
    size_t next = 0;                       ///< round robin: who is next; greedy: who is at it
    uint64_t random = 0;
  };
  /// Bypassing loads that are on their way, by line; older ones are overwritten.
  struct InFlight {
    uint64_t line = ~uint64_t{0};
    uint64_t until = 0;
    uint8_t sectors = 0;
  };

  bool step(uint32_t multiprocessor);
  size_t choose(Multiprocessor& sm, uint64_t& waitUntil);
  void release(Multiprocessor& sm, uint32_t block);
  bool access(uint32_t multiprocessor, uint32_t site, LineAccess line);
  uint8_t missingInL1(uint32_t multiprocessor, const TraceSite& site, LineAccess line, Traffic& traffic);
  uint8_t notInFlight(uint32_t multiprocessor, LineAccess line);

  const std::vector<TraceSite>* trace_;
  Schedule schedule_;
  bool cachesGlobal_ = true;
  uint64_t missSteps_ = 0, flightSteps_ = 0;
  std::vector<SectorCache> l1_;
  SectorCache l2_;
  std::vector<std::vector<InFlight>> inFlight_;
  std::vector<Multiprocessor> multiprocessors_;
  std::vector<uint32_t> arrived_, running_;  ///< of each block of the wave: warps at the barrier, warps not ended
  std::vector<Traffic> traffic_;
  uint64_t dramWrites_ = 0, now_ = 0, nextReady_ = 0;
};

/// How many blocks fit on a multiprocessor, and what their shared memory leaves for L1: bytes, after rounding to the
/// sizes into which the device can divide its unified cache.
uint64_t l1BytesBeside(const Device& device, uint32_t residentBlocks, uint64_t sharedBytesPerBlock);

}  // namespace warpwright::memsim
