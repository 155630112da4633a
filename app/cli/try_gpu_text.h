#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/execute/tune/program_speedup.h"

namespace warpwright::cli {

/// What became of a whole program, for people. `patch`: where the change was written; empty: it was not.
std::string speedupText(const ProgramSpeedup& speedup, const std::filesystem::path& patch);

/// `warpwright.try_gpu/1`.
nlohmann::json speedupJson(const ProgramSpeedup& speedup, const std::filesystem::path& patch);

}  // namespace warpwright::cli
