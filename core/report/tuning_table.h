#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/device/device.h"
#include "core/finding/analysis_result.h"
#include "core/job/stall_samples.h"
#include "core/report/heat.h"
#include "core/session/tuning_history.h"

namespace warpwright {

/// One judged variant as a table shows it; the original is a row of its own.
struct TuningRow {
  VariantSteps steps;                      ///< empty: the original
  std::string name;                        ///< "`result`→register, C=4 interleaved"
  bool accepted = false;                   ///< it has a text, and computes the same
  std::string reason;                      ///< why it was not accepted
  std::optional<double> value, low, high;  ///< of the metric; an interval where there is one
  /// Original ÷ variant; more is better. With the interval of both where they have one.
  std::optional<double> ratio, ratioLow, ratioHigh;
  std::string verdict;  ///< of a time: a shape's word; of a count: "fewer", "more", "equal"
  std::optional<double> registers, sharedBytes, occupancy;  ///< occupancy: 0 … 1
  Estimate estimate;                                        ///< of a variant of one change
  bool isBest = false;
  bool judged = true;  ///< false: it could not be made, compiled or launched, which says nothing of its results
  std::optional<double> threads;  ///< a block
  uint64_t order = 0;             ///< its place among those that were judged, from 1; 0: it was not kept
  bool led = false;               ///< it was the best so far when it was judged
  bool operator==(const TuningRow&) const = default;
};

/// What was tried of one kernel, best first, what could not be used last.
struct TuningTable {
  std::string kernel, target, device, metric, metricName, unit, conditions, strategy;
  bool isTime = false;          ///< else the metric is a count, which is not how long it takes
  bool complete = false;        ///< there was no more to try
  size_t most = 0;              ///< variants there may be at most, the original among them
  double seconds = 0;           ///< that were spent on it, as far as they are known
  int64_t madeAt = 0;           ///< seconds since 1970
  std::string session;          ///< the file that holds its variants
  std::string registersSource;  ///< "ptxas" or "estimate"; empty: not known
  std::vector<TuningRow> rows;
  std::string program;                 ///< that has the kernel, where the folder holds several; else empty
  std::vector<std::string> leftOut;    ///< changes that were not tried, each with its reason
  std::vector<std::string> notes;      ///< what else was not done, a sentence each: "No policy was predicted. …"
  std::optional<StallSamples> stalls;  ///< where the original's warps wait, where a GPU was sampled

  const TuningRow* best() const;
  const TuningRow* original() const;
  size_t tried() const;  ///< variants without the original
};

/// How a variant is called: "`result`→register, no barrier at line 44, C=4 interleaved along x".
std::string variantName(const VariantSteps& steps, const std::vector<Opportunity>& opportunities,
                        const PassDescriptions& passes);

/// The table of a tuning. `kernel` gives titles and estimates; `device` the occupancy, where it is known.
TuningTable tuningTable(const TuningProblem& problem, const TuningHistory& history, const KernelSummary& kernel,
                        const PassDescriptions& passes, const std::optional<Device>& device);

/// "Ratio of engine accesses" and the like: what the bars and the column of ratios show.
std::string ratioTitle(const TuningTable& table);
/// Samples of where the original's warps wait by line of this file: "Stalls of dynproc_kernel, H200". Without lines
/// where there are none.
HeatMap stallHeat(const TuningTable& table, const std::string& file);
/// Under what conditions the figures hold, one line.
std::string tuningConditions(const TuningTable& table);

/// `warpwright.tuning_table/1`, and back.
nlohmann::json toJson(const TuningTable& table);
Result<TuningTable> tuningTableFromJson(const nlohmann::json& json);
/// The name under which a session keeps the table of a kernel among its values; `program` as in the table.
std::string tuningTableKey(const std::string& kernel, const std::string& program = {});

}  // namespace warpwright
