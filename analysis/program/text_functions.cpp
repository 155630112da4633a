#include "analysis/program/text_functions.h"

#include <algorithm>
#include <vector>

#include "analysis/model/code_text.h"
#include "analysis/program/code_tokens.h"

namespace warpwright::analysis {
namespace {

using Tokens = std::vector<std::string_view>;

/// Words before brackets that name no function.
bool isLanguage(std::string_view word) {
  static const std::set<std::string_view> words = {"if",
                                                   "for",
                                                   "while",
                                                   "switch",
                                                   "return",
                                                   "sizeof",
                                                   "alignof",
                                                   "decltype",
                                                   "alignas",
                                                   "noexcept",
                                                   "throw",
                                                   "catch",
                                                   "static_assert",
                                                   "defined",
                                                   "__attribute__",
                                                   "__align__",
                                                   "requires",
                                                   "explicit",
                                                   "operator",
                                                   "__declspec",
                                                   "__launch_bounds__",
                                                   "asm",
                                                   "__asm__",
                                                   "typeof",
                                                   "new",
                                                   "delete",
                                                   "case",
                                                   "template",
                                                   "typename",
                                                   "else",
                                                   "do",
                                                   "__asm"};
  return words.contains(word);
}

/// What is before brackets, or a launch, from one token to another.
void addCalls(const Tokens& tokens, size_t from, size_t to, std::set<std::string>& called) {
  for (size_t i = from; i + 1 < to; ++i) {
    const bool isCall = tokens[i + 1] == "(" || tokens[i + 1] == "<<<";
    if (isCall && isName(tokens[i]) && !isLanguage(tokens[i])) called.emplace(tokens[i]);
    // A template's arguments may stand between.
    if (tokens[i + 1] != "<" || !isName(tokens[i])) continue;
    size_t end = i + 2;
    while (end < to && end < i + 40 && tokens[end] != ">" && tokens[end] != ";" && tokens[end] != "{") ++end;
    if (end + 1 < to && tokens[end] == ">" && (tokens[end + 1] == "(" || tokens[end + 1] == "<<<"))
      called.emplace(tokens[i]);
  }
}

bool isDirectiveOf(std::string_view line, std::string_view word) {
  const size_t hash = line.find('#');
  const size_t first = line.find_first_not_of(" \t", hash + 1);
  return first != std::string_view::npos && line.substr(first).starts_with(word);
}

/// Takes lines of the preprocessor out of a text; what macros are replaced by calls functions, too. `all`: with what
/// stands behind `#else`, where the text before it often opens the same braces.
Tokens withoutDirectives(std::string_view text, bool all, std::set<std::string>& called) {
  Tokens tokens, left;
  size_t depth = 0, hiddenAt = 0;  // inside #if; that whose other side is left out
  for (size_t start = 0; start < text.size();) {
    size_t end = text.find('\n', start);
    std::string_view line = text.substr(start, std::min(end, text.size()) - start);
    const size_t first = line.find_first_not_of(" \t");
    const bool isDirective = first != std::string_view::npos && line[first] == '#';
    while (isDirective && end != std::string_view::npos && end > start && text[end - 1] == '\\')
      end = text.find('\n', end + 1);
    end = std::min(end, text.size());
    line = text.substr(start, end - start);
    if (isDirective) {
      if (isDirectiveOf(line, "if")) ++depth;
      if (isDirectiveOf(line, "el") && hiddenAt == 0 && !all) hiddenAt = depth;
      if (isDirectiveOf(line, "endif")) {
        if (hiddenAt == depth) hiddenAt = 0;
        depth -= depth > 0 ? 1 : 0;
      }
    }
    if (!isDirective) {
      addTokens(line, {"<<<"}, hiddenAt == 0 ? tokens : left);
    } else if (line.find("define") != std::string_view::npos) {
      Tokens body;
      addTokens(line, {"<<<"}, body);
      addCalls(body, std::min<size_t>(3, body.size()), body.size(), called);
    }
    start = end + 1;
  }
  addCalls(left, 0, left.size(), called);
  return tokens;
}

bool areBracesEven(const Tokens& tokens) {
  return std::count(tokens.begin(), tokens.end(), "{") == std::count(tokens.begin(), tokens.end(), "}");
}

/// Walks over what stands in no function.
class Walk {
 public:
  explicit Walk(Tokens tokens) : tokens_(std::move(tokens)) {}

