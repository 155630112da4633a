#include "analysis/program/name_mentions.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "analysis/model/code_text.h"
#include "analysis/program/code_tokens.h"

namespace warpwright::analysis {
namespace {

using model::holdsWord;
using model::isWordPart;

/// The words that a definition of a macro replaces: its parameters are no names of the program.
bool isParameter(std::string_view line, std::string_view name) {
  const size_t open = line.find('(');
  if (open == std::string_view::npos || line.find_first_of(" \t") < open) return false;
  return holdsWord(line.substr(open, line.find(')', open) - open), name);
}

/// Blanks for what the preprocessor keeps to itself, all but definitions of macros. `isDropped`: asked of what stands
/// behind `#define`, goes this one, too?
template <typename IsDropped>
void dropDirectives(std::string& plain, const IsDropped& isDropped) {
  for (size_t start = 0; start < plain.size();) {
    size_t end = plain.find('\n', start);
    while (end != std::string::npos && end > start && plain[end - 1] == '\\') end = plain.find('\n', end + 1);
    end = std::min(end, plain.size());
    std::string_view line(plain.data() + start, end - start);
    const size_t hash = line.find_first_not_of(" \t");
    if (hash != std::string_view::npos && line[hash] == '#') {
      line.remove_prefix(std::min(line.find_first_not_of(" \t", hash + 1), line.size()));
      const bool isDefinition = line.starts_with("define");
      const size_t macro = isDefinition ? line.find_first_not_of(" \t", 6) : 0;
      const bool isKept = isDefinition && macro != std::string_view::npos && !isDropped(line.substr(macro));
      for (size_t i = start; i < end && !isKept; ++i) {
        if (plain[i] != '\n') plain[i] = ' ';
      }
    }
    start = end + 1;
  }
}

}  // namespace

/// The words and signs of a text, and which brackets belong together.
class NameMentions::Tokens {
 public:
  explicit Tokens(std::string text) : text_(std::move(text)) {
    addTokens(text_, {"<<<", "::", "->"}, all_);
    all_.shrink_to_fit();
    pairUp();
    findKernelWords();
  }
  Tokens(const Tokens&) = delete;  // they lie in the text

  size_t size() const { return all_.size(); }
  /// Beyond the ends: a sign that is none.
  std::string_view at(size_t i) const { return i < all_.size() ? all_[i] : std::string_view("\0", 1); }
  uint32_t lineOf(size_t i) const { return static_cast<uint32_t>(std::count(text_.data(), all_[i].data(), '\n')) + 1; }
  /// The other bracket of a pair; the end where there is none.
  size_t other(size_t i) const { return other_[i]; }
  /// The bracket around a token; the end where there is none.
  size_t around(size_t i) const { return around_[i]; }
  /// Do all brackets belong together? Where arms of a condition open one each, they do not.
  bool isBalanced() const { return isBalanced_; }
  /// `__global__`, and macros that stand for it: `#define KERNEL extern "C" __global__`.
  const std::set<std::string_view>& kernelWords() const { return kernelWords_; }
  /// Behind template arguments that begin here; here where none do.
  size_t afterAngles(size_t i) const {
    int depth = 0;
    for (size_t at = i; at < size() && at < i + 200; ++at) {
      const std::string_view token = all_[at];
      if (token == "<") ++depth;
      if (token == ">" && --depth == 0) return at + 1;
      if (depth == 0 || token == ";" || token == "{") break;
      if (token == "(" && other_[at] < size()) at = other_[at];
    }
    return i;
  }
  /// Where the statement, or the parameter, begins that a token is part of.
  size_t statementOf(size_t i) const {
    const size_t open = around_[i];
    const bool inBrackets = open < size() && all_[open] == "(";
    const bool isLoop = inBrackets && open > 0 && all_[open - 1] == "for";
    for (size_t at = i; at-- > 0;) {
      const std::string_view token = all_[at];
      if (at == open || token == ";" || token == "{" || (token == "," && inBrackets && !isLoop)) return at + 1;
      if (token == "}") {
        // A body before it ends a statement; an initialiser is part of one.
        const std::string_view next = all_[at + 1];
        if (next != "," && next != ";") return at + 1;
        if (other_[at] < size()) at = other_[at];
      } else if ((token == ")" || token == "]") && other_[at] < size()) {
        at = other_[at];
      }
    }
    return 0;
  }

