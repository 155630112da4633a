#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

#include "analysis/engine/memory/arena.h"

namespace warpwright::engine {

/// What device code allocates by malloc and new. Threads of several workers may use it side by side.
class DeviceHeap {
 public:
  static constexpr uint64_t defaultBytes = uint64_t{8} << 20;
  /// What fresh memory of the device holds: the same in each run, and not a value that hides a missing initialisation.
  static constexpr int freshByte = 0xCD;

  /// `arena` must outlive it. `limit`: bytes that it gives at a time (cudaLimitMallocHeapSize).
  DeviceHeap(Arena& arena, uint64_t limit) : arena_(arena), limit_(limit) {}

  uint64_t limit() const { return limit_; }
  void setLimit(uint64_t bytes) { limit_ = bytes; }
  /// Null: there is no room for it. A GPU keeps books in the heap as well, so that it may have less.
  void* allocate(uint64_t bytes, SourcePosition at);
  /// Errors: `allocate` did not give it, or it is free already.
  Status free(void* address);
  /// What has not been freed, by address.
  std::vector<const Allocation*> live() const;

 private:
  Arena& arena_;
  uint64_t limit_, used_ = 0;
  std::set<uint64_t> live_;
  mutable std::mutex mutex_;
};

}  // namespace warpwright::engine
