#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/model/memory/warp_recorder.h"

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

/// Deals the requests of resident blocks out in the order in which the warps of each multiprocessor issue them.
class WarpSchedule {
 public:
  /// What one line of a request does in the caches of a multiprocessor; true where the warp has to wait for L2.
  using Access = std::function<bool(uint32_t multiprocessor, uint32_t site, LineAccess line)>;

  /// `missSteps`: issue slots for which a warp that missed waits. `sites` must outlive the schedule.
  WarpSchedule(const Schedule& schedule, uint32_t multiprocessors, uint64_t missSteps,
               const std::vector<TraceSite>& sites);

  /// Runs the blocks that are resident at once to their end. Requires: every warp of a block passes the same barriers.
  void runWave(const std::vector<BlockRequests>& blocks, const Access& access);
  /// Issue slots so far.
  uint64_t now() const { return now_; }

 private:
  struct Warp {
    uint32_t block = 0;
    const uint64_t* at = nullptr;
    const uint64_t* end = nullptr;
    uint64_t readyAt = 0;  ///< step
    bool atBarrier = false;
  };
  struct Multiprocessor {
    std::vector<Warp> warps;
    size_t next = 0;  ///< round robin: who is next; greedy: who is at it
    uint64_t random = 0;
  };

  bool step(uint32_t multiprocessor, const Access& access);
  size_t choose(Multiprocessor& sm, uint64_t& waitUntil);
  void release(Multiprocessor& sm, uint32_t block);

  const std::vector<TraceSite>* trace_;
  Schedule schedule_;
  uint64_t missSteps_ = 0, now_ = 0, nextReady_ = 0;
  std::vector<Multiprocessor> multiprocessors_;
  std::vector<uint32_t> arrived_, running_;  ///< of each block of the wave: warps at the barrier, warps not ended
};

/// Loads that are on their way to one multiprocessor, or to a cluster of them, by line: a request for the same sectors
/// waits for them and asks L2 for nothing. Older ones are overwritten.
class MissesInFlight {
 public:
  /// `most` requests wait for one answer; the next asks again.
  explicit MissesInFlight(size_t lines = 256, uint32_t most = ~0u) : lines_(lines), most_(most) {}
  /// The sectors that are not on their way at `now`; they are from here on, for `steps`.
  uint8_t ask(LineAccess line, uint64_t now, uint64_t steps);
  /// The line is written: what asks for it from here on does not wait for what is on its way.
  void drop(uint64_t line);

 private:
  struct Flight {
    uint64_t line = ~uint64_t{0};
    uint64_t until = 0;
    uint8_t sectors = 0;
    uint32_t requests = 0;
  };
  size_t lines_;
  uint32_t most_;
  size_t slotOf(uint64_t line) const { return (line ^ line >> 8) % lines_; }
  std::vector<Flight> flights_;  ///< made when first asked
};

/// Issue slots that pass until L2 has answered.
uint64_t stepsUntilL2Answers(const Device& device);

}  // namespace warpwright::memsim
