#include "analysis/passes/placement/owned_text.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <set>

#include "analysis/passes/launch_limits.h"
#include "analysis/rewrite/edit/statement_edits.h"
#include "analysis/rewrite/edit/type_text.h"
#include "analysis/rewrite/source/statement.h"

namespace warpwright::passes {
namespace {

using namespace rewrite;

const clang::Stmt* trailing(const clang::Stmt* statement) {
  for (;;) {
    if (const auto* loop = clang::dyn_cast<clang::ForStmt>(statement))
      statement = loop->getBody();
    else if (const auto* attributed = clang::dyn_cast<clang::AttributedStmt>(statement))
      statement = attributed->getSubStmt();
    else
      return statement;
  }
}

/// Where the pragma of a statement begins its line; the statement's own begin where it has none.
Result<uint32_t> beginOf(const Editor& editor, const clang::Stmt* first, const TextRange& plain) {
  if (!clang::isa<clang::AttributedStmt>(first)) return plain.begin;
  Result<TextRange> pragma = editor.locate(first->getBeginLoc());
  if (!pragma.ok()) return pragma.error();
  const uint32_t line = editor.lineStart(pragma->file, pragma->begin);
  const std::vector<RawToken> tokens = editor.tokens({pragma->file, line, plain.begin});
  if (pragma->file != plain.file || tokens.empty() || !tokens.front().is("#"))
    return inputError("it has an attribute of its own");
  return line;
}

/// Behind the statement's semicolon, and behind comments that end its line.
Result<uint32_t> endOf(const Editor& editor, const TextRange& last, const clang::Stmt* statement) {
  const std::string_view text = editor.textOf(last.file);
  uint32_t end = last.end;
  const char closing = end > 0 ? text[end - 1] : ' ';
  const clang::Stmt* inner = trailing(statement);
  if (clang::isa<clang::Expr>(inner) || (closing != '}' && closing != ';')) {
    const auto semicolon = behindSemicolon(editor, {last.file, end, end});
    if (!semicolon) return inputError("the last statement does not end in `;`");
    end = *semicolon;
  }
  return behindComments(editor, last.file, end).value_or(end);
}

Result<std::string> subscriptText(const Editor& editor, const clang::Expr* subscript) {
  Result<TextRange> where = editor.spelled(subscript->getSourceRange());
  if (!where.ok()) return where.error();
  return std::string(editor.textOf(*where));
}

/// Nothing of the run may be left out by the preprocessor, or name the array where no mention is known.
Status checkText(const Editor& editor, const TextRange& bytes, const SharedTarget& target, const OwnedElements& owned) {
  std::set<uint32_t> names;
  for (const VariableUse& use : owned.uses) {
    Result<TextRange> name = editor.locate(use.name->getLocation());
    if (!name.ok()) return name.error();
    if (name->file != bytes.file) return inputError("the run stands in several files");
    names.insert(name->begin);
  }
  const std::string name = target.local.variable->getName().str();
  RawToken previous;
  for (const RawToken& token : editor.tokens(bytes)) {
    const bool isOther = (previous.is("#") && !token.is("pragma")) ||
                         (previous.is("pragma") && !token.is("unroll") && !token.is("nounroll"));
    if (isOther) return inputError("the preprocessor has a part in the run");
    previous = token;
    if (token.isIdentifier && token.is(name) && !names.contains(token.begin))
      return inputError("the run names it otherwise");
  }
  return {};
}

}  // namespace

Result<OwnedText> ownedText(const Editor& editor, const SharedTarget& target, const OwnedElements& owned) {
  const clang::Stmt* statement = owned.first;
  while (const auto* attributed = clang::dyn_cast<clang::AttributedStmt>(statement))
    statement = attributed->getSubStmt();
  Result<TextRange> first = editor.locate(statement->getSourceRange());
  if (!first.ok()) return first.error();
  Result<TextRange> last = editor.locate(owned.last->getSourceRange());
  if (!last.ok()) return last.error();
  if (first->file != last->file) return inputError("the run stands in several files");
  Result<uint32_t> end = endOf(editor, *last, owned.last);
  if (!end.ok()) return end.error();

  OwnedText text;
  text.statement = first->begin;
  Result<uint32_t> begin = beginOf(editor, owned.first, *first);
  if (!begin.ok()) return begin.error();
  text.bytes = {first->file, *begin, *end};
  if (Status plain = checkText(editor, text.bytes, target, owned); !plain.ok()) return plain.error();
  text.range.begin = positionAt(*editor.unit(), owned.first->getBeginLoc());
  text.range.endLine = editor.lineOf(first->file, *end);
  text.range.endColumn = *end - editor.lineStart(first->file, *end) + 1;

  const VariableUse& use = owned.uses.front();
  text.first = text.element = target.local.variable->getName().str();
  bool behindSlot = false;
  for (size_t d = 0; d < use.subscripts.size(); ++d) {
    if (owned.slotDimension == d) {
      text.first += "[";
      text.last = "]";
      behindSlot = true;
      if (d + 1 < use.subscripts.size()) text.element += "[]";
      continue;
    }
    Result<std::string> subscript = subscriptText(editor, use.subscripts[d]);
    if (!subscript.ok()) return subscript.error();
    (behindSlot ? text.last : text.first) += "[" + *subscript + "]";
    text.element += "[" + *subscript + "]";
  }
  if (text.element == target.local.variable->getName()) text.element += " for a while";  // not the array as a whole
  return text;
}

Result<Rewrite> rewriteAsOwned(const model::ParsedKernel& kernel, const SharedTarget& target,
                               const OwnedElements& owned, const OwnedText& text) {
  Editor editor(*kernel.unit);
  const clang::VarDecl& variable = *target.local.variable;
  const clang::ASTContext& context = variable.getASTContext();
  const std::string own = editor.freshName(variable.getName().str() + "_own"), slot = editor.freshName("slot");
  const TextRange& where = text.bytes;
  const std::string indent(editor.indentationAt(where.file, text.statement));

  const auto copy = [&](const OwnedElements::Slots& slots, bool load) -> std::vector<std::string> {
    const std::string mine = owned.slotDimension ? own + "[" + slot + "]" : own;
    const std::string shared = owned.slotDimension ? text.first + slot + text.last : text.first;
    const std::string moved = (load ? mine + " = " + shared : shared + " = " + mine) + ";";
    if (!owned.slotDimension) return {moved};
    const std::string low = std::to_string(slots.low), end = std::to_string(slots.high + 1);
    return {"#pragma unroll", countingHead(slot, low, end) + " " + moved};
  };
  std::string declared = owned.slotDimension ? own + "[" + std::to_string(owned.extent) + "]" : own;
  const clang::QualType element =
      context.getBaseElementType(variable.getType()).getCanonicalType().getUnqualifiedType();
  if (const Result<std::string> type = typeText(*kernel.unit, element, {target.pattern, variable.getLocation(), true});
      type.ok()) {
    declared = *type + (type->ends_with("*") ? "" : " ") + declared;
  } else {
    element.getAsStringInternal(declared, context.getPrintingPolicy());  // one of the kernel's own, which it can name
  }
  NewLines before{indent, {declared + ";"}, "kept in registers from here on"};
  if (owned.read) llvm::append_range(before.lines, copy(*owned.read, true));
  insertBefore(editor, where.file, where.begin, before);

  for (const VariableUse& use : owned.uses) {
    Result<TextRange> element = editor.locate(use.element->getSourceRange());
    if (!element.ok()) return element.error();
    std::string mention = own;
    if (owned.slotDimension) {
      Result<std::string> subscript = subscriptText(editor, use.subscripts[*owned.slotDimension]);
      if (!subscript.ok()) return subscript.error();
      mention += "[" + *subscript + "]";
    }
    editor.replace(*element, mention);
  }
  if (owned.slotDimension) {
    for (const clang::ForStmt* loop : owned.loops) {
      const auto inside = std::find_if(owned.uses.begin(), owned.uses.end(), [&](const VariableUse& use) {
        return std::find(use.parents.begin(), use.parents.end(), loop) != use.parents.end();
      });
      unroll(editor, *loop, inside->parents);
    }
  }
  insertAfter(editor, where.file, where.end, {indent, copy(*owned.written, false), "back in shared memory"});
  if (Status room = leaveRegisters(editor, kernel); !room.ok()) return room.error();
  return editor.finish({"Keep %1 in registers in %2", code(text.element),
                        linesText({text.range.begin.line, text.range.endLine}, " to ")});
}

}  // namespace warpwright::passes
