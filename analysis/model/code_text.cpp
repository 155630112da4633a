#include "analysis/model/code_text.h"

#include <algorithm>
#include <cctype>

namespace warpwright::model {
namespace {

/// Where the line ends that a comment is on: a backslash before the end joins the next one to it. Not every compiler
/// goes on behind a carriage return that no line feed follows.
size_t endOfComment(std::string_view text, size_t at) {
  for (size_t end = text.find('\r', at); end != std::string_view::npos && end < text.find('\n', at);
       end = text.find('\r', end + 1)) {
    if (text.substr(end + 1, 1) != "\n") return end;
  }
  for (size_t end = text.find('\n', at); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    const std::string_view line = text.substr(at, end - at);
    // Compilers pass over blanks behind it.
    const size_t last = line.find_last_not_of(" \t\r\v\f");
    if (last == std::string_view::npos || line[last] != '\\') return end;
  }
  return text.size();
}

/// Does a quote begin a character: not within a number, `1'000`, but behind `L`, `u8` and their like?
bool beginsCharacter(std::string_view text, size_t quote) {
  size_t word = quote;
  while (word > 0 && isWordPart(text[word - 1])) --word;
  const std::string_view before = text.substr(word, quote - word);
  return before.empty() || before == "L" || before == "u" || before == "U" || before == "u8";
}

/// Behind the closing quote, or where the line ends that lacks it.
size_t endOfQuoted(std::string_view text, size_t at) {
  size_t end = at + 1;
  while (end < text.size() && text[end] != text[at] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return end + 1;
}

/// `R"x(…)x"`: is the quote that of a raw string?
bool isRaw(std::string_view text, size_t quote) {
  size_t begin = quote;
  while (begin > 0 && isWordPart(text[begin - 1])) --begin;
  const std::string_view prefix = text.substr(begin, quote - begin);
  return prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R";
}

size_t endOfRaw(std::string_view text, size_t quote) {
  const size_t open = text.find('(', quote);
  if (open == std::string_view::npos) return text.size();
  const std::string close = ")" + std::string(text.substr(quote + 1, open - quote - 1)) + "\"";
  const size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

}  // namespace

bool isWordPart(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

/// With blanks for comments and, with `quotesToo`, for what stands in quotes.
static std::string blanked(std::string_view text, bool quotesToo) {
  std::string plain(text);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '/' && text[i] != '"' && text[i] != '\'') continue;  // texts of whole projects go through here
    size_t end = i;
    if (text.substr(i, 2) == "//") {
      end = endOfComment(text, i);
    } else if (text.substr(i, 2) == "/*") {
      const size_t close = text.find("*/", i + 2);
      end = close == std::string_view::npos ? text.size() : close + 2;
    } else if (text[i] == '"') {
      end = isRaw(text, i) ? endOfRaw(text, i) : endOfQuoted(text, i);
    } else if (text[i] == '\'' && beginsCharacter(text, i)) {
      end = endOfQuoted(text, i);
    }
    if (end == i) continue;
    for (size_t at = i; at < std::min(end, plain.size()) && (quotesToo || text[i] == '/'); ++at) {
      if (plain[at] != '\n' && plain[at] != '\r') plain[at] = ' ';
    }
    i = end - 1;
  }
  return plain;
}

std::string codeOf(std::string_view text) {
  return blanked(text, true);
}

std::string withoutComments(std::string_view text) {
  return blanked(text, false);
}

size_t timesNamed(std::string_view text, std::string_view word) {
  size_t count = 0;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !isWordPart(text[at - 1])) && (end == text.size() || !isWordPart(text[end]))) ++count;
  }
  return count;
}

bool canJoin(const std::set<std::string>& words, const std::string& name) {
  // Up to where the name can be put together.
  std::vector<bool> reached(name.size() + 1);
  reached[0] = true;
  for (size_t from = 0; from < name.size() && !words.empty(); ++from) {
    for (size_t to = from + 1; reached[from] && to <= name.size(); ++to) {
      if (words.contains(name.substr(from, to - from))) reached[to] = true;
    }
  }
  return reached[name.size()];
}

}  // namespace warpwright::model
