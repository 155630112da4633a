#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/device_program.h"
#include "core/capture/capture_file.h"
#include "core/job/engine_job.h"

namespace warpwright::engine {

/// A launch that is about to run.
struct CapturableLaunch {
  const LaunchRequest* request = nullptr;
  const KernelAttributes* kernel = nullptr;
  std::vector<uint64_t> pointers;         ///< device addresses among the arguments; 0 for others
  std::vector<std::string> elementTypes;  ///< of what they lead to
  SourcePosition at;                      ///< of the launch
};

/// Writes the capture of one launch of a program while the program runs. Never the program's failure: what goes wrong
/// is told by `missing` when the program has ended.
class LaunchCapturer {
 public:
  using KindOf = std::function<CapturedMemory::Kind(const Allocation&)>;
  using Progress = std::function<void(const std::string&)>;

  LaunchCapturer(const EngineJob& job, const Arena& arena, DeviceProgram& program, KindOf kindOf, Progress progress);

  /// Counts the launch; where it is the chosen one, stores what is in memory.
  void beforeLaunch(const CapturableLaunch& launch);
  /// Stores the reference and completes the file. `ran`: the launch came to its end.
  void afterLaunch(bool ran);
  /// Set once the capture is written.
  const std::optional<CaptureSummary>& written() const { return written_; }
  /// Why there is no capture. Requires: !written().
  Error missing() const;
  /// The name that was asked for is that of several kernels that were launched. Nothing: of one.
  std::optional<Error> severalMeant() const;

 private:
  bool isChosen(const CapturableLaunch& launch);
  Status begin(const CapturableLaunch& launch);
  std::vector<CapturedMemory> describeMemory(const CapturableLaunch& launch) const;
  Status checkSpace() const;
  CapturedProgram describeProgram(const CapturableLaunch& launch) const;

  const EngineJob& job_;
  const CaptureRequest& request_;
  const Arena& arena_;
  DeviceProgram& program_;
  KindOf kindOf_;
  Progress progress_;
  std::map<std::string, uint64_t> launches_;  ///< of each kernel so far
  std::set<std::string> meant_;               ///< kernels that the request names, mangled
  uint64_t chosenLaunches_ = 0, allLaunches_ = 0;
  std::optional<CaptureWriter> writer_;
  LaunchCapture capture_;
  std::optional<CaptureSummary> written_;
  std::optional<Error> failure_;
};

}  // namespace warpwright::engine
