#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/job/program_profile.h"

namespace warpwright {

/// The launches, copies and fills of a profile in the Trace Event Format, which Perfetto and chrome://tracing open: a
/// process for each process of the program and GPU, a thread for each stream, a slice for each of them, times in
/// microseconds from the first. Empty where the profile does not tell when its launches were.
nlohmann::json profileTrace(const ProgramProfile& profile, const std::string& device);

}  // namespace warpwright
