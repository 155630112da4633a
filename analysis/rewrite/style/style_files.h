#pragma once

#include <filesystem>
#include <vector>

namespace warpwright::rewrite {

/// The files that say how the text of a file is laid out, the nearest first, up to the root of its project.
std::vector<std::filesystem::path> stylesAbove(const std::filesystem::path& file);

}  // namespace warpwright::rewrite
