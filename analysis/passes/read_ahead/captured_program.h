#pragma once

#include <stop_token>

#include "analysis/passes/read_ahead/program.h"
#include "core/capture/launch_capture.h"

namespace warpwright::preexecution {

/// The program of a captured kernel, for the block of the captured launch. Errors: the captured sources cannot be
/// parsed, do not have the kernel, or do not show it with that block; those of writeProgram.
Result<Program> programOf(const LaunchCapture& capture, const ProgramOptions& options, std::stop_token stop);

}  // namespace warpwright::preexecution
