#include "analysis/model/conditional_text.h"

#include <algorithm>
#include <cctype>

#include "analysis/model/code_text.h"
#include "analysis/model/decided_condition.h"

namespace warpwright::model {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f\\";

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// The name that begins here or behind blanks; `at` ends behind it. Empty: something else stands there.
std::string_view nextName(std::string_view code, size_t& at) {
  at = std::min(code.find_first_not_of(blanks, at), code.size());
  const size_t begin = at;
  while (at < code.size() && isWordPart(code[at])) ++at;
  return code.substr(begin, at - begin);
}

/// Past the line's end, joined lines included.
size_t endOfLine(std::string_view text, size_t at) {
  for (size_t end = text.find('\n', at); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    const std::string_view line = text.substr(at, end - at);
    if (!line.ends_with("\\") && !line.ends_with("\\\r")) return end;
  }
  return text.size();
}

/// `defined(A) && …`, `#ifdef A`: what has to be defined in any case.
Words requiredBy(std::string_view keyword, std::string_view rest) {
  Words names;
  size_t at = 0;
  if (keyword == "ifdef") names.emplace(nextName(rest, at));
  if (keyword != "if") return names;
  for (const std::string& part : conjunctsOf(rest)) {
    at = 0;
    if (nextName(part, at) != "defined") continue;
    at = std::min(part.find_first_not_of(" \t\r\n\\(", at), part.size());
    const std::string_view name = nextName(part, at);
    // What follows is its bracket, if that.
    if (part.find_first_not_of(" \t)\r\n\\", at) == std::string::npos) names.emplace(name);
  }
  return names;
}

/// `0 && …`
bool neverHolds(std::string_view condition) {
  const std::vector<std::string> parts = conjunctsOf(condition);
  return std::ranges::find(parts, "0") != parts.end();
}

/// Adds what a condition asks to the group.
void readCondition(std::string_view keyword, std::string_view rest, ConditionalGroup& group) {
  if (keyword.ends_with("def")) {
    size_t at = 0;
    group.askedIfDefined.emplace(nextName(rest, at));
    return;
  }
  for (size_t at = 0; at < rest.size();) {
    if (!isWordPart(rest[at])) {
      ++at;
      continue;
    }
    const std::string_view name = nextName(rest, at);
    if (std::isdigit(static_cast<unsigned char>(name[0])) != 0) continue;
    if (name != "defined") {
      group.asked.emplace(name);
      continue;
    }
    at = std::min(rest.find_first_not_of(" \t\r\n\\(", at), rest.size());
    group.askedIfDefined.emplace(nextName(rest, at));
  }
}

}  // namespace

Words wordsOf(std::string_view code) {
  Words words;
  for (size_t at = 0; at < code.size();) {
    if (!isWordPart(code[at])) {
      ++at;
      continue;
    }
    const std::string_view name = nextName(code, at);
    if (!isDigit(name.front())) words.emplace(name);
  }
  return words;
}

ConditionalText::ConditionalText(std::string_view text) : plain(codeOf(text)) {
  const std::string code = plain;
  lines_.push_back(0);
  for (size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '\n') lines_.push_back(i + 1);
    const size_t next = i + 1 < code.size() && code[i + 1] == '\r' ? i + 3 : i + 2;
    const bool joins = code[i] == '\\' && i > 0 && next < code.size() && code[next - 1] == '\n';
    if (joins && isWordPart(code[i - 1]) && isWordPart(code[next])) splitsNames = true;
  }
  for (size_t start = 0; start < code.size();) {
    const size_t end = endOfLine(code, start);
    const size_t first = code.find_first_not_of(blanks, start);
    if (first < end && (code[first] == '#' || code.compare(first, 2, "%:") == 0)) {
      readDirective(text, code, first, end);
      for (size_t i = start; i < end; ++i) {
        if (plain[i] != '\n') plain[i] = ' ';
      }
    }
    start = end + 1;
  }
  for (const size_t group : open_) groups[group].end = plain.size();
}

