#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

namespace warpwright::analysis {

/// Adds the words and signs of a text. `signs`: of several characters that are one token; of two that begin alike the
/// longer comes first. Blanks and `\` are none.
void addTokens(std::string_view text, std::initializer_list<std::string_view> signs,
               std::vector<std::string_view>& tokens);

/// Is the token a word that begins with no digit?
bool isName(std::string_view token);

}  // namespace warpwright::analysis
