#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/execute/replay/gpu_replayer.h"

namespace warpwright::cli {

/// How launches are timed on a GPU.
struct GpuTimingOptions {
  std::string cache = "cold";
  double minTime = StoppingRule().minSeconds, maxTime = StoppingRule().budgetSeconds;
  bool energy = false;
  GpuTiming timing() const;
};
void addGpuTimingOptions(CLI::App& app, GpuTimingOptions& options);

/// `warpwright replay --on gpu`.
struct GpuReplayCommand {
  GpuReplayOptions replay;
  std::string capture, launch, target;  ///< as typed
  std::vector<std::string> variants;    ///< words of --variant
  bool preexecution = false;            ///< also the original with its pre-execution program beside it
};
int replayOnGpu(const GpuReplayCommand& command, const OutputOptions& output, const Invocation& invocation);

}  // namespace warpwright::cli
