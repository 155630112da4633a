#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace warpwright::frontend {

/// The text of a file of at most 1 MB; empty: it is larger, or cannot be read.
std::string smallText(const std::filesystem::path& file);
/// "line 7 of CMakeLists.txt", as seen from the source's folder.
std::string lineText(size_t line, const std::filesystem::path& file, const std::filesystem::path& source);

/// Is it a build file of Meson, Bazel, Ninja, Automake, SCons or Python, or a script?
bool isOfOtherTool(const std::filesystem::path& file);

/// A line of a build file that is not read for how sources are compiled (CMake's without a compile_commands.json,
/// Meson's, Bazel's, Ninja's, of Automake, a script), and that may give a source macros, headers or another rounding:
/// "line 7 of CMakeLists.txt". Those in the source's folder and above it, up to `root`, count where they name the
/// source; CMake's where one of its files in the project names it, or has a pattern that may: of those above, and of
/// what one of these names. Empty: there is none.
std::string unreadFlags(const std::filesystem::path& source, const std::filesystem::path& root);

}  // namespace warpwright::frontend
