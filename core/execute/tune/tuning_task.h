#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/execute/service/analysis_service.h"
#include "core/report/tuning_table.h"

namespace warpwright {

/// Everything that one tuning needs to know; its outcomes are kept in a session of their own below `folder`, so that it
/// goes on where it stood when it is run again on the same launch.
struct TuningTask {
  std::string target = "cpu";  ///< "cpu", "gpu", "gpu:INDEX" or "recorded:FILE"; on a GPU the metric is its time
  EngineJob program;           ///< how to build and run the program; not for recordings
  AnalysisRequest context;     ///< how the kernel's file is read: `paths` is that file
  AnalysisResult analysis;     ///< with the findings of the kernel
  std::string kernel;
  uint64_t launchIndex = 0;
  std::filesystem::path capture;  ///< of the launch to judge by; empty: one is made
  std::string strategy = "pruned", metric = "engine/accesses";
  std::optional<std::chrono::milliseconds> budget;  ///< none: until there is no more to try
  std::filesystem::path folder;
  std::optional<Device> device;  ///< whose occupancy is shown
};

/// How far it is.
struct TuningNow {
  std::string phase;        ///< what happens: "original: descend, block 12 of 40"
  TuningTable table;        ///< what is known so far
  std::string running;      ///< name of the variant that is being judged; empty: none yet
  double secondsLeft = -1;  ///< -1: not known
};

/// Runs it. `service` is used by nobody else meanwhile. `pause` ends it after the variant that has begun. The table
/// says whether it is complete. Errors: as `tune`, `EngineTuning::start` and `RecordedJudge::open`; an unknown target.
Result<TuningTable> runTuning(const TuningTask& task, AnalysisService& service,
                              const std::function<void(const TuningNow&)>& progress, std::stop_token pause,
                              std::stop_token stop);

/// A variant of a tuning, from the session that the table names. Errors: it cannot be read, the variant is not in it.
Result<VariantRecord> tunedVariant(const TuningTable& table, const VariantSteps& steps);

}  // namespace warpwright
