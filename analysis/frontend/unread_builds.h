#pragma once

#include <filesystem>
#include <string>

namespace warpwright::frontend {

/// A line of a build file that is not read for how sources are compiled (CMake's without a compile_commands.json,
/// Meson's, Bazel's, Ninja's, of Automake, a script), and that may give a source macros, headers or another rounding:
/// "line 7 of CMakeLists.txt". Those in the source's folder and above it, up to `root`, count; all but CMake's only
/// where they name the source. Empty: there is none.
std::string unreadFlags(const std::filesystem::path& source, const std::filesystem::path& root);

}  // namespace warpwright::frontend
