#include "analysis/frontend/include_scan.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>

namespace warpwright::frontend {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

std::string_view skipBlanks(std::string_view text) {
  const size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

bool isBlank(char c) {
  return blanks.find(c) != std::string_view::npos;
}

/// The word of a directive that includes a file, at its beginning; empty where it is another one.
std::string_view includeWord(std::string_view directive) {
  size_t size = 0;
  while (size < directive.size() &&
         (directive[size] == '_' || std::isalpha(static_cast<unsigned char>(directive[size]))))
    ++size;
  const std::string_view word = directive.substr(0, size);
  return word == "include" || word == "include_next" || word == "import" ? word : std::string_view{};
}

/// The name of an include line, with its opening quote or bracket; empty for any other line.
std::string_view includeOf(std::string_view line) {
  line = skipBlanks(line);
  if (!line.starts_with('#')) return {};
  line = skipBlanks(line.substr(1));
  if (!line.starts_with("include")) return {};
  line = skipBlanks(line.substr(7));
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return {};
  const size_t close = line.find(line[0] == '"' ? '"' : '>', 1);
  return close == std::string_view::npos ? std::string_view{} : line.substr(0, close);
}

/// The directives of a text as the preprocessor reads them: lines that a backslash joins are one, a comment is a blank,
/// and `%:` is `#`. Conditions are not looked at.
class Directives {
 public:
  explicit Directives(std::string_view text) : text_(text) {}

  /// `visit` gets each without its `#`, and the line that it begins on.
  template <typename Visit>
  void each(Visit visit) {
    while (at_ < text_.size()) {
      directive_.clear();
      state_ = State::blank;
      readLine();
      if (state_ == State::directive) visit(std::string_view(directive_), begin_);
    }
  }

 private:
  enum class State { blank, directive, other };

  /// How long the end of a line is that the next one is joined to; 0: there is none here.
  size_t spliceAt(size_t at, bool trigraphs) const {
    size_t end = at;
    if (text_.substr(at).starts_with('\\'))
      end = at + 1;
    else if (trigraphs && text_.substr(at).starts_with("?\?/"))
      end = at + 3;
    if (end == at) return 0;
    end = text_.find_first_not_of(" \t\v\f\r", end);
    return end != std::string_view::npos && text_[end] == '\n' ? end + 1 - at : 0;
  }

  void skipSplices(bool trigraphs = true) {
    while (const size_t size = spliceAt(at_, trigraphs)) {
      at_ += size;
      ++line_;
    }
  }

  /// The next character, joined lines aside; the end of a text is one of a line.
  char next() {
    skipSplices();
    return at_ < text_.size() ? text_[at_] : '\n';
  }
  /// The one behind it.
  char second() const {
    size_t at = at_ + 1;
    while (const size_t size = spliceAt(at, true)) at += size;
    return at < text_.size() ? text_[at] : '\n';
  }
  void skip(int characters) {
    for (; characters > 0 && at_ < text_.size(); --characters) {
      skipSplices();
      if (at_ < text_.size() && text_[at_] == '\n') ++line_;
      ++at_;
    }
  }

  void readLine() {
    for (char c = next(); c != '\n'; c = next()) {
      if (c == '/' && second() == '/') {
        skipLineComment();
        add(' ');
      } else if (c == '/' && second() == '*') {
        skipComment();
        add(' ');
      } else if (state_ == State::directive && c == '<' && isBeforeName()) {
        takeTo('>');
      } else if (c == '"' && wordBefore_ && isRawPrefix()) {
        skipRaw();
      } else if (c == '"' || (c == '\'' && !wordBefore_)) {
        takeTo(c);
      } else {
        take(c);
      }
    }
    skip(1);
    wordBefore_ = false;
  }

  /// What is not joined in a comment goes on: an include too many rather than one too few.
  void skipLineComment() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      const size_t size = spliceAt(at_, false);
      line_ += size > 0 ? 1 : 0;
      at_ += std::max<size_t>(size, 1);
    }
  }

  void skipComment() {
    skip(2);
    while (at_ < text_.size() && !(next() == '*' && second() == '/')) skip(1);
    skip(2);
  }

  void skipRaw() {
    const size_t open = text_.find('(', at_);
    const std::string close =
        open == std::string_view::npos ? "" : ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const size_t found = close.empty() ? open : text_.find(close, open);
    const size_t end = found == std::string_view::npos ? text_.size() : found + close.size();
    line_ += static_cast<uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                              text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
    add('"');
  }

