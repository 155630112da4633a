#pragma once

#include <clang/Basic/SourceLocation.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "analysis/rewrite/source/edits.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::rewrite {

/// One token of the text itself, before the preprocessor: also in code that #if leaves out. No comments.
struct RawToken {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string_view text;
  bool isIdentifier = false;  ///< also keywords and macro names

  bool is(std::string_view spelling) const { return text == spelling; }
};

/// Collects edits of one parsed unit, by AST position, and hands them out as one Rewrite.
///
/// Macros are left intact. What is spelled as a macro's argument is edited where it is spelled; what comes out of a
/// macro's body cannot be edited in place, and `locate` says which macro. Two edits of the same text are an error.
class Editor {
 public:
  /// Requires: `unit` outlives the editor.
  explicit Editor(const frontend::ParsedUnit& unit);

  /// Where the tokens of an AST node are spelled. Errors: out of a macro body (named), not in a file of the project.
  Result<TextRange> locate(clang::SourceRange tokens) const;
  Result<TextRange> locate(clang::SourceLocation token) const;
  /// Where an expression is spelled, for taking its text over: a macro that stands for all of it counts as its name.
  Result<TextRange> spelled(clang::SourceRange tokens) const;
  /// The text of a file as it was parsed; empty view for a file that cannot be read.
  std::string_view textOf(const std::string& file) const;
  std::string_view textOf(const TextRange& bytes) const;
  /// 1-based line of a byte.
  uint32_t lineOf(const std::string& file, uint32_t offset) const;
  std::vector<RawToken> tokens(const TextRange& bytes) const;

  /// The blanks at the start of the line that holds `offset`.
  std::string_view indentationAt(const std::string& file, uint32_t offset) const;
  /// The line that holds `offset` starts here.
  uint32_t lineStart(const std::string& file, uint32_t offset) const;

  void replace(const TextRange& bytes, std::string replacement, std::string note = {});
  void insert(const std::string& file, uint32_t offset, std::string text, std::string note = {});
  /// Removes the bytes; with its whole line where nothing else stands on it.
  void removeWithLine(const TextRange& bytes, std::string note = {});

  /// Is it a word of a project's file that the unit reads, also where this configuration leaves it out?
  bool isWritten(std::string_view name) const;
  /// `base` if the identifier occurs nowhere in the unit, else base_2, base_3, … The same base always gives the same
  /// name, two bases never do.
  std::string freshName(const std::string& base) const;

  const frontend::ParsedUnit* unit() const { return unit_; }

  /// The edits, sorted, with the hash of the text they were made for. Errors: edits that overlap, a file that is not
  /// one of the project's.
  Result<Rewrite> finish(const Message& summary) const;

 private:
  const frontend::ParsedUnit* unit_;
  mutable std::map<std::string, std::string> texts_;
  mutable std::map<std::string, std::string> freshNames_;  ///< by base
  Edits edits_;
};

/// The name by which the parsed unit, its model and its edits call the file of a location; empty for none.
std::string fileNameAt(const frontend::ParsedUnit& unit, clang::SourceLocation location);

/// Line and column where a location is spelled in a file; a macro's expansion counts where the macro is used.
SourcePosition positionAt(const frontend::ParsedUnit& unit, clang::SourceLocation location);

}  // namespace warpwright::rewrite
