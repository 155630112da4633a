#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/execute/service/analysis_service.h"
#include "core/execute/tune/tune.h"
#include "core/job/gpu_job.h"
#include "core/report/tuning_table.h"

namespace warpwright {

/// Everything that one tuning needs to know. It is the same for the command line and the IDE.
struct TuningTask {
  std::string target = "cpu";              ///< as `parseTarget` reads it
  EngineJob program;                       ///< how to build and run the program; not for recordings
  AnalysisRequest context;                 ///< how the kernel's file is read: `paths` is that file
  std::optional<AnalysisResult> analysis;  ///< with the findings of the kernel; none: made first, as `context` says
  std::string kernel;
  uint64_t launchIndex = 0;
  std::filesystem::path capture;  ///< of the launch to judge by; empty: one is made
  std::filesystem::path built;    ///< as `CapturedInputRequest::built`
  std::string strategy = "pruned";
  /// What the user wrote, judged before all others: see `ownVariant`. Not for recordings.
  std::vector<VariantRecord> own;
  bool onlyOwn = false;  ///< nothing else is tried
  std::string metric;    ///< what is to become small; empty: the time on a GPU, else engine/accesses
  GpuTiming timing;      ///< on a GPU
  std::optional<std::chrono::milliseconds> budget;  ///< none: until there is no more to try
  /// The session that keeps the outcomes, so that it goes on where it stood when it is run again on the same launch.
  /// Empty: one below `folder`, named by kernel and launch.
  std::filesystem::path session;
  std::filesystem::path folder;  ///< where there is no `session`: for sessions and captures
  /// Gives services that write variants ahead, while others are judged, as many as this machine has room for; none: the
  /// one service writes each when it is its turn.
  std::function<std::unique_ptr<AnalysisService>()> moreServices;
  std::optional<Device> device;  ///< whose occupancy is shown; none: of the device it is tuned for
};

/// How far it is.
struct TuningNow {
  std::string phase;        ///< what happens: "original: descend, block 12 of 40"; empty: variants are judged
  double fraction = -1;     ///< of the phase; -1: not known
  TuningTable table;        ///< what is known so far
  std::string running;      ///< name of the variant that is being judged; empty: none yet
  double secondsLeft = -1;  ///< -1: not known
};

/// What came of it.
struct Tuned {
  TuningProblem problem;
  TuningTable table;                       ///< kept in the session, too; says whether it is complete
  TuningResult result;                     ///< all outcomes, and the best variant with its texts
  std::vector<Opportunity> opportunities;  ///< of the kernel: what the steps of variants are about
};

/// Runs it: finds what can be changed, captures a launch of the program, judges variants on it in the order of the
/// strategy and keeps each outcome. Policies for loads are predicted first, where a change is about them. `service` is
/// used by nobody else meanwhile. `pause` ends it after the variant that has begun. Errors: nothing can be changed; as
/// `tune`, `EngineTuning::start`, `GpuTuning::start` and `RecordedJudge::open`; an unknown target, strategy or metric
/// (usage).
Result<Tuned> runTuning(const TuningTask& task, AnalysisService& service,
                        const std::function<void(const TuningNow&)>& progress, std::stop_token pause,
                        std::stop_token stop);

/// A variant of a tuning, from the session that the table names. Errors: it cannot be read, the variant is not in it.
Result<VariantRecord> tunedVariant(const TuningTable& table, const VariantSteps& steps);

}  // namespace warpwright
