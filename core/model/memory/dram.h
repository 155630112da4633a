#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/device/fused_chip.h"

namespace warpwright::memsim {

/// One channel of DRAM: banks with one open row each, one bus. Of the requests of a bank those to the open row go
/// first, then the oldest (FR-FCFS); rows of several banks are opened while the bus is busy. Times are ticks: `tick` of
/// them a cycle.
class DramModule {
 public:
  DramModule(const DramTiming& timing, uint32_t lineBytes, uint64_t tick);

  /// A line of the module, by its byte address inside the module.
  void request(uint64_t now, uint64_t line, uint64_t inner, bool write);
  struct Transfer {
    uint64_t line = 0, end = 0;  ///< tick at which its last word is there
    bool write = false;
  };
  /// Gives the next transfer that can begin now; nothing: `wakeAt` says when to ask again (never: nothing is waiting).
  std::optional<Transfer> next(uint64_t now);
  static constexpr uint64_t never = ~uint64_t{0};
  uint64_t wakeAt() const { return wakeAt_; }

  uint64_t transfers = 0, rowHits = 0, busyTicks = 0;

 private:
  struct Request {
    uint64_t line = 0, row = 0, at = 0;
    bool write = false;
  };
  struct Bank {
    std::deque<Request> queue;
    std::optional<Request> chosen;  ///< its row is open, or being opened
    uint64_t row = ~uint64_t{0};
    uint64_t columnAt = 0, activatedAt = 0, prechargeAt = 0;
    bool everActivated = false;
  };
  void choose(Bank& bank, uint64_t now);

  DramTiming timing_;
  uint64_t tick_, burst_;
  std::vector<Bank> banks_;
  uint64_t busFree_ = 0, lastActivate_ = 0, wakeAt_ = never;
  bool lastWasWrite_ = false, anyActivate_ = false;
};

}  // namespace warpwright::memsim
