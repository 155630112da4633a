#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/engine/compiled_kernel.h"
#include "core/runner/engine_job.h"

namespace warpwright::engine {

class Arena;
class BlockRunner;

/// The checks of one worker during a launch. Shared memory has a shadow: who wrote and who read each word last (each
/// byte, where a block uses smaller accesses), where, and in which stretch between barriers. Two accesses to the same
/// bytes by different threads, one of them a store, race unless a barrier of the block, or for lanes of one warp an
/// operation of that warp, lies between; atomics do not race with atomics, nor a store that changes nothing with
/// anything. Barriers and warp operations of some threads count as if all took part, so a race can be missed there, but
/// none is made up. Global addresses must lie in live allocations.
class Checker {
 public:
  Checker(const CompiledKernel& kernel, Arena& arena);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  void beginBlock(const BlockRunner& runner);
  void endBlock() { confirmUninitialised(); }
  void blockBarrier() {
    if (!unwritten_.empty()) confirmUninitialised();
    ++epoch_;
  }
  void warpSynchronised(uint32_t warp) { ++warpEpochs_[warp]; }

  // Accesses; `address` is what is touched, the site says how many bytes.
  void sharedLoad(const DeviceThread& thread, uint64_t address, uint32_t site);
  void sharedStore(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t value);
  void sharedAtomic(const DeviceThread& thread, uint64_t address, uint32_t site);
  void global(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t value) {
    const AllocationRange& seen = cache_[site];
    if (address - seen.base < seen.bytes) return;
    globalSlow(thread, address, sites_[site].bytes, site, value);
  }
  void range(const DeviceThread& thread, uint64_t address, uint32_t site, uint64_t bytes);

  // What the scheduler sees.
  void barrierSites(const DeviceThread& thread, uint32_t site, uint32_t otherSite);
  void barrierAfterExit(const DeviceThread& thread, uint32_t site, uint32_t exited);
  void laneOutsideMask(const DeviceThread& thread, uint32_t site);
  void shuffleFromAbsentLane(const DeviceThread& thread, uint32_t source);

  /// Everything found so far, each (kind, place, other place) once.
  std::vector<EngineFinding> findings() const;

 private:
  enum class Kind : uint8_t { race, uninitialised, bounds, barrier, shuffle };
  struct Stamp {
    uint32_t epoch = 0, warpEpoch = 0, site = 0;
    uint16_t thread = 0;
    bool atomic = false;
  };
  struct Cell {
    Stamp write, read, otherRead;
    uint32_t splitEpoch = 0;     ///< of a word: its bytes have cells of their own since then
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

  void confirmUninitialised();
  bool inShared(const DeviceThread& thread, uint64_t address, uint32_t bytes, uint32_t site);
  template <SiteKind kind>
  void touch(const DeviceThread& thread, uint64_t address, uint32_t bytes, uint32_t site);
  template <SiteKind kind>
  void touchCell(Cell& cell, const DeviceThread& thread, const Stamp& now, uint64_t offset);
  bool unordered(const Stamp& earlier, const Stamp& now) const;
  void globalSlow(const DeviceThread& thread, uint64_t address, uint64_t bytes, uint32_t site, uint64_t value);
  void report(Kind kind, const DeviceThread& thread, uint32_t site, uint32_t otherSite, std::string (Checker::*message)(
              const DeviceThread&, const Site&, uint64_t, uint64_t) const, uint64_t first, uint64_t second);

  std::string raceText(const DeviceThread&, const Site&, uint64_t offset, uint64_t other) const;
  std::string uninitialisedText(const DeviceThread&, const Site&, uint64_t offset, uint64_t) const;
  std::string sharedBoundsText(const DeviceThread&, const Site&, uint64_t address, uint64_t bytes) const;
  std::string globalBoundsText(const DeviceThread&, const Site&, uint64_t address, uint64_t bytes) const;
  std::string barrierText(const DeviceThread&, const Site&, uint64_t otherSite, uint64_t) const;
  std::string exitText(const DeviceThread&, const Site&, uint64_t exited, uint64_t) const;
  std::string maskText(const DeviceThread&, const Site&, uint64_t, uint64_t) const;
  std::string shuffleText(const DeviceThread&, const Site&, uint64_t source, uint64_t) const;
  std::string element(const Site& site, uint64_t sharedOffset) const;
  std::string sharedObject(const Site& site, uint64_t sharedOffset) const;

  const CompiledKernel& kernel_;
  Arena& arena_;
  const Site* sites_;
  std::vector<AllocationRange> cache_;
  Cell* words_ = nullptr;          ///< mapped, zero until touched
  Cell* bytes_ = nullptr;
  const BlockRunner* runner_ = nullptr;
  uint64_t shared_ = 0, sharedBytes_ = 0;
  uint32_t epoch_ = 1, blockEpoch_ = 1;
  std::array<uint32_t, 32> warpEpochs_{};
  std::vector<UnwrittenRead> unwritten_;
  std::map<std::tuple<Kind, uint32_t, uint32_t>, EngineFinding> findings_;
};

}  // namespace warpwright::engine
