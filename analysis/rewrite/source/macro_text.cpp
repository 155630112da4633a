#include "analysis/rewrite/source/macro_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "analysis/frontend/macro_definitions.h"
#include "analysis/frontend/statement_start.h"

namespace warpwright::rewrite {
namespace {

constexpr int kMostSteps = 6;  // of macros that stand for macros

bool isWordPart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

// Is the text one pair of parentheses with all the rest in it?
bool isInParentheses(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return false;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < text.size()) return false;
  }
  return depth == 0;
}

std::vector<std::string> bodiesOf(const Editor& editor, std::string_view macro) {
  const std::vector<std::string_view>& found = frontend::definitionsOf(*editor.unit(), macro);
  return {found.begin(), found.end()};
}

bool bindsTightly(const Editor& editor, std::string_view macro, int step);

bool isTightBody(const Editor& editor, std::string_view body, int step) {
  body = trimmed(body.substr(0, std::min(body.find("//"), body.find("/*"))));
  if (isInParentheses(body)) return true;
  if (body.empty() || !std::all_of(body.begin(), body.end(), isWordPart)) return false;
  return !isMacroName(editor, body) || bindsTightly(editor, body, step + 1);
}

bool bindsTightly(const Editor& editor, std::string_view macro, int step) {
  if (step > kMostSteps) return false;
  const std::vector<std::string> bodies = bodiesOf(editor, macro);
  return !bodies.empty() && std::all_of(bodies.begin(), bodies.end(), [&](std::string_view body) {
    const bool isPlain = !body.starts_with("(") && body.find('\n') == std::string_view::npos;
    return isPlain && !trimmed(body).ends_with("\\") && isTightBody(editor, body, step);
  });
}

