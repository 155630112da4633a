#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "analysis/engine/check/stream_order.h"
#include "analysis/engine/host/device_memory_guard.h"
#include "analysis/engine/memory/arena.h"

namespace warpwright::engine {

/// Catches what the host does to memory that it shares with the device (managed, pinned) while work that touches it is
/// in flight: the pages of that memory are protected between the calls of the runtime, and an access to one that does
/// not meet the work goes on by a single step. What it does to the device's own memory is caught as well. One a
/// process.
class HostWatch {
 public:
  /// An access that met something in flight.
  struct Touch {
    uint64_t programCounter = 0;
    StreamOrder::HostAccess access;
  };

  HostWatch(const Arena& arena, StreamOrder& order);
  ~HostWatch();
  HostWatch(const HostWatch&) = delete;
  HostWatch& operator=(const HostWatch&) = delete;

  /// The host goes on behind the call number `site`. `shared`: live memory that it may touch, by address. Where nothing
  /// is `inFlight` that is all free to it.
  void hostGoesOn(const std::vector<const Allocation*>& shared, uint32_t site, bool inFlight);
  /// The host is in the runtime: nothing is protected. What was caught since, but for what both sides do by atomics:
  /// where the host uses any on such memory, all that it does there counts as meant.
  std::vector<Touch> hostIsAway();
  /// Then what was caught of the device's own memory.
  std::vector<DeviceMemoryGuard::Touch> deviceTouches() { return deviceMemory_.open(); }
  /// The next access of the calling thread to that address is atomic or volatile.
  static void noteMeant(const void* address);
  /// Protects nothing any more.
  void end() { ended_ = true; }
  bool ended() const { return ended_; }

 private:
  struct Page {
    uint64_t address = 0;
    bool readable = false;
  };
  static bool onFault(uint64_t address, bool writes, uint64_t programCounter, bool& step);
  static void onStep();
  void choosePages(const std::vector<const Allocation*>& shared);
  bool protect(bool on);
  const Page* pageAt(uint64_t address) const;

  const Arena& arena_;
  StreamOrder& order_;
  DeviceMemoryGuard deviceMemory_;
  std::vector<Page> pages_;  ///< by address
  uint64_t version_ = ~uint64_t{0};
  size_t sharedCount_ = 0;
  std::atomic<bool> armed_{false};
  std::atomic<bool> ended_{false};
  std::atomic<bool> usesAtomics_{false};
  std::atomic<uint32_t> touchCount_{0}, steps_{0};
  std::array<Touch, 64> touches_{};
};

}  // namespace warpwright::engine
