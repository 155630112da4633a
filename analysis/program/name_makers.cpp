#include "analysis/program/name_makers.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "analysis/model/code_text.h"
#include "analysis/program/code_tokens.h"

namespace warpwright::analysis {

bool NameMakers::saysItMakes(std::string_view macro) {
  constexpr std::string_view words[] = {"CAT", "JOIN", "PASTE", "GLUE"};
  const auto isIn = [&](std::string_view word) { return macro.find(word) != std::string_view::npos; };
  return std::ranges::any_of(words, isIn) && std::ranges::none_of(macro, [](char c) { return c >= 'a' && c <= 'z'; });
}

void NameMakers::add(std::string_view text) {
  std::vector<model::WrittenMacro> macros = model::ConditionalText(text).macros;
  for (const model::WrittenMacro& macro : macros) {
    meanings_[macro.name].insert(macro.body.begin(), macro.body.end());
    added_.insert(macro.pasted.begin(), macro.pasted.end());
  }
  const auto makes = [&](const model::WrittenMacro& macro) {
    const bool isOne = !macro.pasted.empty() || macro.pastesParameters ||
                       std::ranges::any_of(macro.body, [&](const std::string& word) {
                         return makers_.contains(word) || saysItMakes(word);
                       });
    if (!isOne) return false;
    makers_.insert(macro.name);
    // What it hands on besides its parameters, which mostly are letters.
    std::ranges::copy_if(macro.body, std::inserter(added_, added_.end()),
                         [](const std::string& word) { return word.size() > 1; });
    return true;
  };
  while (std::erase_if(macros, makes) > 0) {
  }
}

void NameMakers::addMeaning(const std::string& word, std::set<std::string>& pieces) const {
  if (!pieces.insert(word).second) return;
  const auto known = meanings_.find(word);
  if (known == meanings_.end() || makers_.contains(word)) return;
  for (const std::string& meant : known->second) addMeaning(meant, pieces);
}

std::set<std::string> NameMakers::piecesIn(std::string_view text) const {
  const std::string plain = model::codeOf(text);
  std::vector<std::string_view> tokens;
  addTokens(plain, {}, tokens);
  std::set<std::string> pieces;
  for (size_t i = 0; i + 1 < tokens.size(); ++i) {
    const std::string macro(tokens[i]);
    if (tokens[i + 1] != "(" || (!makers_.contains(macro) && !saysItMakes(macro))) continue;
    int depth = 0;
    for (size_t at = i + 1; at < tokens.size(); ++at) {
      depth += tokens[at] == "(" ? 1 : tokens[at] == ")" ? -1 : 0;
      if (depth == 0) break;
      if (model::isWordPart(tokens[at][0])) addMeaning(std::string(tokens[at]), pieces);
    }
  }
  if (!pieces.empty()) pieces.insert(added_.begin(), added_.end());
  return pieces;
}

}  // namespace warpwright::analysis
