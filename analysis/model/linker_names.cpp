// Names that a text gives the linker besides those that its code says.
#include <algorithm>
#include <array>
#include <cctype>

#include "analysis/model/code_text.h"
#include "analysis/model/loaded_names.h"

namespace warpwright::model {
namespace {

/// Adds the operands of assembly in a string. What begins an instruction is none, unless it stands alone; nor are
/// registers, `%r`, and the parts of what has points in it.
void addOperands(std::string_view assembly, std::set<std::string>& names) {
  bool isFirst = true;
  std::string first;
  for (size_t at = 0; at < assembly.size(); ++at) {
    const char c = assembly[at];
    if (c == '\\') {
      isFirst = isFirst || (at + 1 < assembly.size() && (assembly[at + 1] == 'n' || assembly[at + 1] == 'r'));
      ++at;
      continue;
    }
    if (std::string_view(";\n{}:").find(c) != std::string_view::npos) isFirst = true;
    if (!isWordPart(c)) continue;
    size_t end = at;
    while (end < assembly.size() && isWordPart(assembly[end])) ++end;
    const std::string word(assembly.substr(at, end - at));
    const bool isPart = (at > 0 && (assembly[at - 1] == '%' || assembly[at - 1] == '.')) ||
                        (end < assembly.size() && assembly[end] == '.');
    const bool isName = !isPart && std::isdigit(static_cast<unsigned char>(c)) == 0;
    if (isName && !isFirst) names.insert(word);
    if (assembly.size() == word.size() && isName) names.insert(word);
    isFirst = false;
    at = end - 1;
  }
}

/// Adds what the strings say from a bracket to the one that closes it.
void addStrings(std::string_view text, size_t open, std::set<std::string>& names) {
  size_t depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return;
    if (text[at] != '"') continue;
    size_t end = at + 1;
    if (text[at - 1] == 'R') {
      const size_t begin = std::min(text.find('(', at), text.size());
      const std::string close = ")" + std::string(text.substr(at + 1, begin - at - 1)) + "\"";
      end = std::min(text.find(close, begin), text.size());
      if (begin < end) addOperands(text.substr(begin + 1, end - begin - 1), names);
      at = end + close.size() - 1;
      continue;
    }
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    addOperands(text.substr(at + 1, std::min(end, text.size()) - at - 1), names);
    at = end;
  }
}

}  // namespace

std::set<std::string> linkerNames(std::string_view text) {
  constexpr std::array calls = {"asm",   "__asm",     "__asm__", "weakref",  "__weakref__",
                                "alias", "__alias__", "ifunc",   "__ifunc__"};
  constexpr std::string_view pragma = "redefine_extname";
  std::set<std::string> names;
  const auto isSaid = [&](std::string_view one) { return text.find(one) != std::string_view::npos; };
  if (!isSaid("asm") && !isSaid("weakref") && !isSaid("alias") && !isSaid("ifunc") && !isSaid(pragma)) return names;
  const std::string plain = withoutComments(text);
  for (size_t at = 0; at < plain.size(); ++at) {
    if (!isWordPart(plain[at])) continue;
    size_t end = at;
    while (end < plain.size() && isWordPart(plain[end])) ++end;
    const std::string_view word = std::string_view(plain).substr(at, end - at);
    at = end - 1;
    if (word == pragma) {
      eachWord(std::string_view(plain).substr(end, plain.find('\n', end) - end),
               [&](std::string_view one) { names.emplace(one); });
    } else if (std::ranges::find(calls, word) != calls.end()) {
      // Words like `volatile`, and what a macro makes of them, may stand in between.
      const size_t open = plain.find_first_of("(;\n", end);
      if (open != std::string::npos && plain[open] == '(') addStrings(plain, open, names);
    }
  }
  return names;
}

}  // namespace warpwright::model
