#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/analysis_options.h"
#include "app/cli/command_line.h"
#include "app/cli/output.h"

namespace warpwright::cli {

/// How a whole program is made faster on a GPU of this machine: `warpwright try PATH --on gpu`.
struct GpuTryOptions {
  OutputOptions output;
  AnalysisOptions analysis;
  std::string path, session, budget, patch;
  std::vector<std::string> compilerFlags;
  double timeLimit = 120;
};

/// Builds and profiles the program, tunes the kernels that take its time, and measures it whole before and after.
/// Prints what came of it and writes the patch. Gives the exit code.
int tryOnGpu(const GpuTryOptions& options, const Invocation& invocation);

}  // namespace warpwright::cli
