#pragma once

#include <filesystem>
#include <vector>

namespace warpwright {

/// The compile_commands.json that may say how files in and below a folder are compiled, in the order in which they are
/// believed: the folder's own, that of `build`, and those of other folders that builds are made in by their names
/// (`cmake-build-debug`, `_build`, `out`), directly or up to two below (`build/release`, `out/build/x64`). What is no
/// regular file is among them: who reads it says why it cannot.
std::vector<std::filesystem::path> compileDatabases(const std::filesystem::path& folder);

}  // namespace warpwright
