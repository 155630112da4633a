#include "analysis/rewrite/edit/statement_edits.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/StmtCXX.h>

#include "analysis/rewrite/source/statement.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

struct Found {
  const Expr* call = nullptr;
  const Stmt* parent = nullptr;
};

// A statement is a direct child of another one that is no expression.
Found findStatement(const Stmt* parent, const frontend::ParsedUnit& unit, const SourcePosition& at) {
  for (const Stmt* child : parent->children()) {
    if (!child) continue;
    const auto* expression = dyn_cast<Expr>(child);
    if (expression && !isa<Expr>(parent)) {
      const Expr* bare = expression->IgnoreUnlessSpelledInSource();
      if (isa<CallExpr>(bare) && positionAt(unit, bare->getBeginLoc()) == at) return {expression, parent};
    }
    if (Found found = findStatement(child, unit, at); found.call) return found;
  }
  return {};
}

}  // namespace

bool beginsLine(const Editor& editor, const TextRange& place) {
  return editor.lineStart(place.file, place.begin) + editor.indentationAt(place.file, place.begin).size() ==
         place.begin;
}

void insertBefore(Editor& editor, const std::string& file, uint32_t offset, const NewLines& added) {
  const bool isLineStart = editor.lineStart(file, offset) == offset;
  std::string text;
  for (const std::string& line : added.lines) {
    text += isLineStart ? added.indentation + line + "\n" : line + "\n" + added.indentation;
  }
  editor.insert(file, offset, text, added.note);
}

void insertAfter(Editor& editor, const std::string& file, uint32_t offset, const NewLines& added) {
  const uint32_t end = behindComments(editor, file, offset).value_or(offset);
  const std::string_view rest = editor.textOf(file).substr(end);
  const std::string newline = rest.starts_with("\r\n") ? "\r\n" : "\n";
  std::string text;
  for (const std::string& line : added.lines) text += newline + added.indentation + line;
  editor.insert(file, end, text, added.note);
}

void declareAfter(Editor& editor, const std::string& file, uint32_t offset, const NewLines& added) {
  if (behindComments(editor, file, offset)) return insertAfter(editor, file, offset, added);
  for (const std::string& line : added.lines) editor.insert(file, offset, " " + line, added.note);
}

void insertAtStart(Editor& editor, const TextRange& brace, const NewLines& added) {
  insertAfter(editor, brace.file, brace.end, added);
  if (behindComments(editor, brace.file, brace.end)) return;
  const size_t next =
      std::min(editor.textOf(brace.file).find_first_not_of(" \t", brace.end), editor.textOf(brace.file).size());
  editor.replace({brace.file, brace.end, static_cast<uint32_t>(next)}, "\n" + added.indentation);
}

std::string countingHead(const std::string& counter, const std::string& first, const std::string& end) {
  return "for (int " + counter + " = " + first + "; " + counter + " < " + end + "; ++" + counter + ")";
}

void unroll(Editor& editor, const Stmt& loop, const std::vector<const Stmt*>& around, unsigned factor) {
  if (!isa<ForStmt, WhileStmt, DoStmt>(loop)) return;
  const Result<TextRange> where = editor.locate(loop.getBeginLoc());
  if (!where.ok() || !beginsLine(editor, *where)) return;
  for (size_t i = 0; i + 1 < around.size(); ++i) {
    if (around[i + 1] == &loop && isa<AttributedStmt>(around[i])) return;
  }
  const std::string indentation(editor.indentationAt(where->file, where->begin));
  editor.insert(where->file, where->begin,
                "#pragma unroll" + (factor == 0 ? "" : " " + std::to_string(factor)) + "\n" + indentation);
}

Status removeCallStatement(Editor& editor, const FunctionDecl& function, const SourcePosition& call) {
  const Found found = findStatement(function.getBody(), *editor.unit(), call);
  if (!found.call) return inputError(lineText(call.line) + " is no statement of its own in the kernel");
  const Result<TextRange> where = editor.locate(found.call->getSourceRange());
  if (!where.ok()) return where.error();
  const auto end = behindSemicolon(editor, *where);
  if (!end) return inputError(lineText(call.line) + " does not end in `;`");
  if (!isa<CompoundStmt>(found.parent)) {
    editor.replace(*where, "");
    return {};
  }
  TextRange statement{where->file, where->begin, *end};
  // A comment behind the call is about the call; one that goes on in the next line stays.
  const auto comment = behindComments(editor, where->file, *end);
  const bool isOnLine = comment && editor.lineOf(where->file, *comment) == editor.lineOf(where->file, *end);
  if (isOnLine && beginsLine(editor, *where)) statement.end = *comment;
  editor.removeWithLine(statement, "orders nothing that two threads share");
  return {};
}

}  // namespace warpwright::rewrite
