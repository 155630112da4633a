#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwright::frontend {

/// nvcc accepts `kernel << <grid, block >> >(…)`, Clang does not. Joins such brackets in place, so that every other
/// character keeps its offset; strings, comments and nested templates stay as they are. Gives the line numbers of the
/// launches it touched.
std::vector<unsigned> joinLaunchChevrons(std::string& text);

}  // namespace warpwright::frontend
