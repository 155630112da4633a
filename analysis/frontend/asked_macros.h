#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace warpwright::frontend {

/// Names that conditions of a source ask for (`#ifndef THREADS`), and of files that it includes from beside it,
/// directly or not. By text: also what stands in an arm that no build reads.
std::set<std::string> askedMacros(const std::filesystem::path& source, const std::filesystem::path& root);

/// A line of a build file that gives one of the macros, `-DTHREADS=128` or by a function of CMake: "line 3 of
/// CMakeLists.txt gives THREADS". Those in the source's folder and above it, up to `root`, count, and those that name
/// it by its folder; none in `read`. Empty: there is none.
std::string definerOf(const std::set<std::string>& macros, const std::filesystem::path& source,
                      const std::filesystem::path& root, const std::set<std::filesystem::path>& read);

}  // namespace warpwright::frontend
