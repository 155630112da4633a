#pragma once

#include "core/execute/gpu/gpu_program.h"

namespace warpwright::cli {

/// Notes and an exit code other than 0, on stderr.
void printNotes(const GpuProgramRun& run);

}  // namespace warpwright::cli
