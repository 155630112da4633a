#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpwright {

/// The lines of a text without what ends them; the last one is empty where the text ends with a line's end.
std::vector<std::string_view> textLines(std::string_view text);

/// What stands between separators, of which several count as one.
std::vector<std::string_view> textWords(std::string_view text, const char* separators);

/// Where a line begins, counted from 1; the end of the text where it has no such line.
size_t lineStart(std::string_view text, uint32_t line);

}  // namespace warpwright