void ConditionalText::readDirective(std::string_view text, std::string_view code, size_t begin, size_t end) {
  size_t at = begin + (code[begin] == '#' ? 1 : 2);
  const std::string_view directive = code.substr(0, end);
  const std::string_view keyword = nextName(directive, at);
  const std::string decided = keyword == "if" || keyword == "elif" ? withDecided(directive.substr(at)) : std::string();
  const std::string_view rest = decided.empty() ? directive.substr(at) : std::string_view(decided);
  if (keyword.starts_with("if")) {
    open_.push_back(groups.size());
    const bool isNegated = keyword == "ifndef" || rest.find('!') != std::string_view::npos;
    groups.push_back({begin, 0, {}, {}, isNegated, requiredBy(keyword, rest), neverHolds(decided)});
    readCondition(keyword, rest, groups.back());
  } else if (keyword.starts_with("elif") && !open_.empty()) {
    // Whoever reads CUDA has taken an arm for it, and asks no more.
    ConditionalGroup& group = groups[open_.back()];
    group.required.clear();
    group.isNever = false;
    const bool isTaken = group.asked.empty() && group.askedIfDefined == Words{"__CUDACC__"} && !group.isNegated;
    if (!isTaken) readCondition(keyword, rest, group);
  } else if (keyword == "else" && !open_.empty()) {
    groups[open_.back()].required.clear();
    groups[open_.back()].isNever = false;
  } else if (keyword == "endif" && !open_.empty()) {
    groups[open_.back()].end = begin;
    open_.pop_back();
  } else if (keyword == "define" || keyword == "undef") {
    readMacro(rest, begin);
  } else if (keyword.starts_with("include") || keyword == "import") {
    const std::string_view written = text.substr(at, end - at);  // what is quoted is blank in the code
    const size_t open = written.find_first_of("\"<");
    const size_t close = open == std::string_view::npos ? open : written.find_first_of("\">", open + 1);
    const bool isRead = close != std::string_view::npos;
    includes.push_back({begin, std::string(isRead ? written.substr(open + 1, close - open - 1) : ""),
                        !isRead || written[open] == '"'});
  } else if (keyword == "pragma") {
    const Words words = wordsOf(rest);
    if (words.contains("pack") || words.contains("push_macro") || words.contains("pop_macro")) layouts.push_back(begin);
  }
}

void ConditionalText::readMacro(std::string_view rest, size_t offset) {
  size_t at = 0;
  WrittenMacro macro;
  macro.name = nextName(rest, at);
  macro.offset = offset;
  Words parameters;
  if (at < rest.size() && rest[at] == '(') parameters = wordsOf(rest.substr(at, rest.find(')', at) - at));
  parameters.emplace("__VA_ARGS__");
  macro.body = wordsOf(rest.substr(at));
  macro.isEmpty = rest.find_first_not_of(" \t\r\n\\", at) == std::string_view::npos;
  const auto nextPaste = [&](size_t from) { return std::min(rest.find("##", from), rest.find("%:%:", from)); };
  for (size_t paste = nextPaste(at); paste != std::string_view::npos; paste = nextPaste(paste + 2)) {
    size_t left = paste;
    while (left > 0 && blanks.find(rest[left - 1]) != std::string_view::npos) --left;
    size_t begin = left;
    while (begin > 0 && isWordPart(rest[begin - 1])) --begin;
    size_t right = paste + (rest[paste] == '#' ? 2 : 4);
    const std::string_view after = nextName(rest, right);
    const std::string_view before = rest.substr(begin, left - begin);
    if (before.empty() || after.empty()) continue;  // `, ## __VA_ARGS__` makes no name
    size_t fixed = 0;
    for (const std::string_view piece : {before, after}) {
      if (parameters.contains(piece)) continue;
      macro.pasted.emplace(piece);
      ++fixed;
    }
    if (fixed == 0) macro.pastesParameters = true;
  }
  if (!macro.name.empty()) macros.push_back(std::move(macro));
}

size_t ConditionalText::offsetOf(size_t line, size_t column) const {
  if (line == 0 || line > lines_.size()) return plain.size();
  return std::min(lines_[line - 1] + column - 1, plain.size());
}

