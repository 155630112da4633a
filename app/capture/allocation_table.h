#pragma once

#include <cstdint>
#include <map>

#include "core/capture/launch_capture.h"

namespace warpwright::capture {

/// A piece of memory that kernels may reach.
struct LiveAllocation {
  CapturedMemory::Kind kind = CapturedMemory::Kind::device;
  uint64_t size = 0;
  void* context = nullptr;  ///< in which it was allocated
};

/// What a program has allocated and not freed. Pieces never overlap: an address that is given again means that its old
/// piece went in a way that was not seen (a context that was destroyed).
class AllocationTable {
 public:
  void add(uint64_t address, const LiveAllocation& allocation);
  void remove(uint64_t address) { live_.erase(address); }
  /// All that begins in [address, address + bytes): of cuMemUnmap.
  void removeRange(uint64_t address, uint64_t bytes);
  const std::map<uint64_t, LiveAllocation>& live() const { return live_; }

 private:
  std::map<uint64_t, LiveAllocation> live_;  ///< by address
};

}  // namespace warpwright::capture
