#include "analysis/rewrite/source/statement.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

#include "analysis/frontend/statement_start.h"
#include "analysis/rewrite/source/macro_text.h"

namespace warpwright::rewrite {
const clang::Stmt* ignoreWrappers(const clang::Stmt* statement) {
  for (;;) {
    if (const auto* attributed = clang::dyn_cast_or_null<clang::AttributedStmt>(statement)) {
      statement = attributed->getSubStmt();
    } else if (const auto* full = clang::dyn_cast_or_null<clang::ExprWithCleanups>(statement)) {
      statement = full->getSubExpr();
    } else {
      return statement;
    }
  }
}

StatementParts partsOf(const clang::Stmt& statement) {
  using namespace clang;
  StatementParts parts;
  if (const auto* choice = dyn_cast<IfStmt>(&statement)) {
    parts = {{choice->getInit(), choice->getConditionVariableDeclStmt(), choice->getCond()},
             {choice->getThen(), choice->getElse()},
             {}};
  } else if (const auto* loop = dyn_cast<ForStmt>(&statement)) {
    parts = {
        {loop->getInit(), loop->getConditionVariableDeclStmt(), loop->getCond()}, {loop->getBody()}, {loop->getInc()}};
  } else if (const auto* loop = dyn_cast<CXXForRangeStmt>(&statement)) {
    parts = {{loop->getInit(), loop->getRangeInit()}, {loop->getBody()}, {}};
  } else if (const auto* loop = dyn_cast<WhileStmt>(&statement)) {
    parts = {{loop->getConditionVariableDeclStmt(), loop->getCond()}, {loop->getBody()}, {}};
  } else if (const auto* loop = dyn_cast<DoStmt>(&statement)) {
    parts = {{}, {loop->getBody()}, {loop->getCond()}};
  } else if (const auto* choice = dyn_cast<SwitchStmt>(&statement)) {
    parts = {{choice->getInit(), choice->getConditionVariableDeclStmt(), choice->getCond()}, {choice->getBody()}, {}};
  } else if (const auto* label = dyn_cast<SwitchCase>(&statement)) {
    parts = {{}, {label->getSubStmt()}, {}};
  }
  for (auto* list : {&parts.head, &parts.bodies, &parts.after}) std::erase(*list, nullptr);
  return parts;
}

std::optional<RawToken> nextToken(const Editor& editor, const std::string& file, uint32_t offset) {
  const auto size = static_cast<uint32_t>(editor.textOf(file).size());
  for (uint32_t length = 128;; length *= 16) {
    const uint32_t end = std::min(size, offset + length);
    const std::vector<RawToken> tokens = editor.tokens({file, offset, end});
    if (!tokens.empty()) return tokens.front();
    if (end == size) return std::nullopt;
  }
}

std::optional<uint32_t> behindSemicolon(const Editor& editor, const TextRange& statement) {
  const auto next = nextToken(editor, statement.file, statement.end);
  return next && next->is(";") ? std::optional(next->end) : std::nullopt;
}

std::optional<uint32_t> behindComments(const Editor& editor, const std::string& file, uint32_t offset) {
  const std::string_view text = editor.textOf(file);
  size_t end = offset;
  for (size_t at = offset;;) {
    at = text.find_first_not_of(" \t\r", at);
    if (at == std::string_view::npos || text[at] == '\n') return static_cast<uint32_t>(end);
    if (text.compare(at, 2, "//") == 0) {
      const size_t last = text.find_last_not_of(" \t\r", std::min(text.find('\n', at), text.size()) - 1);
      // One that ends in a backslash goes on in the next line.
      return text[last] == '\\' ? std::nullopt : std::optional(static_cast<uint32_t>(last + 1));
    }
    const size_t close = text.compare(at, 2, "/*") == 0 ? text.find("*/", at + 2) : std::string_view::npos;
    if (close == std::string_view::npos) return std::nullopt;
    at = end = close + 2;
  }
}

namespace {

/// The first byte of the line that holds `offset`, lines that a backslash joins taken together.
uint32_t joinedLineStart(const Editor& editor, const std::string& file, uint32_t offset) {
  const std::string_view text = editor.textOf(file);
  uint32_t start = editor.lineStart(file, offset);
  while (start > 1) {
    const size_t last = start > 2 && text[start - 2] == '\r' ? start - 3 : start - 2;
    if (text[last] != '\\') break;
    start = editor.lineStart(file, static_cast<uint32_t>(last));
  }
  return start;
}

// Pragmas that are about no statement.
bool isPlainPragma(std::string_view word) {
  return word.starts_with("nv_diag") || word.starts_with("diag_") || word == "once" || word == "region" ||
         word == "endregion" || word == "message" || word == "warning" || word == "push" || word == "pop";
}

/// See boundTo, by the text from a byte on that begins no token in the middle; nothing where more would have to be
/// seen.
std::optional<std::string> boundBehind(const Editor& editor, const std::string& file, uint32_t from, uint32_t begin) {
  std::vector<RawToken> tokens = editor.tokens({file, from, begin});
  while (!tokens.empty()) {
    const uint32_t start = joinedLineStart(editor, file, tokens.back().begin);
    if (start < from) return std::nullopt;
    const auto first =
        std::find_if(tokens.begin(), tokens.end(), [&](const RawToken& one) { return one.begin >= start; });
    if (!first->is("#")) break;
    const auto word = first + 1;
    if (word != tokens.end() && word->is("pragma") && word + 1 != tokens.end() && !isPlainPragma((word + 1)->text)) {
      return "a `#pragma` stands in front of it";
    }
    tokens.erase(first, tokens.end());
  }
  // `_Pragma("omp single")`, or a macro that stands for it.
  int depth = 0;
  for (auto token = tokens.rbegin(); token != tokens.rend(); ++token) {
    depth += token->is(")") ? 1 : token->is("(") ? -1 : 0;
    if (depth > 0 || token->is("(")) continue;
    if (!token->isIdentifier) return std::string();
    if (!token->is("_Pragma") && !makesPragma(editor, token->text)) return std::string();
    return "`" + std::string(token->text) + "` stands in front of it";
  }
  return from == 0 ? std::optional(std::string()) : std::nullopt;
}

}  // namespace

std::string boundTo(const Editor& editor, const std::string& file, uint32_t begin) {
  constexpr uint32_t near = 2048;  // what stands in front of a statement is rarely longer, and files are
  const uint32_t from = begin < near ? 0 : frontend::statementStart(*editor.unit(), file, begin - near);
  const auto bound = boundBehind(editor, file, from, begin);
  return bound ? *bound : boundBehind(editor, file, 0, begin).value_or(std::string());
}

}  // namespace warpwright::rewrite
