#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/rewrite/source/editor.h"

namespace clang {
class CompoundStmt;
class FunctionDecl;
class IfStmt;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// A change inside a statement's text. Of two that overlap, the larger one counts.
struct TextChange {
  uint32_t begin = 0, end = 0;
  std::string text;
  bool isIndex = false;  ///< the merged thread's index follows the text: it is chosen where it is printed
  std::string after;     ///< isIndex: what follows the index
};

/// The text of one kernel's definition, by bytes of its file. What macros spell is placed where it can be edited.
class KernelText {
 public:
  KernelText(const Editor& editor, const clang::FunctionDecl& kernel);

  /// Why the text cannot be edited as a whole: spread over files, made by a macro, or holding directives.
  const Message& problem() const { return problem_; }
  const std::string& file() const { return file_; }
  /// Between the braces of the body.
  uint32_t bodyBegin() const { return bodyBegin_; }
  uint32_t bodyEnd() const { return bodyEnd_; }

  /// A whole statement with its `;`, and a pragma before it.
  TextRange statement(const clang::Stmt& statement);
  /// The inside of a block, between its braces.
  TextRange inside(const clang::CompoundStmt& block);
  /// An expression; nothing where a macro's body spells it among other things.
  std::optional<TextRange> expression(clang::SourceRange tokens) const;

  /// The token at a place of the definition, its head included; nothing where a macro spells it.
  std::optional<TextRange> inDefinition(clang::SourceLocation token) const;
  /// Where a macro that spells something is used, or the place itself.
  uint32_t placeOf(clang::SourceLocation location) const;

  void change(TextChange change);
  /// The text of [begin, end) with the changes made; `index` stands for the merged thread's index.
  std::string render(uint32_t begin, uint32_t end, const std::string& index = {}) const;
  /// Something at `offset` looks at the merged thread's index without a change of its text.
  void noteIndex(uint32_t offset) { notedIndices_.insert(offset); }
  /// How many index changes and notes lie in [begin, end).
  int indicesIn(uint32_t begin, uint32_t end) const;

  std::string_view between(uint32_t begin, uint32_t end) const { return text_.substr(begin, end - begin); }
  std::string indentationAt(uint32_t offset) const;
  /// Where the text of the definition begins, and the first byte behind it.
  uint32_t begin() const { return begin_; }
  uint32_t end() const { return bodyEnd_ + 1; }
  /// The token at or after `offset`; an empty stretch at `end()` for none.
  TextRange tokenAt(uint32_t offset) const;
  /// Is there nothing but blanks before `offset` on its line?
  bool startsLine(uint32_t offset) const;
  /// The end of a comment that ends the line after `offset`; `offset` where something else follows.
  uint32_t afterComment(uint32_t offset) const;
  /// Must the number of blocks be a multiple of a cluster's, `__cluster_dims__`?
  bool asksForClusters() const;
  /// Does every line of the body end in a carriage return and a newline?
  bool hasCarriageReturns() const;
  /// One step of indentation as the kernel uses it.
  const std::string& step() const { return step_; }
  /// A name that means nothing in the kernel yet.
  std::string freshName(const std::string& base);
  /// How the kernel can call a function of the global namespace: `min`, `::min`; empty where a macro has the name, or
  /// the program declares another one.
  std::string functionName(const std::string& name, const clang::FunctionDecl& kernel) const;

 private:
  void refuse(clang::SourceLocation at, const std::string& what);
  uint32_t beginOf(clang::SourceLocation location);
  uint32_t endOf(clang::SourceLocation location);
  void findStep(uint32_t kernelBegin);
  /// Finds the lines of the body that keep it from being edited.
  void checkLines(const std::vector<RawToken>& tokens);
  bool isMacro(const std::string& name) const;

  const Editor& editor_;
  std::string file_, step_ = "  ";
  Message problem_;
  std::string_view text_;
  uint32_t begin_ = 0, bodyBegin_ = 0, bodyEnd_ = 0;
  std::map<std::pair<uint32_t, uint32_t>, TextChange> changes_;
  std::set<uint32_t> notedIndices_;
  std::set<std::string> names_;
  std::map<uint32_t, const clang::IfStmt*> choices_;  // `if constexpr` as it is written, by where it begins
};

}  // namespace warpwright::rewrite
