#include "analysis/rewrite/edit/text_copy.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include "analysis/rewrite/edit/directives.h"
#include "analysis/rewrite/source/macro_text.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

bool isOfAssert(const ASTContext& context, SourceLocation at) {
  const SourceManager& sources = context.getSourceManager();
  for (; at.isMacroID(); at = sources.getImmediateMacroCallerLoc(at)) {
    if (Lexer::getImmediateMacroName(at, sources, context.getLangOpts()) == "assert") return true;
  }
  return false;
}

/// Does the part ask where it stands, or what its function is called? So may a number that the preprocessor made,
/// whatever macros it came by.
bool looksAtItself(const ASTContext& context, const Stmt& part) {
  const SourceManager& sources = context.getSourceManager();
  const bool isMade =
      isa<IntegerLiteral>(part) && sources.isWrittenInScratchSpace(sources.getSpellingLoc(part.getBeginLoc()));
  return (isMade || isa<PredefinedExpr, SourceLocExpr>(part)) && !isOfAssert(context, part.getBeginLoc());
}

/// The same of its words, whatever is made of them: a string, a name.
bool namesItself(const Editor& editor, const TextRange& text) {
  static const std::vector<std::string_view> own = {"__LINE__",         "__COUNTER__",      "__func__",
                                                    "__FUNCTION__",     "__FUNCSIG__",      "__PRETTY_FUNCTION__",
                                                    "__builtin_LINE",   "__builtin_COLUMN", "__builtin_FUNCTION",
                                                    "__INCLUDE_LEVEL__"};
  for (const RawToken& token : editor.tokens(text)) {
    if (!token.isIdentifier || token.is("assert")) continue;
    for (const std::string_view word : own) {
      if (token.is(word)) return true;
    }
    if (isMacroName(editor, token.text) && standsFor(editor, token.text, own)) return true;
  }
  return false;
}

}  // namespace

std::string withWords(const Editor& editor, const TextRange& range, const std::vector<Word>& words) {
  std::string all;
  uint32_t at = range.begin;
  for (const Word& word : words) {
    all += editor.textOf(TextRange{range.file, at, word.place.begin});
    all += word.text;
    at = word.place.end;
  }
  all += editor.textOf(TextRange{range.file, at, range.end});
  return all;
}

bool isInDirective(std::string_view text, uint32_t offset) {
  size_t begin = text.rfind('\n', offset == 0 ? 0 : offset - 1);
  begin = begin == std::string_view::npos ? 0 : begin + 1;
  while (begin > 1 && (text[begin - 2] == '\\' || (begin > 2 && text[begin - 2] == '\r' && text[begin - 3] == '\\'))) {
    const size_t before = text.rfind('\n', begin - 2);
    begin = before == std::string_view::npos ? 0 : before + 1;
  }
  const size_t first = text.find_first_not_of(" \t", begin);
  return first != std::string_view::npos && text[first] == '#';
}

Status mayStandTwice(const Editor& editor, const TextRange& text, const Stmt& part) {
  if (Status may = mayDirectivesStandTwice(editor, text); !may.ok()) return may;
  bool looks = namesItself(editor, text);
  eachPart(&part, [&](const Stmt& inner, const auto&) {  // default arguments, too
    looks = looks || looksAtItself(editor.unit()->ast(), inner);
  });
  if (looks) return inputError("it asks for its own name or line");
  return {};
}

}  // namespace warpwright::rewrite