  /// What stands in quotes, or the name in `<…>`, up to the end of the line at most.
  void takeTo(char close) {
    add(next());
    skip(1);
    for (char c = next(); c != '\n'; c = next()) {
      add(c);
      skip(1);
      if (c == close) break;
      if (c == '\\' && close != '>' && next() != '\n') {
        add(next());
        skip(1);
      }
    }
  }

  void take(char c) {
    const bool isDigraph = c == '%' && second() == ':';
    if (state_ == State::blank && (c == '#' || isDigraph)) {
      state_ = State::directive;
      begin_ = line_;
      skip(isDigraph ? 2 : 1);
      return;
    }
    if (state_ == State::blank && text_.substr(at_).starts_with("?\?=")) {
      state_ = State::directive;
      begin_ = line_;
      skip(3);
      return;
    }
    add(c);
    skip(1);
  }

  void add(char c) {
    const bool isWord = c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (!isWord) word_.clear();
    if (isWord && word_.size() < 4) word_ += c;
    wordBefore_ = isWord;
    if (state_ == State::blank && !isBlank(c)) state_ = State::other;
    if (state_ == State::directive) directive_ += c;
  }

  bool isRawPrefix() const { return word_ == "R" || word_ == "LR" || word_ == "uR" || word_ == "UR" || word_ == "u8R"; }

  /// Does the directive want the name of a file next?
  bool isBeforeName() const { return !includeWord(skipBlanks(directive_)).empty() && isNameNext(directive_); }
  static bool isNameNext(std::string_view directive) {
    directive = skipBlanks(directive);
    return skipBlanks(directive.substr(includeWord(directive).size())).empty();
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t line_ = 1, begin_ = 1;
  State state_ = State::blank;
  bool wordBefore_ = false;
  std::string word_;  ///< the last one, as far as the prefix of a raw string is long
  std::string directive_;
};

/// What a directive includes; nothing where it is another one.
std::optional<Include> includeIn(std::string_view directive, uint32_t line) {
  directive = skipBlanks(directive);
  const std::string_view word = includeWord(directive);
  if (word.empty()) return std::nullopt;
  const std::string_view rest = skipBlanks(directive.substr(word.size()));
  if (rest.empty()) return std::nullopt;
  const size_t close = rest[0] == '"' ? rest.find('"', 1) : rest[0] == '<' ? rest.find('>', 1) : std::string_view::npos;
  if (close == std::string_view::npos) return Include{"", false, line};
  return Include{std::string(rest.substr(1, close - 1)), rest[0] == '"' && word != "include_next", line};
}

template <typename Visit>
void eachLine(std::string_view text, Visit visit) {
  for (size_t start = 0; start < text.size();) {
    size_t end = text.find('\n', start);
    if (end == std::string_view::npos) end = text.size();
    if (!visit(text.substr(start, end - start))) return;
    start = end + 1;
  }
}

}  // namespace

std::vector<Include> includesOf(std::string_view text) {
  std::vector<Include> includes;
  Directives(text).each([&](std::string_view directive, uint32_t line) {
    if (std::optional<Include> one = includeIn(directive, line)) includes.push_back(std::move(*one));
  });
  return includes;
}

std::vector<std::string> includedNames(std::string_view text) {
  std::vector<std::string> names;
  for (Include& one : includesOf(text)) {
    if (!one.name.empty()) names.push_back(std::move(one.name));
  }
  return names;
}

std::vector<std::string> leadingSystemIncludes(std::string_view text) {
  std::vector<std::string> names;
  bool inComment = false;
  eachLine(text, [&](std::string_view line) {
    line = skipBlanks(line);
    if (inComment) {
      const size_t close = line.find("*/");
      if (close == std::string_view::npos) return true;
      line = skipBlanks(line.substr(close + 2));
      inComment = false;
    }
    if (line.empty() || line.starts_with("//")) return !line.ends_with('\\');
    if (line.starts_with("/*")) {
      const size_t close = line.find("*/", 2);
      if (close == std::string_view::npos) return inComment = true;
      return skipBlanks(line.substr(close + 2)).empty();
    }
    const std::string_view name = includeOf(line);
    if (name.size() < 2 || name[0] != '<') return false;
    // What follows the name must be nothing, or a whole comment of this line.
    std::string_view rest = skipBlanks(line.substr(static_cast<size_t>(name.data() - line.data()) + name.size() + 1));
    if (rest.ends_with('\r')) rest.remove_suffix(1);
    if (!rest.empty() && (!rest.starts_with("//") || rest.ends_with('\\'))) return false;
    names.emplace_back(name.substr(1));
    return true;
  });
  return names;
}

}  // namespace warpwright::frontend
