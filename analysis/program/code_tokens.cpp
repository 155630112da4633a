#include "analysis/program/code_tokens.h"

#include <algorithm>
#include <cctype>

#include "analysis/model/code_text.h"

namespace warpwright::analysis {

using model::isWordPart;

void addTokens(std::string_view text, std::initializer_list<std::string_view> signs,
               std::vector<std::string_view>& tokens) {
  for (size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0 || text[at] == '\\') {
      ++at;
      continue;
    }
    size_t size = 1;
    if (isWordPart(text[at])) {
      while (at + size < text.size() && isWordPart(text[at + size])) ++size;
    } else {
      const auto isHere = [&](std::string_view sign) { return text.substr(at).starts_with(sign); };
      if (const auto* sign = std::find_if(signs.begin(), signs.end(), isHere); sign != signs.end()) size = sign->size();
    }
    tokens.push_back(text.substr(at, size));
    at += size;
  }
}

bool isName(std::string_view token) {
  return isWordPart(token[0]) && std::isdigit(static_cast<unsigned char>(token[0])) == 0;
}

}  // namespace warpwright::analysis
