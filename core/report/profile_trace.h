#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/base/result.h"
#include "core/job/program_profile.h"

namespace warpwright {

/// The launches, copies and fills of a profile in the Trace Event Format, which Perfetto and chrome://tracing open: a
/// process for each process of the program and GPU, a thread for each stream, a slice for each of them, times in
/// microseconds from the first. Empty where the profile does not tell when its launches were.
nlohmann::json profileTrace(const ProgramProfile& profile, const std::string& device);

/// Writes it into a file.
Status writeProfileTrace(const std::filesystem::path& file, const ProgramProfile& profile, const std::string& device);
/// "p.trace has 5,000 of 20,004 launches and copies: …" where the file does not have them all; empty: it has.
std::string whatTraceLeavesOut(const std::filesystem::path& file, const ProgramProfile& profile);

}  // namespace warpwright