  void collect(TextFunctions& found) {
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const std::string_view token = tokens_[i];
      if (token == ";") {
        endStatement(i);
      } else if (token == "}") {
        begin_ = i + 1;
      } else if (token == "(" || token == "[") {
        noteGroup(i);
        i = closing(i);
      } else if (token == "{") {
        i = enter(i, found);
      }
    }
  }

 private:
  /// The bracket that closes the one here; the last token where none does.
  size_t closing(size_t open) const {
    size_t depth = 0;
    for (size_t i = open; i < tokens_.size(); ++i) {
      const std::string_view token = tokens_[i];
      if (token == "(" || token == "[" || token == "{") ++depth;
      if ((token == ")" || token == "]" || token == "}") && --depth == 0) return i;
    }
    return tokens_.empty() ? 0 : tokens_.size() - 1;
  }

  bool says(std::string_view word, size_t end) const {
    return std::find(tokens_.begin() + static_cast<ptrdiff_t>(begin_), tokens_.begin() + static_cast<ptrdiff_t>(end),
                     word) != tokens_.begin() + static_cast<ptrdiff_t>(end);
  }

  /// `f(…)`: the first of a statement names the function, what comes behind a colon sets members.
  void noteGroup(size_t open) {
    if (tokens_[open] != "(" || open == 0 || !isName(tokens_[open - 1]) || isLanguage(tokens_[open - 1])) return;
    if (group_ < begin_ || group_ >= tokens_.size()) group_ = open - 1;
  }
  bool hasGroup(size_t end) const { return group_ >= begin_ && group_ < end; }

  /// `float f(a) float a;`: a function as C had it, whose body is to come.
  void endStatement(size_t end) {
    if (hasGroup(end)) {
      const size_t behind = closing(group_ + 1) + 1;
      old_ = behind < end && isName(tokens_[behind]) && !says("typedef", end) ? group_ : tokens_.size();
    }
    begin_ = end + 1;
  }

  /// Where to go on: in a namespace, behind all else.
  size_t enter(size_t open, TextFunctions& found) {
    const bool isOld = begin_ == open && old_ < open;
    const bool isNameless = open > 0 && tokens_[open - 1] == "namespace";
    if (!isOld && !isNameless && (says("namespace", open) || isLinkage(open))) {
      begin_ = open + 1;
      return open;
    }
    const size_t end = closing(open);
    if (isOld || (hasGroup(open) && !says("=", open))) {
      if (!says("static", open)) found.defined.emplace(tokens_[isOld ? old_ : group_]);
      addCalls(tokens_, open, end, found.called);
    } else if (isNameless || says("class", open) || says("struct", open) || says("union", open)) {
      // What is defined in there is not what other files link to by that name.
      TextFunctions inner;
      Walk(Tokens(tokens_.begin() + static_cast<ptrdiff_t>(open) + 1, tokens_.begin() + static_cast<ptrdiff_t>(end)))
          .collect(inner);
      found.called.merge(inner.called);
    } else {
      addCalls(tokens_, open, end, found.called);  // initial values
    }
    old_ = tokens_.size();
    begin_ = end + 1;
    return end;
  }
  bool isLinkage(size_t open) const { return open == begin_ + 1 && tokens_[begin_] == "extern"; }

  Tokens tokens_;
  size_t begin_ = 0;                        ///< of the statement
  size_t group_ = static_cast<size_t>(-1);  ///< what stands before its first brackets
  size_t old_ = static_cast<size_t>(-1);
};

}  // namespace

TextFunctions functionsIn(std::string_view text) {
  const std::string code = model::codeOf(text);
  TextFunctions found;
  Tokens tokens = withoutDirectives(code, true, found.called);
  if (!areBracesEven(tokens)) tokens = withoutDirectives(code, false, found.called);
  Walk(std::move(tokens)).collect(found);
  return found;
}

}  // namespace warpwright::analysis
