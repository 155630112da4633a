#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/rewrite/editor.h"

namespace clang {
class CompoundStmt;
class FunctionDecl;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A change inside a statement's text. Of two that overlap, the larger one counts.
struct TextChange {
  uint32_t begin = 0, end = 0;
  std::string text;
  bool isIndex = false;  ///< stands for the merged thread's index: its text is chosen where it is printed
};

/// The text of one kernel's definition, by bytes of its file. What macros spell is placed where it can be edited.
class KernelText {
 public:
  KernelText(const Editor& editor, const clang::FunctionDecl& kernel);

  /// Why the text cannot be edited as a whole: spread over files, made by a macro, or holding directives.
  const std::string& problem() const { return problem_; }
  const std::string& file() const { return file_; }
  /// Between the braces of the body.
  uint32_t bodyBegin() const { return bodyBegin_; }
  uint32_t bodyEnd() const { return bodyEnd_; }

  /// A whole statement with its `;`, and a pragma before it.
  Stretch statement(const clang::Stmt& statement);
  /// The inside of a block, between its braces.
  Stretch inside(const clang::CompoundStmt& block);
  /// An expression; nothing where a macro's body spells it among other things.
  std::optional<Stretch> expression(clang::SourceRange tokens) const;

  void change(TextChange change);
  /// The text of [begin, end) with the changes made; `index` stands for the merged thread's index.
  std::string render(uint32_t begin, uint32_t end, const std::string& index = {}) const;
  /// How many index changes lie in [begin, end).
  int indicesIn(uint32_t begin, uint32_t end) const;

  std::string_view between(uint32_t begin, uint32_t end) const { return text_.substr(begin, end - begin); }
  std::string indentationAt(uint32_t offset) const;
  /// Is there nothing but blanks before `offset` on its line?
  bool startsLine(uint32_t offset) const;
  /// The end of a comment that ends the line after `offset`; `offset` where something else follows.
  uint32_t afterComment(uint32_t offset) const;
  /// One step of indentation as the kernel uses it.
  const std::string& step() const { return step_; }
  /// A name that means nothing in the kernel yet.
  std::string freshName(const std::string& base);

 private:
  void refuse(clang::SourceLocation at, const std::string& what);
  uint32_t beginOf(clang::SourceLocation location);
  uint32_t endOf(clang::SourceLocation location);
  void findStep(uint32_t kernelBegin);

  const Editor& editor_;
  std::string file_, problem_, step_ = "  ";
  std::string_view text_;
  uint32_t bodyBegin_ = 0, bodyEnd_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, TextChange> changes_;
  std::set<std::string> names_;
};

}  // namespace warpwright::rewrite
