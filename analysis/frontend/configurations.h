#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/frontend/compile_command.h"

namespace warpwright::frontend {

/// findUnits of a file in the folder `project` that is open: that counts as named by the user for files below it (see
/// projectRoot). Empty: none is open.
Result<std::vector<CompileCommand>> findUnits(const std::filesystem::path& path,
                                              const std::vector<std::string>& extraFlags,
                                              const std::filesystem::path& project);

/// As findUnits, with every way in which a compile_commands.json compiles a file: what is changed must be right in
/// each.
Result<std::vector<CompileCommand>> findConfigurations(const std::filesystem::path& path,
                                                       const std::vector<std::string>& extraFlags,
                                                       const std::filesystem::path& project = {});

/// Does a compile_commands.json of the file's project list it?
bool isListed(const std::filesystem::path& file);

/// The same file with the same flags?
bool compilesAlike(const CompileCommand& a, const CompileCommand& b);

/// Another way to compile the file is not looked at by itself: its words that say nothing of what the source means are
/// kept, as some forbid to say how sums are rounded (`-G`).
void addOtherWords(CompileCommand& unit, const CompileCommand& other);

}  // namespace warpwright::frontend
