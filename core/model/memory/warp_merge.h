#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/model/memory/trace.h"

namespace warpwright::memsim {

/// What one lane of a warp has logged and not yet been merged.
struct LaneLog {
  const TraceEvent* at = nullptr;
  const TraceEvent* end = nullptr;
  bool paused = false;  ///< the lane will log more before any lane has to wait for it
};

using WarpLogs = std::array<LaneLog, warpSize>;

/// One instruction of a warp: the lanes that execute it together, and where each one goes. Addresses of lanes that are
/// not in `lanes` mean nothing.
struct WarpAccess {
  uint32_t site = 0;
  uint32_t lanes = 0;  ///< bit i: lane i takes part
  std::array<uint64_t, warpSize> addresses;
};

/// Merges the logs of a warp's lanes into the instructions that the warp executes, in order: always those lanes go on
/// whose next site has the smallest number (minimal-site reconvergence). With sites numbered as TraceSite says, and a
/// marker at the latch of every loop that has an inner loop or a conditional access, lanes meet again where a GPU's
/// would: at the end of branches, and once an iteration. Stops where a paused lane has no events left, so that lanes
/// can be merged piece by piece; lanes that are not paused and have no events left do not take part. `consume` gets a
/// `const WarpAccess&` for each instruction, markers included. Logs are advanced past what was consumed.
template <typename Consumer>
void mergeLanes(WarpLogs& logs, Consumer&& consume) {
  WarpAccess access;
  uint32_t live = 0;
  for (uint32_t lane = 0; lane < warpSize; ++lane) {
    if (logs[lane].at != logs[lane].end)
      live |= 1u << lane;
    else if (logs[lane].paused)
      return;
  }
  while (live != 0) {
    if (live == ~0u) {
      // The usual case: all lanes at the same place.
      const TraceEvent first = *logs[0].at;
      uint64_t difference = 0;
      for (uint32_t lane = 0; lane < warpSize; ++lane) {
        const TraceEvent event = *logs[lane].at;
        difference |= event ^ first;
        access.addresses[lane] = addressOf(event);
      }
      access.site = siteOf(first);
      access.lanes = siteOf(difference) == 0 ? ~0u : 0;
    } else {
      access.lanes = 0;
    }
    if (access.lanes == 0) {
      access.site = ~0u;
      for (uint32_t rest = live; rest != 0; rest &= rest - 1) {
        const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
        const TraceEvent event = *logs[lane].at;
        if (siteOf(event) > access.site) continue;
        if (siteOf(event) < access.site) access.lanes = 0;
        access.site = siteOf(event);
        access.lanes |= 1u << lane;
        access.addresses[lane] = addressOf(event);
      }
    }
    bool stop = false;
    for (uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
      const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
      LaneLog& log = logs[lane];
      if (++log.at != log.end) continue;
      live &= ~(1u << lane);
      stop |= log.paused;
    }
    consume(access);
    if (stop) return;
  }
}

}  // namespace warpwright::memsim
