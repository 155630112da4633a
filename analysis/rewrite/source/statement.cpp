#include "analysis/rewrite/source/statement.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

#include "analysis/rewrite/source/macro_text.h"

namespace warpwright::rewrite {
namespace {

struct Found {
  const clang::Expr* call = nullptr;
  const clang::Stmt* parent = nullptr;
};

// A statement is a direct child of another one that is no expression.
Found findStatement(const clang::Stmt* parent, const frontend::ParsedUnit& unit, const SourcePosition& at) {
  for (const clang::Stmt* child : parent->children()) {
    if (!child) continue;
    const auto* expression = clang::dyn_cast<clang::Expr>(child);
    if (expression && !clang::isa<clang::Expr>(parent)) {
      const clang::Expr* bare = expression->IgnoreUnlessSpelledInSource();
      if (clang::isa<clang::CallExpr>(bare) && positionAt(unit, bare->getBeginLoc()) == at) return {expression, parent};
    }
    if (Found found = findStatement(child, unit, at); found.call) return found;
  }
  return {};
}

}  // namespace

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

Status removeCallStatement(Editor& editor, const clang::FunctionDecl& function, const SourcePosition& call) {
  const Found found = findStatement(function.getBody(), *editor.unit(), call);
  if (!found.call) {
    return inputError(lineText(call.line) + " is no statement of its own in the kernel");
  }
  Result<TextRange> where = editor.locate(found.call->getSourceRange());
  if (!where.ok()) return where.error();

  const std::string_view text = editor.textOf(where->file);
  const auto textEnd = static_cast<uint32_t>(text.size());
  const std::vector<RawToken> next = editor.tokens({where->file, where->end, textEnd});
  if (next.empty() || !next.front().is(";")) {
    return inputError(lineText(call.line) + " does not end in `;`");
  }
  if (!clang::isa<clang::CompoundStmt>(found.parent)) {
    editor.replace(*where, "");
    return {};
  }
  TextRange statement{where->file, where->begin, next.front().end};
  // A comment behind the call is about the call.
  const auto lineEnd = static_cast<uint32_t>(std::min(text.find('\n', statement.end), text.size()));
  const bool startsLine =
      editor.lineStart(where->file, statement.begin) + editor.indentationAt(where->file, statement.begin).size() ==
      statement.begin;
  const bool restIsComment = next.size() < 2 || next[1].begin >= lineEnd;
  // A block comment may go on in the next line: then it stays.
  const std::string_view rest = text.substr(statement.end, lineEnd - statement.end);
  const bool commentEnds = rest.rfind("/*") == std::string_view::npos ||
                           (rest.rfind("*/") != std::string_view::npos && rest.rfind("*/") > rest.rfind("/*")) ||
                           rest.find("//") < rest.rfind("/*");
  if (startsLine && restIsComment && commentEnds) statement.end = lineEnd;
  editor.removeWithLine(statement, "orders nothing that two threads share");
  return {};
}

std::optional<Insertion> unrolling(const Editor& editor, const clang::Stmt& loop,
                                   const std::vector<const clang::Stmt*>& around) {
  if (!clang::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(loop)) return std::nullopt;
  Result<TextRange> where = editor.locate(loop.getBeginLoc());
  if (!where.ok()) return std::nullopt;
  for (size_t i = 0; i + 1 < around.size(); ++i) {
    if (around[i + 1] == &loop && clang::isa<clang::AttributedStmt>(around[i])) return std::nullopt;
  }
  const std::string indent(editor.indentationAt(where->file, where->begin));
  if (editor.lineStart(where->file, where->begin) + indent.size() != where->begin) return std::nullopt;
  return Insertion{where->file, where->begin, "#pragma unroll\n" + indent};
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

}  // namespace

std::string boundTo(const Editor& editor, const std::string& file, uint32_t begin) {
  std::vector<RawToken> tokens = editor.tokens({file, 0, begin});
  while (!tokens.empty()) {
    const uint32_t start = joinedLineStart(editor, file, tokens.back().begin);
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
    if (!token->isIdentifier) return {};
    if (!token->is("_Pragma") && !makesPragma(editor, token->text)) return {};
    return "`" + std::string(token->text) + "` stands in front of it";
  }
  return {};
}

}  // namespace warpwright::rewrite
