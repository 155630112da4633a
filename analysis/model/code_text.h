#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpwright::model {

/// The text with blanks for comments and for what stands in quotes; lines stay, as the preprocessor joins them.
std::string codeOf(std::string_view text);

/// How often a text names the word as a whole.
size_t timesNamed(std::string_view text, std::string_view word);
inline bool holdsWord(std::string_view text, std::string_view word) {
  return timesNamed(text, word) != 0;
}

/// May the character be part of a name?
bool isWordPart(char c);

}  // namespace warpwright::model
