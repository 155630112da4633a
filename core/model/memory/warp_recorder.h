#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/model/memory/coalesce.h"

namespace warpwright::memsim {

/// Where addresses of each space lie on the machine that made the trace: tells what a generic pointer points to.
struct AddressMap {
  uint64_t sharedBase = 0, sharedBytes = 0;
  uint64_t localBase = 0, localBytes = 0;  ///< stacks of threads
};

/// Exact counts of one site in one space. A request is one instruction of one warp with at least one lane.
struct AccessCounts {
  uint64_t requests = 0;
  uint64_t lanes = 0;                   ///< threads that took part, over all requests
  uint64_t bytes = 0;                   ///< that those threads asked for
  uint64_t sectors = 0, lines = 0;      ///< of 32 and 128 bytes; not of shared memory
  uint64_t wavefronts = 0;              ///< of shared memory
  uint64_t conflictFreeWavefronts = 0;  ///< what `wavefronts` would be with no bank conflict

  AccessCounts& operator+=(const AccessCounts& other);
  bool operator==(const AccessCounts&) const = default;
};

/// The memory requests of one warp, in order, 8 bytes for each line of a request (see `packLine`), and its barriers.
using RequestStream = std::vector<uint64_t>;

/// One line of a request: `continues` says that it belongs to the same request as the one before it.
constexpr uint64_t packLine(uint32_t site, LineAccess line, bool continues) {
  return uint64_t{site} << 48 | uint64_t{continues} << 47 | uint64_t{line.sectors} << 41 |
         (line.line & ((uint64_t{1} << 41) - 1));
}
constexpr uint32_t siteOfPacked(uint64_t packed) {
  return static_cast<uint32_t>(packed >> 48);
}
constexpr bool continuesRequest(uint64_t packed) {
  return (packed >> 47 & 1) != 0;
}
constexpr LineAccess lineOfPacked(uint64_t packed) {
  return {packed & ((uint64_t{1} << 41) - 1), static_cast<uint8_t>(packed >> 41 & 15)};
}

/// Passes that L2 takes for atomics on global memory (see `atomicPasses`): in all, and on its busiest part. Those of
/// one part wait for one another.
struct AtomicPasses {
  uint64_t all = 0, busiest = 0;
  bool operator==(const AtomicPasses&) const = default;
};

/// Turns instructions of warps into counts, and into the requests that caches see.
class WarpRecorder {
 public:
  /// `sites` must outlive the recorder.
  WarpRecorder(const std::vector<TraceSite>& sites, AddressMap map);

  /// The instructions that follow are of another warp, whose frames start at `localBase`. `stream` gets its requests to
  /// global and local memory and its barriers; null: counts only.
  void beginWarp(uint64_t localBase, RequestStream* stream);
  void add(const WarpAccess& access);

  /// Counts of a site in global, shared, local or constant memory.
  const AccessCounts& counts(uint32_t site, MemorySpace space) const;
  /// How often a warp passed a site of any kind, markers and barriers included.
  uint64_t executions(uint32_t site) const { return executions_[site]; }
  AtomicPasses atomicPasses() const;
  /// Adds what another recorder of the same sites counted.
  void merge(const WarpRecorder& other);

 private:
  static constexpr size_t spaces = 5;
  MemorySpace spaceOf(uint64_t address) const;
  void addTo(MemorySpace space, const WarpAccess& access);
  void addGeneric(const WarpAccess& access);
  /// True for a store of parts of sectors to which the store before it, of the same warp, wrote parts: they go to L2 as
  /// one. An H200 does so for members of structures that are stored one by one (Rodinia's lavaMD: a quarter of the
  /// sectors stored).
  bool joinsStore(const TraceSite& site, const WarpAccess& access);

  const std::vector<TraceSite>* sites_;
  AddressMap map_;
  std::array<std::vector<AccessCounts>, spaces> counts_;
  std::vector<uint64_t> executions_;
  std::unordered_map<uint64_t, uint64_t> atomicPasses_;    ///< by part of L2, 512 bytes each
  std::array<std::array<uint8_t, 33>, 3> conflictFree_{};  ///< by bytes (4, 8, 16) and lanes, of full prefixes
  uint64_t localBase_ = 0;
  RequestStream* stream_ = nullptr;
  LineSet lines_;
  LineSet partialStore_;  ///< of the last store; empty where it wrote whole sectors
};

}  // namespace warpwright::memsim
