#include "analysis/rewrite/edit/expression_edits.h"

#include <clang/AST/Expr.h>

#include <cctype>

namespace warpwright::rewrite {
namespace {

// A name put in there would run into the word, or the colon, before it: `and*p`, `b ? x:a[i]`.
bool runsInto(const Editor& editor, const TextRange& place, const std::string& name) {
  const std::string_view before = editor.textOf(place.file).substr(0, place.begin);
  if (before.empty()) return false;
  if (name.starts_with("::") && before.back() == ':') return true;
  return std::isalnum(static_cast<unsigned char>(before.back())) != 0 || before.back() == '_';
}

}  // namespace

Status readWith(Editor& editor, const clang::Expr& place, const std::string& function) {
  const Result<TextRange> whole = editor.locate(place.getSourceRange());
  if (!whole.ok()) return whole.error();
  const auto* follows = llvm::dyn_cast<clang::UnaryOperator>(&place);
  const Result<TextRange> start = follows ? editor.locate(follows->getOperatorLoc()) : whole;
  if (!start.ok()) return start.error();
  const std::string name = (runsInto(editor, *start, function) ? " " : "") + function;
  if (!follows) {
    editor.insert(whole->file, whole->begin, name + "(&");
    editor.insert(whole->file, whole->end, ")");
    return {};
  }
  const auto* brackets = llvm::dyn_cast<clang::ParenExpr>(follows->getSubExpr()->IgnoreImpCasts());
  const auto* inside =
      brackets ? llvm::dyn_cast<clang::BinaryOperator>(brackets->getSubExpr()->IgnoreImpCasts()) : nullptr;
  if (brackets && !(inside && inside->isCommaOp())) {
    editor.replace(*start, name);
    return {};
  }
  editor.replace(*start, name + "(");
  editor.insert(whole->file, whole->end, ")");
  return {};
}

}  // namespace warpwright::rewrite