std::vector<std::string_view> wordsOf(std::string_view body) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < body.size();) {
    size_t end = at;
    while (end < body.size() && isWordPart(body[end])) ++end;
    if (end > at) words.push_back(body.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

// `#` in front of a name, and not `##`.
bool hasStringising(std::string_view body) {
  for (size_t at = body.find('#'); at != std::string_view::npos; at = body.find('#', at + 1)) {
    const size_t end = std::min(body.find_first_not_of('#', at), body.size());
    if (end - at == 1) return true;
    at = end - 1;
  }
  return false;
}

bool stringises(const Editor& editor, std::string_view macro, int step) {
  if (step > kMostSteps) return true;
  const std::vector<std::string> bodies = bodiesOf(editor, macro);
  if (bodies.empty() && step == 0) return true;  // what it does is not seen
  for (const std::string& body : bodies) {
    if (hasStringising(body)) return true;
    for (const std::string_view word : wordsOf(body)) {
      if (word != macro && isMacroName(editor, word) && stringises(editor, word, step + 1)) return true;
    }
  }
  return false;
}

bool standsFor(const Editor& editor, std::string_view macro, const std::vector<std::string_view>& words, int step) {
  if (step > kMostSteps) return true;
  for (const std::string& body : bodiesOf(editor, macro)) {
    for (const std::string_view word : wordsOf(body)) {
      if (std::find(words.begin(), words.end(), word) != words.end()) return true;
      if (word != macro && isMacroName(editor, word) && standsFor(editor, word, words, step + 1)) return true;
    }
  }
  return false;
}

/// Is it a macro of the project that puts words together: may it stand for any?
bool pastes(const Editor& editor, std::string_view macro, int step) {
  if (step > kMostSteps) return true;
  // Others may be defined meanwhile.
  for (const std::string_view body : std::vector(frontend::ownDefinitionsOf(*editor.unit(), macro))) {
    if (body.find("##") != std::string_view::npos || body.find("%:%:") != std::string_view::npos) return true;
    for (const std::string_view word : wordsOf(body)) {
      if (word != macro && isMacroName(editor, word) && pastes(editor, word, step + 1)) return true;
    }
  }
  return false;
}

/// The tokens of a text but those of lines of the preprocessor, of which it begins in none.
std::vector<RawToken> codeTokens(const Editor& editor, const TextRange& bytes) {
  const std::string_view text = editor.textOf(bytes.file);
  std::vector<RawToken> tokens = editor.tokens(bytes);
  size_t end = 0;  // of the last such line, with those that a backslash joins to it
  std::erase_if(tokens, [&](const RawToken& token) {
    const size_t first =
        editor.lineStart(bytes.file, token.begin) + editor.indentationAt(bytes.file, token.begin).size();
    if (token.begin >= end && token.begin == first && token.is("#")) {
      end = std::min(text.find('\n', token.begin), text.size());
      while (end < text.size() && (text.substr(0, end).ends_with("\\") || text.substr(0, end).ends_with("\\\r")))
        end = std::min(text.find('\n', end + 1), text.size());
    }
    return token.begin < end;
  });
  return tokens;
}

}  // namespace

bool standsFor(const Editor& editor, std::string_view macro, const std::vector<std::string_view>& words) {
  return standsFor(editor, macro, words, 0);
}

bool pastesWords(const Editor& editor, std::string_view macro) {
  return pastes(editor, macro, 0);
}

bool isDeclaredWith(const Editor& editor, const clang::FunctionDecl& function,
                    const std::vector<std::string_view>& words) {
  const auto says = [&](const RawToken& token) {
    const bool isWord = std::find(words.begin(), words.end(), token.text) != words.end();
    const bool isMacro = token.isIdentifier && isMacroName(editor, token.text);
    return isWord || (isMacro && (standsFor(editor, token.text, words) || pastes(editor, token.text, 0)));
  };
  const clang::SourceManager& sources = editor.unit()->ast().getSourceManager();
  return llvm::any_of(function.redecls(), [&](const clang::FunctionDecl* declaration) {
    Result<TextRange> name = editor.locate(declaration->getLocation());
    if (!name.ok()) name = editor.locate(sources.getExpansionLoc(declaration->getLocation()));
    if (!name.ok()) return false;
    const std::string_view spelled = editor.textOf(*name);  // of a macro that makes the name, and what is around it
    if (isMacroName(editor, spelled) && standsFor(editor, spelled, words)) return true;
    const uint32_t start = frontend::statementStart(*editor.unit(), name->file, name->begin);
    return std::ranges::any_of(codeTokens(editor, {name->file, start, name->begin}), says);
  });
}

bool makesPragma(const Editor& editor, std::string_view macro) {
  const std::vector<std::string> bodies = bodiesOf(editor, macro);
  return std::any_of(bodies.begin(), bodies.end(),
                     [](const std::string& body) { return body.find("_Pragma") != std::string::npos; });
}

std::string stringisedBy(const Editor& editor, clang::SourceLocation location) {
  const clang::ASTContext& context = editor.unit()->ast();
  const clang::SourceManager& sources = context.getSourceManager();
  while (location.isMacroID()) {
    const clang::SourceLocation around = sources.getExpansionLoc(location);
    for (const clang::SourceLocation at : {location, around}) {
      const llvm::StringRef macro =
          at.isMacroID() ? clang::Lexer::getImmediateMacroName(at, sources, context.getLangOpts())
                         : llvm::StringRef(sources.getCharacterData(at),
                                           clang::Lexer::MeasureTokenLength(at, sources, context.getLangOpts()));
      if (stringises(editor, {macro.data(), macro.size()}, 0)) return macro.str();
    }
    location = sources.getImmediateMacroCallerLoc(location);
  }
  return {};
}

bool isMacroName(const Editor& editor, std::string_view name) {
  const clang::IdentifierTable& identifiers = editor.unit()->ast().Idents;
  const auto known = identifiers.find(llvm::StringRef(name.data(), name.size()));
  return known != identifiers.end() && known->second->hadMacroDefinition();
}

Status areNoMacros(const Editor& editor, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (isMacroName(editor, word)) return inputError({"%1 is the name of a macro", code(std::string(word))});
  }
  return {};
}

bool bindsTightly(const Editor& editor, std::string_view macro) {
  return bindsTightly(editor, macro, 0);
}

bool isAllOfMacro(const Editor& editor, const clang::Expr& expression) {
  const clang::SourceLocation begin = expression.getBeginLoc(), end = expression.getEndLoc();
  const clang::SourceManager& sources = editor.unit()->ast().getSourceManager();
  return begin.isMacroID() && end.isMacroID() && sources.getExpansionLoc(begin) == sources.getExpansionLoc(end) &&
         !editor.locate(expression.getSourceRange()).ok() && editor.spelled(expression.getSourceRange()).ok();
}

}  // namespace warpwright::rewrite
