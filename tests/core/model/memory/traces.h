#pragma once

#include <functional>
#include <vector>

#include "core/model/memory/memory_model.h"

/// Kernels written out by hand as traces: what a thread does is a function that logs events.
namespace traces {

using namespace warpwright::memsim;

using ThreadLog = std::vector<TraceEvent>;

/// The logs of a warp's lanes: `thread` is called for each lane.
inline std::vector<ThreadLog> warp(const std::function<void(uint32_t lane, ThreadLog&)>& thread) {
  std::vector<ThreadLog> logs(warpSize);
  for (uint32_t lane = 0; lane < warpSize; ++lane) thread(lane, logs[lane]);
  return logs;
}

inline WarpLogs logsOf(const std::vector<ThreadLog>& lanes) {
  WarpLogs logs;
  for (size_t lane = 0; lane < lanes.size(); ++lane)
    logs[lane] = {lanes[lane].data(), lanes[lane].data() + lanes[lane].size(), false};
  return logs;
}

/// The instructions that a warp executes.
inline std::vector<WarpAccess> merged(const std::vector<ThreadLog>& lanes) {
  std::vector<WarpAccess> result;
  WarpLogs logs = logsOf(lanes);
  mergeLanes(logs, [&](const WarpAccess& access) { result.push_back(access); });
  return result;
}

inline WarpAccess access(const std::function<uint64_t(uint32_t)>& address, uint32_t lanes = ~0u) {
  WarpAccess result;
  result.lanes = lanes;
  for (uint32_t lane = 0; lane < warpSize; ++lane) result.addresses[lane] = address(lane);
  return result;
}

}  // namespace traces