size_t ConditionalText::lineOf(size_t offset) const {
  return static_cast<size_t>(std::upper_bound(lines_.begin(), lines_.end(), offset) - lines_.begin());
}

bool ConditionalText::isInGroup(size_t line, size_t column) const {
  const size_t at = offsetOf(line, column);
  return std::ranges::any_of(groups, [at](const ConditionalGroup& one) { return one.begin < at && at < one.end; });
}

std::string_view ConditionalText::between(size_t begin, size_t end) const {
  return std::string_view(plain).substr(std::min(begin, plain.size()), end > begin ? end - begin : 0);
}

namespace {

/// Words of the language that name nothing, sorted.
// clang-format off
constexpr std::string_view plainWords[] = {
    "__align__", "__attribute__", "__constant__", "__device__", "__forceinline__", "__global__", "__host__",
    "__inline__", "__launch_bounds__", "__managed__", "__noinline__", "__restrict", "__restrict__", "__shared__",
    "alignas", "alignof", "asm", "auto", "bool", "char", "class", "const", "consteval", "constexpr", "constinit",
    "decltype", "do", "double", "else", "enum", "explicit", "extern", "final", "float", "for", "friend", "if",
    "inline", "int", "long", "mutable", "namespace", "noexcept", "operator", "private", "protected", "public",
    "register", "requires", "restrict", "return", "short", "signed", "size_t", "static", "static_assert", "std",
    "struct", "switch", "template", "typedef", "typename", "union", "unsigned", "using", "virtual", "void",
    "volatile", "while"};
// clang-format on
static_assert(std::ranges::is_sorted(plainWords));

bool isPlainWord(std::string_view word) {
  return std::ranges::binary_search(plainWords, word);
}

/// Behind the bracket that closes the one at `at`.
size_t behindClosing(std::string_view code, size_t at) {
  int depth = 0;
  for (const char open = code[at], close = open == '(' ? ')' : open == '<' ? '>' : '}'; at < code.size(); ++at) {
    if (code[at] == open) ++depth;
    if (code[at] == close && --depth == 0) return at + 1;
  }
  return code.size();
}

/// Adds the names of one declaration's head: the one that stands before its parameters, or all.
void addHead(std::string_view head, DeclaredNames& found) {
  Words all;
  std::string_view last;
  for (size_t at = 0; at < head.size();) {
    if (head[at] == '(' && !last.empty() && !isPlainWord(last)) {
      if (wordsOf(head.substr(0, at)).contains("operator")) found.isKnown = false;
      found.names.emplace(last);
      return;
    }
    if (head[at] == '(') {
      if (last == "operator") found.isKnown = false;
      at = behindClosing(head, at);
    } else if (head[at] == '<' && last == "template") {
      at = behindClosing(head, at);
    } else if (head[at] == '=') {
      break;
    } else if (isWordPart(head[at])) {
      last = nextName(head, at);
      if (last == "operator") found.isKnown = false;
      if (!isPlainWord(last) && !isDigit(last.front())) all.emplace(last);
    } else {
      ++at;
    }
  }
  found.names.merge(all);
}

}  // namespace

DeclaredNames declaredIn(std::string_view plain) {
  DeclaredNames found;
  size_t start = 0, at = 0;
  while (at < plain.size()) {
    const char c = plain[at];
    if (c == '(') {
      at = behindClosing(plain, at);
    } else if (c == ';' || c == '}') {
      addHead(plain.substr(start, at - start), found);
      start = ++at;
    } else if (c == '{') {
      const std::string_view head = plain.substr(start, at - start);
      addHead(head, found);
      const Words words = wordsOf(head);
      const bool isScope = words.contains("namespace") || (words.size() == 1 && words.contains("extern"));
      const size_t end = isScope ? at + 1 : behindClosing(plain, at);
      // Names of an enumeration stand in its body.
      if (words.contains("enum")) found.names.merge(wordsOf(plain.substr(at, end - at)));
      start = at = end;
    } else {
      ++at;
    }
  }
  addHead(plain.substr(start), found);
  return found;
}

}  // namespace warpwright::model