 private:
  void pairUp() {
    const auto none = static_cast<uint32_t>(size());
    other_.assign(size(), none);
    around_.assign(size(), none);
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < none; ++i) {
      const std::string_view token = all_[i];
      const char closes = token == ")" ? '(' : token == "]" ? '[' : token == "}" ? '{' : '\0';
      // A brace ends what brackets of a macro have left open.
      while (closes == '{' && !open.empty() && all_[open.back()][0] != '{') open.pop_back();
      if (closes != '\0' && !open.empty() && all_[open.back()][0] == closes) {
        other_[i] = open.back();
        other_[open.back()] = i;
        open.pop_back();
      }
      around_[i] = open.empty() ? none : open.back();
      if (token == "(" || token == "[" || token == "{") open.push_back(i);
    }
    isBalanced_ = open.empty();
  }

  void findKernelWords() {
    constexpr size_t mostBetween = 8;
    for (size_t i = 0; i < size(); ++i) {
      if (at(i) != "__global__") continue;
      kernelWords_.insert(at(i));
      for (size_t back = 2; back <= std::min(i, mostBetween); ++back) {
        if (at(i - back) == "define") kernelWords_.insert(at(i - back + 1));
      }
    }
  }

  const std::string text_;
  std::vector<std::string_view> all_;
  std::vector<uint32_t> other_, around_;
  std::set<std::string_view> kernelWords_;
  bool isBalanced_ = true;
};

namespace {

/// Finds what a name stands for, wherever a text says it.
class NameSearch {
 public:
  using Tokens = NameMentions::Tokens;
  NameSearch(const Tokens& tokens, std::string_view name) : tokens_(tokens), name_(name) {}

