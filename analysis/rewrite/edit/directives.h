#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class CompoundStmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A line of the preprocessor with those that a backslash joins to it.
struct Directive {
  TextRange place;        ///< from its `#` to the end of its line
  std::string_view word;  ///< `define`, `if`, `pragma`; empty for a `#` alone
  std::string_view name;  ///< what is defined or undefined; empty for others

  bool isPragma() const { return word == "pragma"; }
  bool isMacro() const { return word == "define" || word == "undef"; }
  /// `#if`, `#ifdef`, `#elif`, `#else`, `#endif`, …
  bool isCondition() const { return word.starts_with("if") || word.starts_with("el") || word == "endif"; }
};

/// The directives of a part of a file, in order.
std::vector<Directive> directivesIn(const Editor& editor, const TextRange& text);

/// May the directives of a text stand in the file a second time, right beside it? They are pragmas, conditions and
/// definitions, each name means one thing where the text uses it, and no condition asks for one of them. Errors: what
/// speaks against it.
Status mayDirectivesStandTwice(const Editor& editor, const TextRange& text);

/// May statements of the body be moved as text, lines of the preprocessor among them: does each that is no pragma stand
/// between two statements of one block, is it a condition or a definition, and does each name that is defined there
/// mean one thing where it is used? Errors: what speaks against it, by its line.
Status standBetweenStatements(const Editor& editor, const clang::CompoundStmt& body, const TextRange& text);

/// What an edit of a body has to leave as it is, in order: its directives but pragmas, word by word, and behind a
/// condition the words that it leaves out. Which parts those are is said of the body before the edit.
class KeptDirectives {
 public:
  /// Of the body, which stands in `text` (between its braces).
  KeptDirectives(const Editor& editor, const clang::CompoundStmt& body, const TextRange& text);
  /// Errors: the body's new text has others, has them in another order, has something else among what is left out, or
  /// a name in front of its definition.
  Status areIn(const std::string& body) const;

 private:
  std::vector<std::string> piecesOf(const std::string& text) const;

  const Editor& editor_;
  std::vector<bool> leftOut_;  ///< by directive: is what follows left out, up to the next one?
  std::vector<std::string> pieces_;
};

}  // namespace warpwright::rewrite
