#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/engine/memory/arena.h"

namespace warpwright::engine {

/// Keeps the host away from memory that is the device's alone, as a GPU does: all of the arena but the pages of memory
/// that both may touch is protected while the host goes on. What it touches there is noted, and let through. That takes
/// time, on large memory more: a twentieth of the run's time and `freeTime` may go to it. Beyond that it is done the
/// first few times alone that the host comes back from each call of the program.
class DeviceMemoryGuard {
 public:
  struct Touch {
    uint64_t address = 0, programCounter = 0;
    bool writes = false;
  };

  explicit DeviceMemoryGuard(const Arena& arena) : arena_(arena) {}

  /// The host goes on behind the call number `site`. `shared`: live memory that it may touch, by address.
  void close(const std::vector<const Allocation*>& shared, uint32_t site);
  /// The host is in the runtime: nothing is protected. What it touched since.
  std::vector<Touch> open();
  /// The host has touched an address that is protected and goes on; false: not protected here. In a signal handler:
  /// takes no memory and no locks.
  bool noteTouch(uint64_t address, bool writes, uint64_t programCounter);

 private:
  static constexpr std::chrono::milliseconds freeTime{200};
  static constexpr uint32_t timesAtLeast = 2;  ///< behind each call

  void choose(const std::vector<const Allocation*>& shared);
  void protect(int protection);

  const Arena& arena_;
  std::vector<std::pair<uint64_t, uint64_t>> spans_;  ///< of whole pages: from, until
  std::map<uint32_t, uint32_t> times_;                ///< by call
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::chrono::nanoseconds spent_{0};
  std::atomic<bool> closed_{false};
  std::atomic<uint32_t> touchCount_{0};
  std::array<Touch, 64> touches_{};
};

}  // namespace warpwright::engine
