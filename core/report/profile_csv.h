#pragma once

#include <string>

#include "core/job/program_profile.h"

namespace warpwright {

/// All kernels of a profile, the longest first; times in seconds.
std::string profileCsv(const ProgramProfile& profile);

}  // namespace warpwright
