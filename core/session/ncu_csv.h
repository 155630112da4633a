#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/session/records.h"

namespace warpwright {

/// One quantity of one profiled launch, as Nsight Compute printed it.
struct NcuValue {
  std::string kernel;  ///< "dynproc_kernel(int, int *)"
  std::string launch;  ///< ncu's "ID"
  std::string device;  ///< its compute capability or number, as far as the table has it: "9.0"
  std::string block, grid;
  std::string metric, unit;
  double value = 0;
};

/// Reads what `ncu --csv` prints, with `--page raw` (a column a metric, units in the second line) or without (a row a
/// metric). Lines of ncu and of the program before the table are passed over; values that are no numbers, too.
/// Errors (input): there is no such table; a row has another number of fields.
Result<std::vector<NcuValue>> readNcuCsv(std::string_view text);

/// What a session keeps of them: for each kernel and metric one measurement over all launches, the median with the
/// smallest and the largest. Times are "time/gpu__time_duration.sum" in ms, others "ncu/" with their name. `variant`:
/// whose launches they are; empty: the original's.
std::vector<MeasurementRecord> ncuMeasurements(const std::vector<NcuValue>& values, const std::string& variant);

}  // namespace warpwright
