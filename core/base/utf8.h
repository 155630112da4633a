#pragma once

#include <string>
#include <string_view>

namespace warpwright {

/// True if `text` is well-formed UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF).
bool isUtf8(std::string_view text);

/// `text` with each byte that is not part of well-formed UTF-8 replaced by U+FFFD. Source files and compiler messages
/// may hold any bytes; JSON and HTML may not.
std::string replaceInvalidUtf8(std::string_view text);

}  // namespace warpwright
