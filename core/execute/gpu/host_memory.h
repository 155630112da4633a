#pragma once

#include <vector>

#include "core/execute/gpu/gpu_memory.h"

namespace warpwright::gpu {

/// The CPU's memory at addresses that were chosen before, those of a capture: CPU and GPU reach it by the same ones. It
/// stays until the process ends.
class HostMemory {
 public:
  /// All of it is zero at first. To be called before the driver is started, which takes addresses itself. Errors: an
  /// address is taken in this process (stale: names it; another process may do), too little memory.
  static Result<HostMemory> reserve(const std::vector<AddressRange>& pieces, bool margins);
  /// Makes it the GPU's, too. Errors: this GPU cannot reach the CPU's memory by the CPU's addresses.
  Status share(const Gpu& gpu) const;
  /// Takes all of it out of the CPU's caches.
  void flush() const;

 private:
  std::vector<AddressRange> mapped_;
};

}  // namespace warpwright::gpu
