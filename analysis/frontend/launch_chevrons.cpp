#include "analysis/frontend/launch_chevrons.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace warpwright::frontend {
namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Steps over one comment, string or character literal at `at`, or over one character.
size_t skipOne(std::string_view text, size_t at) {
  if (text.compare(at, 2, "//") == 0) return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") == 0) {
    const size_t close = text.find("*/", at + 2);
    return close == std::string_view::npos ? text.size() : close + 2;
  }
  const char quote = text[at];
  if (quote == '\'' && at > 0 && std::isalnum(static_cast<unsigned char>(text[at - 1]))) return at + 1;  // 1'000
  if (quote != '"' && quote != '\'') return at + 1;
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      return i + 1;
    } else if (text[i] == '\n') {
      return i;
    }
  }
  return text.size();
}

/// Three times `bracket` from `at` on, blanks between them allowed: one past the last, else nothing.
std::optional<size_t> threeBrackets(std::string_view text, size_t at, char bracket) {
  for (int count = 0;; ++at) {
    if (at >= text.size()) return std::nullopt;
    if (isBlank(text[at]) && count > 0) continue;
    if (text[at] != bracket) return std::nullopt;
    if (++count == 3) return at + 1;
  }
}

/// Where the three closing brackets of a launch begin and end: at bracket depth 0, before an opening parenthesis.
std::optional<std::pair<size_t, size_t>> closingOf(std::string_view text, size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0 || (depth == 0 && c == ';')) return std::nullopt;
    if (c == '>' && depth == 0) {
      if (const auto end = threeBrackets(text, at, '>')) {
        size_t next = *end;
        while (next < text.size() && isBlank(text[next])) ++next;
        if (next < text.size() && text[next] == '(') return std::pair{at, *end};
      }
    }
    at = skipOne(text, at);
  }
  return std::nullopt;
}

/// Moves the three brackets in [begin, end) together; blanks go behind them. False where nothing had to move.
bool join(std::string& text, size_t begin, size_t end) {
  if (end - begin == 3) return false;
  std::stable_partition(text.begin() + static_cast<std::ptrdiff_t>(begin),
                        text.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return !isBlank(c); });
  return true;
}

}  // namespace

std::vector<unsigned> joinLaunchChevrons(std::string& text) {
  std::vector<unsigned> lines;
  for (size_t at = 0; at < text.size();) {
    // `<` twice in a row and once more never is an expression, but `a < b<c<d` is: ask for two that touch.
    if (text[at] == '<') {
      const auto open = threeBrackets(text, at, '<');
      const bool touching = open && (text.compare(at, 2, "<<") == 0 || text.compare(*open - 2, 2, "<<") == 0);
      if (const auto close = touching ? closingOf(text, *open) : std::nullopt) {
        const bool opening = join(text, at, *open), closing = join(text, close->first, close->second);
        if (opening || closing)
          lines.push_back(1 + static_cast<unsigned>(
                                  std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')));
        at = close->second;
        continue;
      }
    }
    at = skipOne(text, at);
  }
  return lines;
}

}  // namespace warpwright::frontend
