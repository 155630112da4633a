#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/execute/gpu/gpu_program.h"

namespace warpwright::cli {

/// Adds how the program ended: "exit", "signal", "seconds" and what it printed.
void addEnd(nlohmann::json& answer, const GpuProgramRun& run);
/// Notes and an exit code other than 0, on stderr.
void printNotes(const GpuProgramRun& run);

}  // namespace warpwright::cli
