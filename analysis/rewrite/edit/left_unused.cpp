#include "analysis/rewrite/edit/left_unused.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "analysis/frontend/project_files.h"
#include "analysis/frontend/statement_start.h"
#include "analysis/model/code_text.h"
#include "analysis/rewrite/edit/text_copy.h"
#include "analysis/rewrite/tree/mentions.h"

namespace warpwright::rewrite {
namespace {

using namespace clang;

const char* const mark = "[[maybe_unused]] ";
const char* const note = "nothing else may use it now";

/// Does an edit take the word at the place away?
bool isTaken(const Edits& taken, const TextRange& place, std::string_view word) {
  return std::ranges::any_of(taken.of(place.file), [&](const TextEdit& edit) {
    return edit.offset <= place.begin && place.end <= edit.offset + edit.length &&
           !model::holdsWord(edit.replacement, word);
  });
}

/// Is the variable given a value there, and not read for anything but that?
bool isOnlySet(const Expr& name, const std::vector<const Stmt*>& parents) {
  const Stmt* around = parents.empty() ? nullptr : parents.back();
  if (const auto* set = dyn_cast_or_null<BinaryOperator>(around))
    return set->isAssignmentOp() && set->getLHS()->IgnoreParens() == &name;
  const auto* step = dyn_cast_or_null<UnaryOperator>(around);
  return step && step->isIncrementDecrementOp();
}

/// What a body names, and whether all uses of it are taken away.
std::map<const NamedDecl*, bool> namedIn(const Editor& editor, const FunctionDecl& function, const Edits& taken) {
  std::map<const NamedDecl*, bool> all;
  const auto add = [&](const DeclRefExpr& name, bool isSet) {
    const NamedDecl* named = cast<NamedDecl>(name.getDecl()->getCanonicalDecl());
    const Result<TextRange> place = editor.locate(name.getLocation());
    const bool isGone = place.ok() && isTaken(taken, *place, named->getName());
    const auto [known, isNew] = all.try_emplace(named, true);
    known->second = known->second && (isGone || isSet);
  };
  eachPart(function.getBody(), [&](const Stmt& part, const std::vector<const Stmt*>& parents) {
    const auto* name = dyn_cast<DeclRefExpr>(&part);
    if (name && name->getDecl()->getDeclName().isIdentifier()) add(*name, isOnlySet(*name, parents));
  });
  for (const DeclRefExpr* name : namesInTypes(function.getBody())) {
    if (name->getDecl()->getDeclName().isIdentifier()) add(*name, false);
  }
  return all;
}

/// Does no text of the unit say the name but where it is declared, and where it is taken away?
bool isNamedNowhereElse(const Editor& editor, const NamedDecl& declared, const TextRange& own, const Edits& taken) {
  const std::string word = declared.getNameAsString();
  return std::ranges::all_of(frontend::projectFiles(*editor.unit()), [&](const std::string& file) {
    const auto end = static_cast<uint32_t>(editor.textOf(file).size());
    return std::ranges::all_of(editor.tokens({file, 0, end}), [&](const RawToken& token) {
      const TextRange place{file, token.begin, token.end};
      return !token.is(word) || place == own || isTaken(taken, place, word);
    });
  });
}

/// Where the declaration of a constant or a function that no other file sees begins; nothing: it is none, or has uses.
std::optional<TextRange> ofFile(const Editor& editor, const NamedDecl& named, const Edits& taken) {
  const auto* variable = dyn_cast<VarDecl>(&named);
  const auto* function = dyn_cast<FunctionDecl>(&named);
  const bool mayBe = (variable && variable->isFileVarDecl()) || (function && !function->isTemplated());
  if (!mayBe || named.isExternallyVisible() || !named.getDeclContext()->getRedeclContext()->isFileContext()) return {};
  if (std::distance(named.redecls_begin(), named.redecls_end()) != 1) return {};
  const Result<TextRange> own = editor.locate(named.getLocation());
  if (!own.ok() || !isNamedNowhereElse(editor, named, *own, taken)) return {};
  const uint32_t begin = frontend::statementStart(*editor.unit(), own->file, own->begin);
  for (const RawToken& token : editor.tokens({own->file, begin, own->begin})) {
    if (!isInDirective(editor.textOf(own->file), token.begin)) return TextRange{own->file, token.begin, token.begin};
  }
  return {};
}

}  // namespace

void markUnused(Editor& editor, const FunctionDecl& function, const Edits& taken) {
  const Mentions mentions = mentionsOf(function.getBody());
  std::set<TextRange> places;  // several of one declaration have one mark
  for (const auto& [named, isUnused] : namedIn(editor, function, taken)) {
    if (!isUnused || named->hasAttr<UnusedAttr>()) continue;
    const auto* variable = dyn_cast<VarDecl>(named);
    const auto local = variable ? mentions.declared.find(variable) : mentions.declared.end();
    if (local != mentions.declared.end()) {
      if (variable->hasAttr<CUDASharedAttr>()) continue;
      const Result<TextRange> statement = editor.locate(local->second.node->getBeginLoc());
      if (statement.ok()) places.insert({statement->file, statement->begin, statement->begin});
    } else if (const std::optional<TextRange> place = ofFile(editor, *named, taken)) {
      places.insert(*place);
    }
  }
  for (const TextRange& place : places) editor.insert(place.file, place.begin, mark, note);
}

}  // namespace warpwright::rewrite
