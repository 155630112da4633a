#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/program/program.h"
#include "core/base/result.h"

namespace CLI {
class App;
}

namespace warpwright::cli {

/// Declares --program.
void addProgramOption(CLI::App& app, std::string& name);

/// What to run of a path: the path itself where it is one program, else the file with the `main` of the one that is
/// named. Errors (usage): several programs, and none is named; no such program.
Result<std::string> programPath(const std::string& path, const std::string& name,
                                const std::vector<std::string>& compilerFlags);

}  // namespace warpwright::cli
