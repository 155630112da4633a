#include "core/base/text_lines.h"

#include <algorithm>

namespace warpwright {

std::vector<std::string_view> textLines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::vector<std::string_view> textWords(std::string_view text, const char* separators) {
  std::vector<std::string_view> words;
  for (size_t from = text.find_first_not_of(separators); from != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(separators, from), text.size());
    words.push_back(text.substr(from, end - from));
    from = text.find_first_not_of(separators, end);
  }
  return words;
}

size_t lineStart(std::string_view text, uint32_t line) {
  size_t offset = 0;
  for (; line > 1 && offset < text.size(); --line) {
    offset = text.find('\n', offset);
    offset = offset == std::string_view::npos ? text.size() : offset + 1;
  }
  return offset;
}

}  // namespace warpwright
