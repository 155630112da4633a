#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/model/memory/launch_model.h"
#include "core/model/memory/memory_model.h"
#include "core/model/memory/timing.h"

namespace warpwright::memsim {

/// All that an estimate of timing is made from: with it, the model can be compared with measured times where the kernel
/// is not at hand (tests/data/h200_timing).
struct TimingRecord {
  struct Schedule {
    std::vector<Traffic> traffic;  ///< by site
    uint64_t dramWrites = 0;
  };
  LaunchGeometry geometry;
  TimingInput input;  ///< the device is left open
  std::vector<Schedule> schedules;
};

/// Sites in rows of numbers; what timing does not read is left out.
nlohmann::json toJson(const TimingRecord& record);
Result<TimingRecord> timingRecordFromJson(const nlohmann::json& json);

/// The estimate for a device, with the blocks that are resident there by `geometry`.
TimingEstimate estimateOf(const TimingRecord& record, const Device& device);

/// For who measures the model: appends the record as a line to the file that WARPWRIGHT_TIMING_RECORDS names, if it
/// names one.
void keepTimingRecord(const TimingRecord& record);

}  // namespace warpwright::memsim
