#include "views/shared/source_names.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace warpwright::views {
namespace {

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool standsAlone(std::string_view text, size_t at, size_t length) {
  return (at == 0 || !isWord(text[at - 1])) && (at + length >= text.size() || !isWord(text[at + length]));
}

std::string_view lineAt(std::string_view text, size_t at) {
  const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  return text.substr(start, text.find('\n', at) - start);
}

std::string trimmed(std::string_view line) {
  while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front()))) line.remove_prefix(1);
  while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.remove_suffix(1);
  return std::string(line);
}

std::string_view wordBefore(std::string_view text, size_t at) {
  size_t end = at;
  while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\n')) --end;
  size_t start = end;
  while (start > 0 && isWord(text[start - 1])) --start;
  return text.substr(start, end - start);
}

/// Behind the bracket that closes the one at `open`; npos if none does.
size_t behindBracket(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

size_t skipBlanks(std::string_view text, size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}

/// How much the name at `at` looks like a definition; 0: it does not.
int rankAt(std::string_view text, size_t at, size_t length) {
  const std::string_view before = wordBefore(text, at);
  if (before == "define") return 100;
  for (const std::string_view word : {"struct", "class", "union", "enum", "using"}) {
    const size_t next = skipBlanks(text, at + length);
    if (before == word)
      return next < text.size() && (text[next] == '{' || text[next] == ':' || text[next] == '=') ? 95 : 20;
  }
  for (const std::string_view word :
       {"return", "else", "case", "goto", "new", "delete", "throw", "sizeof", "typename"}) {
    if (before == word) return 0;
  }
  size_t next = skipBlanks(text, at + length);
  if (next >= text.size()) return 0;
  // A declarator has a type before it, maybe with * or & between, or a comma of its declaration.
  size_t back = at;
  while (back > 0 && (text[back - 1] == ' ' || text[back - 1] == '\t' || text[back - 1] == '\n' ||
                      text[back - 1] == '*' || text[back - 1] == '&'))
    --back;
  const bool typed =
      back > 0 && back != at && (isWord(text[back - 1]) || text[back - 1] == '>') &&
      !std::isdigit(static_cast<unsigned char>(wordBefore(text, back).empty() ? 'x' : wordBefore(text, back)[0]));
  if (text[next] == '(') {
    const size_t end = behindBracket(text, next);
    if (end == std::string_view::npos) return 0;
    const size_t after = skipBlanks(text, end);
    if (typed && after < text.size() && text[after] == '{') return 90;
    return typed && after < text.size() && text[after] == ';' && before != "return" ? 30 : 0;
  }
  if (typed && (text[next] == ';' || text[next] == '=' || text[next] == '[' || text[next] == ',' || text[next] == ')' ||
                text[next] == '{')) {
    if (text[next] == '=' && next + 1 < text.size() && text[next + 1] == '=') return 0;
    // "a * b;" reads like a pointer; a word that is no type is told by its missing blank: "a *b".
    return 60;
  }
  return 0;
}

}  // namespace

std::string withoutComments(const std::string& text) {
  std::string out = text;
  enum { code, line, block, string, character } state = code;
  for (size_t i = 0; i < out.size(); ++i) {
    const char c = text[i], next = i + 1 < text.size() ? text[i + 1] : '\0';
    const auto blank = [&](size_t at) {
      if (at < out.size() && out[at] != '\n') out[at] = ' ';
    };
    switch (state) {
      case code:
        if (c == '/' && next == '/')
          state = line, blank(i);
        else if (c == '/' && next == '*')
          state = block, blank(i), blank(++i);
        else if (c == '"')
          state = string;
        else if (c == '\'' && (i == 0 || !std::isdigit(static_cast<unsigned char>(text[i - 1]))))
          state = character;
        break;
      case line:
        if (c == '\n')
          state = code;
        else
          blank(i);
        break;
      case block:
        blank(i);
        if (c == '*' && next == '/') state = code, blank(++i);
        break;
      case string:
      case character:
        if (c == '\\')
          blank(i), blank(++i);
        else if (c == (state == string ? '"' : '\'') || c == '\n')
          state = code;
        else
          blank(i);
        break;
    }
  }
  return out;
}

std::vector<Mention> definitionsIn(const std::string& file, const std::string& source, const std::string& name,
                                   uint32_t near) {
  std::vector<Mention> found;
  if (name.empty()) return found;
  const std::string text = withoutComments(source);
  uint32_t line = 1;
  size_t counted = 0;
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    if (!standsAlone(text, at, name.size())) continue;
    const int rank = rankAt(text, at, name.size());
    if (rank == 0) continue;
    line += static_cast<uint32_t>(
        std::count(text.begin() + static_cast<long>(counted), text.begin() + static_cast<long>(at), '\n'));
    counted = at;
    const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    found.push_back({file, line, static_cast<uint32_t>(at - start + 1), trimmed(lineAt(source, at)), rank});
  }
  std::stable_sort(found.begin(), found.end(), [near](const Mention& a, const Mention& b) {
    if (a.rank != b.rank) return a.rank > b.rank;
    const bool aAbove = a.line <= near, bAbove = b.line <= near;
    if (aAbove != bAbove) return aAbove;
    return aAbove ? a.line > b.line : a.line < b.line;
  });
  return found;
}

