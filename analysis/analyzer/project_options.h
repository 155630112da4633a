#pragma once

#include <filesystem>
#include <vector>

#include "analysis/analyzer/analysis.h"

namespace warpwright::analysis {

/// The options with what the `.warpwright.toml` of the paths says besides: launches of kernels that none was given of,
/// passes and programs where none were named. (Flags and architecture are said of each unit: see findUnits.) Errors:
/// one that cannot be read.
Result<AnalyzeOptions> withSettings(AnalyzeOptions options, const std::vector<std::filesystem::path>& paths);

}  // namespace warpwright::analysis
