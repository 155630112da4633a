#include "analysis/rewrite/statement.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

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

Status removeCallStatement(Editor& editor, const clang::FunctionDecl& function, const SourcePosition& call) {
  const Found found = findStatement(function.getBody(), *editor.unit(), call);
  if (!found.call) {
    return inputError("line " + std::to_string(call.line) + " is no statement of its own in the kernel");
  }
  Result<Stretch> where = editor.locate(found.call->getSourceRange());
  if (!where.ok()) return where.error();

  const std::string_view text = editor.textOf(where->file);
  const auto textEnd = static_cast<uint32_t>(text.size());
  const std::vector<RawToken> next = editor.tokens({where->file, where->end, textEnd});
  if (next.empty() || !next.front().is(";")) {
    return inputError("line " + std::to_string(call.line) + " does not end in `;`");
  }
  if (!clang::isa<clang::CompoundStmt>(found.parent)) {
    editor.replace(*where, "");
    return {};
  }
  Stretch statement{where->file, where->begin, next.front().end};
  // A comment behind the call is about the call.
  const auto lineEnd = static_cast<uint32_t>(std::min(text.find('\n', statement.end), text.size()));
  const bool startsLine = editor.lineStart(where->file, statement.begin) +
                              editor.indentationAt(where->file, statement.begin).size() == statement.begin;
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
  Result<Stretch> where = editor.locate(loop.getBeginLoc());
  if (!where.ok()) return std::nullopt;
  for (size_t i = 0; i + 1 < around.size(); ++i) {
    if (around[i + 1] == &loop && clang::isa<clang::AttributedStmt>(around[i])) return std::nullopt;
  }
  const std::string indent(editor.indentationAt(where->file, where->begin));
  if (editor.lineStart(where->file, where->begin) + indent.size() != where->begin) return std::nullopt;
  return Insertion{where->file, where->begin, "#pragma unroll\n" + indent};
}

}  // namespace warpwright::rewrite
