#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpwright::analysis {

/// The line of a build file, from 1, by which it may write the header of that name; 0: there is none. Makefiles and
/// Ninja have it as a target or write it in a recipe, scripts in a command, CMake, Meson, Bazel and Autoconf in a call
/// that does more than to list files. By text: what is not known to read alone may write.
size_t lineThatMakes(const std::filesystem::path& build, const std::string& text, const std::string& header);

}  // namespace warpwright::analysis
