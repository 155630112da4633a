#include "analysis/makefile/make_text.h"

#include <algorithm>

namespace warpwright::makefile {
namespace {

constexpr char markBegin = '\x01', markEnd = '\x02';

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Is the line end at `end` behind an odd number of backslashes?
bool isContinued(std::string_view text, size_t begin, size_t end) {
  size_t backslashes = 0;
  while (end - backslashes > begin && text[end - backslashes - 1] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

}  // namespace

std::string unknownMark(size_t reason) {
  return markBegin + std::to_string(reason) + markEnd;
}

bool isKnown(std::string_view text) {
  return text.find(markBegin) == std::string_view::npos;
}

std::vector<size_t> reasonsIn(std::string_view text) {
  std::vector<size_t> reasons;
  for (size_t at = text.find(markBegin); at != std::string_view::npos; at = text.find(markBegin, at + 1)) {
    size_t reason = 0;
    for (size_t i = at + 1; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
      reason = reason * 10 + static_cast<size_t>(text[i] - '0');
    if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
  }
  return reasons;
}

std::string marksOf(std::string_view text) {
  std::string marks;
  for (const size_t reason : reasonsIn(text)) marks += unknownMark(reason);
  return marks;
}

std::vector<MakeLine> linesOf(std::string_view text) {
  std::vector<MakeLine> lines;
  uint32_t number = 1;
  for (size_t begin = 0; begin < text.size();) {
    MakeLine line{{}, number};
    for (bool goesOn = true; goesOn && begin < text.size();) {
      const size_t end = std::min(text.find('\n', begin), text.size());
      const size_t last = end > begin && text[end - 1] == '\r' ? end - 1 : end;
      line.text.append(text, begin, last - begin);
      goesOn = end < text.size() && isContinued(text, begin, last);
      if (goesOn) line.text += '\n';
      begin = end + 1;
      ++number;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string withoutComment(std::string_view line) {
  std::string text;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const char next = i + 1 < line.size() ? line[i + 1] : '\0';
    if (c == '#') break;
    if (c == '\\' && next == '#') {
      text += line[++i];
    } else if (c == '\\' && next == '\n') {
      while (!text.empty() && isBlank(text.back())) text.pop_back();
      for (++i; i + 1 < line.size() && isBlank(line[i + 1]); ++i) {
      }
      text += ' ';
    } else {
      text += c;
    }
  }
  return text;
}

std::string shellText(std::string_view line, char prefix) {
  std::string text;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '\n') {
      ++i;
      if (i + 1 < line.size() && line[i + 1] == prefix) ++i;
    } else {
      text += line[i];
    }
  }
  return text;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  for (size_t i = 0; i < text.size();) {
    if (isBlank(text[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && !isBlank(text[end])) ++end;
    words.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

size_t closingOf(std::string_view text, size_t open) {
  const char opening = text[open], closing = opening == '(' ? ')' : '}';
  size_t depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == opening) ++depth;
    if (text[i] == closing && --depth == 0) return i;
  }
  return std::string_view::npos;
}

size_t findOutside(std::string_view text, std::string_view characters, size_t begin) {
  for (size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size()) {
      ++i;
      if (text[i] != '(' && text[i] != '{') continue;
      const size_t end = closingOf(text, i);
      if (end == std::string_view::npos) return end;
      i = end;
    } else if (characters.find(text[i]) != std::string_view::npos) {
      return i;
    }
  }
  return std::string_view::npos;
}

Stem stemOf(std::string_view pattern, std::string_view name) {
  const size_t percent = pattern.find('%');
  if (percent == std::string_view::npos) return {pattern == name, {}};
  const std::string_view before = pattern.substr(0, percent), after = pattern.substr(percent + 1);
  if (name.size() < before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) return {};
  return {true, std::string(name.substr(before.size(), name.size() - before.size() - after.size()))};
}

std::string withStem(std::string_view pattern, std::string_view stem) {
  std::string text(pattern);
  const size_t percent = text.find('%');
  if (percent != std::string::npos) text.replace(percent, 1, stem);
  return text;
}

}  // namespace warpwright::makefile
