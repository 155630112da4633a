#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace warpwright::model {

/// The text with blanks for comments and for what stands in quotes; lines stay, as the preprocessor joins them.
std::string codeOf(std::string_view text);
/// With blanks for comments alone.
std::string withoutComments(std::string_view text);

/// How often a text names the word as a whole.
size_t timesNamed(std::string_view text, std::string_view word);
inline bool holdsWord(std::string_view text, std::string_view word) {
  return timesNamed(text, word) != 0;
}

/// May the character be part of a name?
bool isWordPart(char c);

/// Each word of a text, numbers included, in its order.
template <typename Take>
void eachWord(std::string_view text, Take take) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isWordPart(text[end])) ++end;
    if (end > at) take(text.substr(at, end - at));
    at = end + 1;
  }
}

/// Can the name be made of these words, put behind each other?
bool canJoin(const std::set<std::string>& words, const std::string& name);

}  // namespace warpwright::model