  Mention search() {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_.at(i) == name_) look(i);
    }
    return found_;
  }

 private:
  void look(size_t i) {
    const std::string_view before = i > 0 ? tokens_.at(i - 1) : ";";
    size_t next = i + 1;
    if (tokens_.at(next) == "<") next = tokens_.afterAngles(next);
    if (tokens_.at(next) == "<<<") return note(found_.launches, i);
    if (before == "." || before == "->" || before == "goto" || before == "namespace") return;
    if (before == "::" && i > 1 && isLibrary(tokens_.at(i - 2))) return;
    if (i < hiddenUntil_) return;
    if (tokens_.at(next) == "(" && declaresFunction(i)) return;
    // A macro that makes its head from the name, and a body behind it.
    const size_t head = tokens_.at(next) == ")" ? next + 1 : tokens_.size();
    if (tokens_.at(head) == "(" && tokens_.at(tokens_.other(head) + 1) == "{") {
      found_.defines = true;
      return;
    }
    // Names of types stand beside those of functions, and hide none.
    if (before == "struct" || before == "class" || before == "enum" || before == "union" || before == "typename")
      return;
    if (isOther(i)) {
      hiddenUntil_ = scopeEnd(i);
      return;
    }
    note(found_.names, i);
  }

  void note(bool& kind, size_t i) {
    const bool isWordOnly = &kind == &found_.names;
    const bool isFirst = !kind && !found_.launches && (!isWordOnly || !found_.declares);
    if (isFirst) found_.line = tokens_.lineOf(i);
    kind = true;
  }

  static bool isLibrary(std::string_view space) { return space == "std" || space == "thrust" || space == "cub"; }

  static bool isStatement(std::string_view word) {
    static const std::set<std::string_view> words = {
        "return",   "else",     "do",     "case",   "goto",     "new",      "delete", "throw", "co_return",
        "co_await", "co_yield", "define", "sizeof", "not",      "and",      "or",     "xor",   "if",
        "while",    "for",      "switch", "using",  "operator", "decltype", "alignof"};
    return words.contains(word);
  }

  static bool isBuiltin(std::string_view word) {
    static const std::set<std::string_view> words = {"int",  "unsigned", "signed", "long",   "short", "char",
                                                     "bool", "float",    "double", "size_t", "auto",  "void"};
    return words.contains(word);
  }

  /// Does a statement say that it declares what may be a kernel of another file?
  bool isOfOthers(size_t from, size_t to) const {
    for (size_t at = from; at < to; ++at) {
      if (tokens_.at(at) == "__global__" || tokens_.at(at) == "extern") return true;
    }
    return false;
  }

  /// A name that brackets follow: a function that is declared or defined here. False: a call, or what is not
  /// understood.
  bool declaresFunction(size_t i) {
    size_t open = i + 1;
    if (tokens_.at(open) == "<") open = tokens_.afterAngles(open);
    const size_t begin = tokens_.statementOf(i);
    const std::string_view before = i > begin ? tokens_.at(i - 1) : ";";
    const bool isTyped =
        isName(before) ? !isStatement(before) : before == "*" || before == "&" || before == ">" || before == ")";
    const bool isHead = isTyped && (isName(before) || isOfOthers(begin, i));
    const size_t close = tokens_.other(open);
    const std::string_view behind = tokens_.at(close + 1);
    if (mayHaveBody(open, close)) {
      found_.hasBody = true;
      found_.hasFreeBody = found_.hasFreeBody || !tokens_.isBalanced() || isOutside(tokens_.around(i));
    }
    if (behind == "{" && (isHead || before == "::" || before == "*" || before == "&")) {
      // A member function of that name that stands outside of its class is no kernel.
      found_.defines = found_.defines || isHead;
      return true;
    }
    if (behind != "{" && isMethod(begin, i)) return true;
    if (!isHead || behind != ";") return false;
    for (size_t at = begin; at < i; ++at)
      found_.declaresKernel = found_.declaresKernel || tokens_.kernelWords().contains(tokens_.at(at));
    found_.declaresVoid = found_.declaresVoid || before == "void";
    if (!found_.declares) note(found_.declares, i);
    return true;
  }

  /// Does it declare a method, which is no kernel?
  bool isMethod(size_t begin, size_t i) const {
    for (size_t at = begin; at < i; ++at) {
      if (tokens_.at(at) == "virtual") return true;
      if (tokens_.at(at) == "friend") return false;
    }
    const size_t open = tokens_.around(i);
    return open < tokens_.size() && tokens_.at(open) == "{" && isOfClass(open);
  }

  /// Is it the bracket of a class's members?
  bool isOfClass(size_t open) const {
    static const std::set<std::string_view> kinds = {"class", "struct", "union"},
                                            given = {"alignas", "__align__", "__attribute__", "__declspec"};
    size_t at = tokens_.statementOf(open);
    while (at < open && tokens_.at(at) == "template" && tokens_.at(at + 1) == "<") at = tokens_.afterAngles(at + 1);
    bool isClass = false;
    for (; at < open; ++at) {
      isClass = isClass || kinds.contains(tokens_.at(at));
      if (tokens_.at(at) != "(") continue;
      if (at == 0 || !given.contains(tokens_.at(at - 1)) || tokens_.other(at) >= open) return false;
      at = tokens_.other(at);
    }
    return isClass;
  }

  /// `f(a, n) float *a; int n; {`: do the brackets hold names alone, whose types follow?
  bool isOldStyle(size_t open, size_t close) const {
    for (size_t at = open + 1; at < close; ++at) {
      const bool isRight = (at - open) % 2 == 1 ? isName(tokens_.at(at)) : tokens_.at(at) == ",";
      if (!isRight) return false;
    }
    return close > open + 1 && close < tokens_.size() && isName(tokens_.at(close + 1));
  }

  /// Does a body follow the brackets, words like `const` and what a constructor makes aside?
  bool mayHaveBody(size_t open, size_t close) const {
    const bool hasOldTypes = isOldStyle(open, close);
    const size_t mostBetween = hasOldTypes ? 120 : 30;
    for (size_t at = close + 1; at < std::min(close + mostBetween, tokens_.size()); ++at) {
      const std::string_view token = tokens_.at(at);
      if (token == "{" || token == "default" || (token == ":" && areInitialisers(at + 1))) return true;
      if (token == ";" && hasOldTypes && (isName(tokens_.at(at + 1)) || tokens_.at(at + 1) == "{")) continue;
      if (token == ";" || token == "}" || token == ")" || (token == "]" && !hasOldTypes)) return false;
      if (token == "(" && tokens_.other(at) < tokens_.size()) at = tokens_.other(at);
    }
    return false;
  }

  /// Members and bases of a constructor, however many, with its body behind them: `a(1), b::c<2>{3} {`?
  bool areInitialisers(size_t at) const {
    for (; at < tokens_.size(); ++at) {
      while (isName(tokens_.at(at)) || tokens_.at(at) == "::") ++at;
      if (tokens_.at(at) == "<") at = tokens_.afterAngles(at);
      const bool opens = tokens_.at(at) == "(" || tokens_.at(at) == "{";
      if (!opens || tokens_.other(at) >= tokens_.size()) return false;
      at = tokens_.other(at) + 1;
      if (tokens_.at(at) != ",") return tokens_.at(at) == "{";
    }
    return false;
  }

  /// Is it plainly the declaration of something that is no function?
  bool isOther(size_t i) const {
    const size_t begin = tokens_.statementOf(i);
    if (begin >= i) return false;
    const std::string_view before = tokens_.at(i - 1), next = tokens_.at(i + 1);
    static const std::set<std::string_view> behind = {"=", ";", ",", ")", "[", ":", "{", ">"};
    if (!behind.contains(next) || isOfOthers(begin, i)) return false;
    if (next == ">" && tokens_.at(begin) != "template") return false;
    return before == "," ? followsDeclared(begin, i) : followsType(begin, i);
  }

  /// `int a = 1, k`: is there a type before the first name?
  bool followsDeclared(size_t begin, size_t i) const {
    for (size_t at = begin; at + 1 < i; ++at) {
      const std::string_view token = tokens_.at(at), next = tokens_.at(at + 1);
      if (token == "template") return true;
      if (token == "," || token == "=" || token == "(" || token == "[") return false;
      if (isStatement(token)) return false;
      if (next == "," || next == "=" || next == "[" || next == "{")
        return isName(token) && at > begin && followsType(begin, at);
    }
    return false;
  }

  /// `const T *k`: does a type stand before the name, and nothing that would make it an expression?
  bool followsType(size_t begin, size_t i) const {
    size_t at = i;
    bool isPointer = false;
    while (at > begin) {
      const std::string_view token = tokens_.at(at - 1);
      const bool isSign = token == "*" || token == "&";
      if (!isSign && token != "const" && token != "volatile" && token != "restrict" && !token.starts_with("__restrict"))
        break;
      isPointer = isPointer || isSign;
      --at;
    }
    if (at == begin) return false;
    const std::string_view type = tokens_.at(at - 1);
    if (type != ">" && (!isName(type) || isStatement(type) || isStatement(tokens_.at(begin)))) return false;
    for (size_t one = begin; one < at; ++one) {
      const std::string_view token = tokens_.at(one);
      if (!isName(token) && token != "::" && token != "<" && token != ">" && token != "," &&
          !isPointerInAngles(one, begin))
        return false;
    }
    if (type == ">" && !isName(tokens_.at(begin))) return false;
    const size_t open = tokens_.around(i);
    const bool inBrackets = open < tokens_.size() && tokens_.at(open) == "(";
    if (inBrackets && isPointer && at - begin == 1 && !isBuiltin(type)) return hasBody(open);  // `(a * b)`
    // A type of a function's would make it a function.
    const bool mayBeFunction = isOutside(open) && !isPointer && !isBuiltin(type) && tokens_.at(i + 1) == ";";
    return !mayBeFunction;
  }

  bool isPointerInAngles(size_t one, size_t begin) const {
    const bool isSign = tokens_.at(one) == "*" || tokens_.at(one) == "&";
    return isSign && one > begin + 1 && (tokens_.at(one + 1) == ">" || tokens_.at(one + 1) == ",");
  }

  /// Are these the brackets of a function's parameters, with its body behind them?
  bool hasBody(size_t open) const {
    const std::string_view before = open > 0 ? tokens_.at(open - 1) : ";";
    return tokens_.at(tokens_.other(open) + 1) == "{" && !isStatement(before);
  }

  /// In no function and no class?
  bool isOutside(size_t open) const {
    for (; open < tokens_.size(); open = tokens_.around(open)) {
      if (tokens_.at(open) != "{") return false;
      size_t head = open;
      while (head > 0 && (isName(tokens_.at(head - 1)) || tokens_.at(head - 1) == "::") &&
             tokens_.at(head) != "namespace")
        --head;
      if (tokens_.at(head) != "namespace" && tokens_.at(head) != "extern") return false;
    }
    return true;
  }

  /// Up to where a declaration hides what others call by the name.
  size_t scopeEnd(size_t i) const {
    const size_t open = tokens_.around(i);
    const bool isTemplate = tokens_.at(tokens_.statementOf(i)) == "template";
    if (!isTemplate && open >= tokens_.size()) return tokens_.size();
    if (!isTemplate && tokens_.at(open) == "{") return tokens_.other(open);
    for (size_t at = isTemplate ? i : tokens_.other(open); at < tokens_.size(); ++at) {
      if (tokens_.at(at) == ";") return at;
      if (tokens_.at(at) == "{") return tokens_.other(at);
      if (tokens_.at(at) == "(" && tokens_.other(at) < tokens_.size()) at = tokens_.other(at);
    }
    return tokens_.size();
  }

  const Tokens& tokens_;
  std::string_view name_;
  Mention found_;
  size_t hiddenUntil_ = 0;
};

}  // namespace

