#include "analysis/frontend/include_ways.h"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "analysis/frontend/program_folders.h"
#include "core/base/text_lines.h"

namespace warpwright::frontend {

namespace fs = std::filesystem;

namespace {

/// A variable is its name between these; what is computed has no name there.
constexpr char opens = '\x01', closes = '\x02';

bool isOfName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

bool isName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, isOfName);
}

std::string marked(std::string_view name) {
  return opens + std::string(name) + closes;
}

/// Behind the bracket that closes the one at `at`; the line's end: none does.
size_t behindBracket(std::string_view line, size_t at) {
  const char open = line[at], close = open == '(' ? ')' : '}';
  int depth = 0;
  for (; at < line.size(); ++at) {
    depth += line[at] == open ? 1 : line[at] == close ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return line.size();
}

/// `$(A)`, `${A}`, `$A`, `{a}`, `@A@`, `%A%` as marked names, and of `$(shell ls $(A))` a mark without a name and what
/// stands in it.
std::string withMarks(std::string_view line) {
  std::string made;
  for (size_t at = 0; at < line.size();) {
    const char c = line[at], next = at + 1 < line.size() ? line[at + 1] : ' ';
    const bool isDollar = c == '$' && (next == '(' || next == '{');
    if (isDollar || c == '{') {
      const size_t open = isDollar ? at + 1 : at, end = behindBracket(line, open);
      const std::string_view inside = line.substr(open + 1, end > open + 1 ? end - open - 2 : 0);
      if (isName(inside) || inside.empty()) {
        made += marked(inside);
        at = end;
      } else {
        made += isDollar ? marked("") + ' ' : std::string(" ");
        at = open + 1;
      }
    } else if (c == '@' || c == '%') {
      const size_t end = line.find(c, at + 1);
      const bool isNamed = end != std::string_view::npos && isName(line.substr(at + 1, end - at - 1));
      made += marked(isNamed ? line.substr(at + 1, end - at - 1) : std::string_view());
      at = isNamed ? end + 1 : at + 1;
    } else if (c == '$' && (isOfName(next) || next == '$')) {
      size_t end = at + 1;
      while (end < line.size() && line[end] == '$') ++end;
      const size_t begin = end;
      while (end < line.size() && isOfName(line[end])) ++end;
      made += end == begin ? std::string() : marked(line.substr(begin, end - begin));
      at = end;
    } else {
      made += c;
      ++at;
    }
  }
  return made;
}

/// The folder of the build itself, as builds call it, and a name of what they make.
bool isOwnFolder(std::string_view name) {
  constexpr std::array names = {"CURDIR", "PWD",         "CMAKE_CURRENT_SOURCE_DIR", "CMAKE_CURRENT_LIST_DIR",
                                "srcdir", "PROJECT_NAME"};
  return std::ranges::count(names, name) > 0;
}

/// The folder of a project, in which the build and its sources lie: no other program's.
bool isProjectFolder(const std::string& word) {
  return word == marked("CMAKE_SOURCE_DIR") || word == marked("PROJECT_SOURCE_DIR");
}

bool hasWildcard(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

/// The last piece of a path is a pattern that fits; the name itself is found by who asks for names.
bool fits(const std::string& pattern, const std::string& name) {
  return hasWildcard(pattern) && fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

/// A line of includes says folders without an option.
bool isOfIncludes(std::string_view line) {
  constexpr std::array lists = {"include_directories", "INCLUDE_DIRECTORIES", "CPATH", "INCLUDE_PATH", "include_dirs"};
  return std::ranges::any_of(lists, [&](std::string_view one) { return line.find(one) != std::string_view::npos; });
}

}  // namespace

void IncludeWays::define(const std::string& name, const std::string& value, bool isFixed) {
  const bool isWord = isFixed && value.find_first_of(" \t\x01\x02*?`$") == std::string::npos;
  const auto [known, isNew] = values_.try_emplace(name, isWord ? value : std::string());
  if (!isNew && known->second != value) known->second.clear();
}

void IncludeWays::add(const std::string& text, const fs::path& folder, bool isOwn) {
  if (isOwn) own_ += text + '\n';
  for (const std::string_view written : textLines(text)) {
    const size_t first = written.find_first_not_of(" \t");
    if (first == std::string_view::npos || written[first] == '#') continue;
    if (written.find_first_of("=$@%{*?") == std::string_view::npos && !written.starts_with("set")) continue;
    const std::string line = withMarks(written.substr(first));
    const size_t equal = line.find('='), end = line.find_first_of(" \t:?+=");
    if (equal != std::string::npos && isName(line.substr(0, end)) && line.find_first_not_of(" \t:?+=", end) > equal) {
      const size_t from = line.find_first_not_of(" \t\"'", equal + 1), last = line.find_last_not_of(" \t\r\"'");
      const bool isSaid = from != std::string::npos && last >= from;
      define(line.substr(0, end), isSaid ? line.substr(from, last + 1 - from) : ".",
             line[equal - 1] != '?' && line[equal - 1] != '+');
    } else if (line.starts_with("set(") || line.starts_with("set (")) {
      const std::vector<std::string_view> words = textWords(line.substr(line.find('(')), " \t\r()\"");
      if (!words.empty()) define(std::string(words[0]), words.size() == 2 ? std::string(words[1]) : " ", true);
    }
    const bool isListed = isOfIncludes(line);
    bool isBehindOption = false;
    for (std::string_view word : textWords(line, " \t\r\"'`;,:()=<>[]|&\\")) {
      bool isOption = std::exchange(isBehindOption, false);
      for (const std::string_view option : {"-I", "-isystem", "-iquote"}) {
        if (!word.starts_with(option)) continue;
        word.remove_prefix(option.size());
        isOption = true;
        isBehindOption = word.empty();
      }
      const bool isOpen = word.find_first_of("\x01*?") != std::string_view::npos && !word.starts_with('-');
      if (isOpen && !isProjectFolder(std::string(word)))
        words_.push_back({std::string(word), folder, isListed || isOption, isOption, isOwn});
    }
  }
}

bool IncludeWays::isGiven(const std::string& pattern, const std::string& name) const {
  size_t at = 0;
  for (const std::string_view literal : textWords(pattern, "*?")) {
    const size_t found = name.find(literal, at);
    if (found == std::string::npos || own_.find(name.substr(at, found - at)) == std::string::npos) return false;
    at = found + literal.size();
  }
  return own_.find(name.substr(at)) != std::string::npos;
}

std::string IncludeWays::patternOf(const std::string& word) const {
  std::string pattern;
  for (size_t at = 0; at < word.size();) {
    if (word[at] != opens) {
      pattern += word[at++];
      continue;
    }
    const size_t end = word.find(closes, at);
    const std::string name = word.substr(at + 1, end - at - 1);
    const auto value = values_.find(name);
    const bool isKnown = value != values_.end() && !value->second.empty();
    pattern += isOwnFolder(name) ? "." : isKnown ? value->second : "*";
    at = end + 1;
  }
  return pattern;
}

bool IncludeWays::mayLeadTo(const fs::path& folder, const std::string& name) const {
  const std::string last = folder.filename().string(), file = fs::path(name).filename().string();
  return std::ranges::any_of(words_, [&](const Word& word) {
    const std::string pattern = patternOf(word.text);
    if (!hasWildcard(pattern)) return false;
    const bool isPath = pattern.find('/') != std::string::npos;
    // A variable alone may be anything: a source, an option.
    if (!word.isOfInclude && !isPath) return false;
    fs::path way(pattern.ends_with('/') ? pattern.substr(0, pattern.size() - 1) : pattern);
    fs::path literal;
    for (const fs::path& piece : way) {
      if (hasWildcard(piece.native())) break;
      literal /= piece;
    }
    // Where it begins with a variable, or its build's place is not known, it may begin anywhere.
    const bool beginsHere = !word.folder.empty() && !literal.empty();
    fs::path begin = (word.folder / literal).lexically_normal();
    if (!begin.has_filename()) begin = begin.parent_path();
    if (beginsHere && begin != folder && !liesIn(begin, folder)) return false;
    const auto leads = [&](const std::string& piece) {
      return fits(piece, last) && (word.isOwn || word.isOption || isGiven(piece, last));
    };
    if (leads(way.filename().string())) return true;
    return fnmatch(way.filename().c_str(), file.c_str(), 0) == 0 && leads(way.parent_path().filename().string());
  });
}

}  // namespace warpwright::frontend
