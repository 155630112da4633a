#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/model/memory/sector_cache.h"
#include "core/model/memory/warp_recorder.h"
#include "core/model/memory/warp_schedule.h"

namespace warpwright::memsim {

/// What the requests of one site, or of all, did in the caches. Counts are sectors of 32 bytes.
struct Traffic {
  uint64_t l1Lookups = 0, l1Hits = 0;  ///< loads that look in L1
  uint64_t l2Reads = 0, l2Writes = 0;  ///< sectors that go to L2; an atomic counts as a write
  uint64_t l2Hits = 0;                 ///< of both
  uint64_t dramReads = 0;              ///< read misses of L2
  uint64_t dramWrites = 0;             ///< written back to make room; only known for all sites together

  Traffic& operator+=(const Traffic& other);
  bool operator==(const Traffic&) const = default;
};

inline constexpr uint32_t l1Ways = 8;

/// The caches of a GPU with one schedule, over one launch. L1: a cache a multiprocessor, 128-byte lines with 32-byte
/// sectors, stores written through and not allocated; atomics and `.cg` go past it. L2: one for all, write-back,
/// shared. Loads past L1 to sectors that are on their way already are merged, and so are those of the multiprocessors
/// of one processing cluster, as far as the device is known to merge them.
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
  bool access(uint32_t multiprocessor, uint32_t site, LineAccess line);
  MissesInFlight& clusterOf(uint32_t multiprocessor) {
    return clusters_[multiprocessor * clusters_.size() / l1_.size()];
  }
  uint8_t missingInL1(uint32_t multiprocessor, const TraceSite& site, LineAccess line, Traffic& traffic);

  const std::vector<TraceSite>* trace_;
  WarpSchedule schedule_;
  bool cachesGlobal_ = true;
  bool fillsLines_ = false;
  uint64_t flightSteps_ = 0;
  std::vector<SectorCache> l1_;
  SectorCache l2_;
  std::vector<MissesInFlight> inFlight_;  ///< of loads past L1, a multiprocessor
  std::vector<MissesInFlight>
      clusters_;  ///< of loads on their way to L2, a processing cluster; empty: nothing is merged
  std::vector<Traffic> traffic_;
  uint64_t dramWrites_ = 0;
};

/// How many blocks fit on a multiprocessor, and what their shared memory leaves for L1: bytes, after rounding to the
/// sizes into which the device can divide its unified cache.
uint64_t l1BytesBeside(const Device& device, uint32_t residentBlocks, uint64_t sharedBytesPerBlock);

}  // namespace warpwright::memsim
