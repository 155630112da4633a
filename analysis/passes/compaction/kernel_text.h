#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/rewrite/edit/directives.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace clang {
class CompoundStmt;
class FunctionDecl;
class IfStmt;
class Stmt;
}  // namespace clang

namespace warpwright::rewrite {

/// The text of one kernel's definition, by bytes of its file, and edits of it. What macros spell is placed where it can
/// be edited.
class KernelText {
 public:
  /// May lines of the preprocessor but pragmas stand in the body: none, or those that leave statements whole and mean
  /// the same wherever they stand (`standBetweenStatements`)? Who moves statements looks at what became of them
  /// (`keepsDirectives`).
  enum class Directives : uint8_t { none, betweenStatements };

  /// Errors: the text cannot be edited as a whole: spread over files, made by a macro, or holding directives.
  static Result<KernelText> of(const Editor& editor, const clang::FunctionDecl& kernel,
                               Directives directives = Directives::none);

  const std::string& file() const { return file_; }
  /// Between the braces of the body.
  uint32_t bodyBegin() const { return bodyBegin_; }
  uint32_t bodyEnd() const { return bodyEnd_; }

  /// A whole statement with its `;`, and a pragma before it. Errors: it does not stand in the kernel's file, or its end
  /// is not found.
  Result<TextRange> statement(const clang::Stmt& statement) const;
  /// The inside of a block, between its braces. Errors: a macro makes them.
  Result<TextRange> inside(const clang::CompoundStmt& block) const;
  /// An expression; nothing where a macro's body spells it among other things.
  std::optional<TextRange> expression(clang::SourceRange tokens) const;

  /// The token at a place of the definition, its head included; nothing where a macro spells it.
  std::optional<TextRange> inDefinition(clang::SourceLocation token) const;
  /// Where a macro that spells something is used, or the place itself.
  uint32_t placeOf(clang::SourceLocation location) const;

  void replace(const TextRange& place, std::string text) { edits_.replace(place, std::move(text)); }
  /// By a text that was rendered: the edits inside of the range went into it.
  void replaceWhole(const TextRange& place, std::string text) { edits_.replaceWhole(place, std::move(text)); }
  /// Errors: two edits overlap.
  Status checkEdits() const { return edits_.check(file_, text_); }
  /// Of edits that others made of the body. Errors: two overlap, or a directive is gone or elsewhere.
  Status check(const Edits& edits) const;
  /// The text of [begin, end) with the edits made.
  std::string render(uint32_t begin, uint32_t end) const { return edits_.madeIn({file_, begin, end}, text_); }
  std::string render(const TextRange& range) const { return render(range.begin, range.end); }
  /// Does the body's new text have the directives of the old one? Errors: one of them is gone, or elsewhere.
  Status keepsDirectives(const std::string& body) const;
  /// Something at `offset` looks at the merged thread's index.
  void noteIndex(uint32_t offset) { notedIndices_.insert(offset); }
  /// How many of these lie in [begin, end).
  int indicesIn(uint32_t begin, uint32_t end) const;

  std::string_view between(uint32_t begin, uint32_t end) const { return text_.substr(begin, end - begin); }
  std::string_view between(const TextRange& range) const { return between(range.begin, range.end); }
  std::string indentationAt(uint32_t offset) const;
  /// Where the text of the definition begins, and the first byte behind it.
  uint32_t begin() const { return begin_; }
  uint32_t end() const { return bodyEnd_ + 1; }
  /// The token at or after `offset`; an empty range at `end()` for none.
  TextRange tokenAt(uint32_t offset) const;
  /// Is there nothing but blanks before `offset` on its line?
  bool startsLine(uint32_t offset) const;
  /// The end of a comment that ends the line after `offset`; `offset` where something else follows.
  uint32_t afterComment(uint32_t offset) const;
  /// The end of the last macro's definition in [begin, end), which stands between two statements; `begin` where there
  /// is none, or where a condition of the preprocessor stands there, too.
  uint32_t afterDefinitions(uint32_t begin, uint32_t end) const;
  /// Do declarations of the kernel say what its launches must have, clusters of blocks (`__cluster_dims__`) or blocks
  /// of one shape (`__block_size__`)?
  bool asksForClusters(const clang::FunctionDecl& kernel) const;
  bool asksForBlock(const clang::FunctionDecl& kernel) const;
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
  explicit KernelText(const Editor& editor) : editor_(editor) {}
  Status read(const clang::FunctionDecl& kernel, Directives directives);
  Error refusal(clang::SourceLocation at, const std::string& what) const;
  /// Do all of them stand in the kernel's file?
  Status checkFile(std::initializer_list<clang::SourceLocation> places) const;
  uint32_t endOf(clang::SourceLocation location) const;
  void findStep(uint32_t kernelBegin);
  /// Are there no lines in the body that keep it from being edited?
  Status checkLines(const std::vector<RawToken>& tokens, const std::vector<Directive>& directives) const;
  /// Is a line that goes on in the next one the middle of a statement, so that nothing is written behind it?
  Status checkJoined(const std::vector<RawToken>& tokens, size_t& next, std::string& opened, uint32_t at,
                     uint32_t backslash) const;

  const Editor& editor_;
  std::string file_, step_ = "  ";
  std::string_view text_;
  uint32_t begin_ = 0, bodyBegin_ = 0, bodyEnd_ = 0;
  const clang::CompoundStmt* body_ = nullptr;
  Edits edits_;
  std::set<uint32_t> notedIndices_;
  std::set<std::string> names_;
  std::map<uint32_t, const clang::IfStmt*> choices_;  // `if constexpr` as it is written, by where it begins
};

}  // namespace warpwright::rewrite
