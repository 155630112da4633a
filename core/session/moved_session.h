#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace warpwright {

/// Writes a session to `to` as if its project had always stood in `folder`: what it says of files below its project
/// says the same of those below `folder`. Analyses are left out: they are made again. Errors: those of Session; there
/// is something at `to`; the session names no project.
Status moveSession(const std::filesystem::path& from, const std::filesystem::path& to,
                   const std::filesystem::path& folder);

}  // namespace warpwright
