#pragma once

#include <string_view>
#include <vector>

namespace warpwright {

/// The lines of a text without what ends them; the last one is empty where the text ends with a line's end.
std::vector<std::string_view> textLines(std::string_view text);

}  // namespace warpwright
