#include "analysis/frontend/shared_alignment.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace warpwright::frontend {
namespace {

bool isPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool isBlank(char c) {
  return c == ' ' || c == '\t';
}

/// One past the parenthesis that closes the one at `open`; 0: none on this line.
size_t closing(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return 0;
}

/// Where the words before `at` begin that belong to the same declaration: `extern` or `static`.
size_t withStorageClass(std::string_view text, size_t at) {
  size_t end = at;
  while (end > 0 && isBlank(text[end - 1])) --end;
  for (const std::string_view word : {std::string_view("extern"), std::string_view("static")}) {
    if (end < word.size() || text.compare(end - word.size(), word.size(), word) != 0) continue;
    const size_t start = end - word.size();
    if (start == 0 || !isPart(text[start - 1])) return start;
  }
  return at;
}

}  // namespace

bool putAlignmentFirst(std::string& text) {
  static constexpr std::string_view shared = "__shared__", alignment = "alignas";
  bool changed = false;
  for (size_t at = text.find(shared); at != std::string::npos; at = text.find(shared, at + 1)) {
    size_t next = at + shared.size();
    while (next < text.size() && isBlank(text[next])) ++next;
    if (next == at + shared.size() || text.compare(next, alignment.size(), alignment) != 0) continue;
    size_t open = next + alignment.size();
    while (open < text.size() && isBlank(text[open])) ++open;
    if (open >= text.size() || text[open] != '(') continue;
    const size_t end = closing(text, open);
    if (end == 0) continue;
    // "extern __shared__ " goes behind "alignas(16)", a blank between them.
    const size_t begin = withStorageClass(text, at);
    auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
    std::rotate(from, text.begin() + static_cast<std::ptrdiff_t>(next),
                text.begin() + static_cast<std::ptrdiff_t>(end));
    const size_t blank = begin + (end - next), last = end - 1;
    // The blank that stood before the alignment is now the last: it belongs in front of the words again.
    std::rotate(text.begin() + static_cast<std::ptrdiff_t>(blank), text.begin() + static_cast<std::ptrdiff_t>(last),
                text.begin() + static_cast<std::ptrdiff_t>(end));
    changed = true;
  }
  return changed;
}

}  // namespace warpwright::frontend