namespace {

/// The words that begin a name, with where they begin.
template <typename Take>
void eachWord(std::string_view text, size_t from, size_t to, Take take) {
  for (size_t at = from; at < to;) {
    if (!isWord(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && isWord(text[end])) ++end;
    if (!std::isdigit(static_cast<unsigned char>(text[at]))) take(at, text.substr(at, end - at));
    at = end;
  }
}

/// One line of what stands from the beginning of a declaration up to the bracket that closes its parameters.
std::string signatureAt(std::string_view text, size_t at) {
  size_t start = at;
  while (start > 0 && text[start - 1] != ';' && text[start - 1] != '}' && text[start - 1] != '{' &&
         text[start - 1] != '#' && text[start - 1] != '\n')
    --start;
  const size_t open = text.find('(', at);
  const size_t end = open == std::string_view::npos ? text.size() : behindBracket(text, open);
  std::string signature;
  for (const char c : text.substr(start, std::min(end, text.size()) - start)) {
    const bool blank = std::isspace(static_cast<unsigned char>(c));
    if (blank && (signature.empty() || signature.back() == ' ')) continue;
    signature += blank ? ' ' : c;
  }
  return signature.size() > 300 ? signature.substr(0, 300) + "…" : signature;
}

/// Where the function around `at` begins, its parameters included: behind the last line before it that ends a
/// definition at no depth.
size_t functionStart(std::string_view text, size_t at) {
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i < at; ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth <= 0) depth = 0, start = i + 1;
    if (text[i] == ';' && depth == 0) start = i + 1;
  }
  return start;
}

}  // namespace

std::vector<SourceSymbol> symbolsIn(const std::string& source) {
  std::vector<SourceSymbol> found;
  const std::string text = withoutComments(source);
  uint32_t line = 1;
  size_t counted = 0, lineStart = 0;
  eachWord(text, 0, text.size(), [&](size_t at, std::string_view name) {
    const int rank = rankAt(text, at, name.size());
    if (rank < 90 || name == "main") return;
    for (; counted < at; ++counted)
      if (text[counted] == '\n') ++line, lineStart = counted + 1;
    SourceSymbol symbol{
        std::string(name), SourceSymbol::Kind::type, line, static_cast<uint32_t>(at - lineStart + 1), {}};
    if (rank == 100) symbol.kind = SourceSymbol::Kind::macro;
    if (rank == 90) {
      symbol.signature = signatureAt(text, at);
      symbol.kind = symbol.signature.find("__global__") != std::string::npos ? SourceSymbol::Kind::kernel
                                                                             : SourceSymbol::Kind::function;
    }
    found.push_back(std::move(symbol));
  });
  return found;
}

std::vector<std::string> namesInScope(const std::string& source, size_t at) {
  std::vector<std::string> names;
  const std::string text = withoutComments(source.substr(0, std::min(at, source.size())) + ";");
  const size_t end = text.size() - 1;
  eachWord(text, functionStart(text, end), end, [&](size_t word, std::string_view name) {
    const int rank = rankAt(text, word, name.size());
    if (rank != 60 || word + name.size() >= end) return;
    std::erase(names, std::string(name));
    names.emplace_back(name);
  });
  return names;
}

std::vector<Mention> referencesIn(const std::string& file, const std::string& source, const std::string& name,
                                  size_t limit) {
  std::vector<Mention> found;
  const std::string text = withoutComments(source);
  uint32_t line = 1;
  size_t counted = 0;
  for (size_t at = text.find(name); at != std::string::npos && found.size() < limit; at = text.find(name, at + 1)) {
    if (!standsAlone(text, at, name.size())) continue;
    line += static_cast<uint32_t>(
        std::count(text.begin() + static_cast<long>(counted), text.begin() + static_cast<long>(at), '\n'));
    counted = at;
    const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    found.push_back({file, line, static_cast<uint32_t>(at - start + 1), trimmed(lineAt(source, at)), 0});
  }
  return found;
}

namespace {

bool isSameLetter(char a, char b, bool matchCase) {
  return matchCase ? a == b
                   : std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

std::optional<std::string> replacedIn(const std::string& text, const std::string& words, const std::string& by,
                                      bool matchCase, bool wholeWords) {
  if (words.empty()) return std::nullopt;
  const auto same = [matchCase](char a, char b) { return isSameLetter(a, b, matchCase); };
  std::string replaced;
  bool isFound = false;
  for (auto from = text.begin();;) {
    const auto hit = std::search(from, text.end(), words.begin(), words.end(), same);
    replaced.append(from, hit);
    if (hit == text.end()) return isFound ? std::optional(std::move(replaced)) : std::nullopt;
    if (wholeWords && !standsAlone(text, static_cast<size_t>(hit - text.begin()), words.size())) {
      replaced += *hit;
      from = hit + 1;
      continue;
    }
    isFound = true;
    replaced += by;
    from = hit + static_cast<std::ptrdiff_t>(words.size());
  }
}

std::vector<Mention> mentionsIn(const std::string& file, const std::string& text, const std::string& words,
                                bool matchCase, bool wholeWords, size_t limit) {
  std::vector<Mention> found;
  if (words.empty()) return found;
  const auto same = [matchCase](char a, char b) { return isSameLetter(a, b, matchCase); };
  uint32_t line = 1;
  auto from = text.begin(), counted = text.begin();
  while (found.size() < limit) {
    const auto hit = std::search(from, text.end(), words.begin(), words.end(), same);
    if (hit == text.end()) return found;
    const auto at = static_cast<size_t>(hit - text.begin());
    if (wholeWords && !standsAlone(text, at, words.size())) {
      from = hit + 1;
      continue;
    }
    line += static_cast<uint32_t>(std::count(counted, hit, '\n'));
    counted = hit;
    const size_t start = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    found.push_back({file, line, static_cast<uint32_t>(at - start + 1), trimmed(lineAt(text, at)), 0});
    from = std::find(hit, text.end(), '\n');
  }
  return found;
}

}  // namespace warpwright::views