NameMentions::NameMentions(std::string_view text) {
  std::string plain = model::codeOf(text);
  dropDirectives(plain, [&](std::string_view definition) {
    const size_t open = definition.find('(');
    if (open != std::string_view::npos && definition.find_first_of(" \t") >= open) {
      model::eachWord(definition.substr(open, definition.find(')', open) - open),
                      [&](std::string_view word) { parameters_.emplace(word); });
    }
    return false;
  });
  tokens_ = std::make_unique<const Tokens>(std::move(plain));
}

NameMentions::~NameMentions() = default;

Mention NameMentions::of(std::string_view text, const std::string& name) const {
  if (!parameters_.contains(name)) return NameSearch(*tokens_, name).search();
  std::string plain = model::codeOf(text);
  dropDirectives(plain, [&](std::string_view definition) { return isParameter(definition, name); });
  return NameSearch(Tokens(std::move(plain)), name).search();
}

std::set<std::string> wordsToJoin(std::string_view text) {
  const auto holds = [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; };
  bool joins = holds("##") || holds("%:%:") || holds("?\?=?\?=");
  // A line goes on behind a backslash, also where blanks follow it.
  for (const std::string_view mark : {"\\", "?\?/"}) {
    for (size_t at = text.find(mark); !joins && at != std::string_view::npos; at = text.find(mark, at + 1)) {
      const size_t end = text.find_first_not_of(" \t\r\v\f", at + mark.size());
      joins = at > 0 && end != std::string_view::npos && end + 1 < text.size() && text[end] == '\n' &&
              isWordPart(text[at - 1]) && isWordPart(text[end + 1]);
    }
  }
  std::vector<std::string_view> tokens;
  if (joins) addTokens(text, {}, tokens);
  std::set<std::string> words;
  for (const std::string_view token : tokens) {
    if (isWordPart(token[0])) words.emplace(token);
  }
  return words;
}

}  // namespace warpwright::analysis
