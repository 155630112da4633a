#pragma once

#include <filesystem>
#include <string>

#include "core/session/session.h"

namespace warpwright {

/// Adds an analysis of what lies on the disk, with the texts of its files, and says what it is of: `project` as the
/// user named it, `arch` where it is not empty.
Status keepAnalysis(Session& session, const AnalysisResult& analysis, const std::filesystem::path& project,
                    const std::string& arch);

}  // namespace warpwright
