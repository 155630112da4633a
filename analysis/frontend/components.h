#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warpwright::frontend {

/// "13.0" of the toolkit at `root`; empty where its headers do not say.
std::string toolkitVersion(const std::filesystem::path& root);

/// What decides beside Warpwright itself how a file is read and proved, each with its version: LLVM and Clang, Z3, the
/// CUDA headers that are found here.
std::vector<std::pair<std::string, std::string>> components();

}  // namespace warpwright::frontend
