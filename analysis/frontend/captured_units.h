#pragma once

#include <filesystem>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "core/base/result.h"
#include "core/capture/launch_capture.h"
#include "core/finding/program_summary.h"

namespace warpwright::analysis {

/// The translation units of a captured program, compiled for the captured architecture; where the capture does not name
/// the program, that of the kernel's file. `project`: the folder that is open, as for `frontend::findUnits`; empty:
/// none. Errors: those of findUnits.
Result<std::vector<frontend::CompileCommand>> unitsOf(const LaunchCapture& capture,
                                                      const std::filesystem::path& project = {});

/// How they are compiled; empty where the capture cannot be read, or tells of no file that is there: whoever replays it
/// says so.
std::vector<UnitFlags> unitFlagsOf(const std::filesystem::path& capture);

}  // namespace warpwright::analysis
