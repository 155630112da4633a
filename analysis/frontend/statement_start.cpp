#include "analysis/frontend/statement_start.h"

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analysis/frontend/parsed_unit_state.h"

namespace warpwright::frontend {

uint32_t statementStart(const ParsedUnit& unit, const std::string& file, uint32_t offset) {
  // What has been read stays as it is.
  const auto [known, isNew] = const_cast<ParsedUnit&>(unit).state().statementEnds.try_emplace(file);
  std::vector<uint32_t>& ends = known->second;
  if (isNew) {
    const Result<std::string> read = unit.text(file);
    const std::string text = read.ok() ? *read : std::string();
    clang::Lexer lexer(clang::SourceLocation(), unit.ast().getLangOpts(), text.data(), text.data(),
                       text.data() + text.size());
    clang::Token token;
    bool isInDirective = false;
    while (!lexer.LexFromRawLexer(token)) {
      if (token.isAtStartOfLine()) isInDirective = token.is(clang::tok::hash);
      if (!isInDirective && token.isOneOf(clang::tok::semi, clang::tok::r_brace))
        ends.push_back(static_cast<uint32_t>(lexer.getBufferLocation() - text.data()));
    }
  }
  const auto behind = std::ranges::upper_bound(ends, offset);
  return behind == ends.begin() ? 0 : *std::prev(behind);
}

}  // namespace warpwright::frontend
