#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"

namespace warpwright::frontend {

/// As findUnits, with every way in which a compile_commands.json compiles a file: what is changed must be right in
/// each.
Result<std::vector<CompileCommand>> findConfigurations(const std::filesystem::path& path,
                                                       const std::vector<std::string>& extraFlags);

/// The same file with the same flags?
bool compilesAlike(const CompileCommand& a, const CompileCommand& b);

}  // namespace warpwright::frontend
