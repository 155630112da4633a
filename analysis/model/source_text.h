#pragma once

#include <map>
#include <string>

#include "analysis/frontend/parsed_unit.h"
#include "core/base/source_range.h"

namespace clang {
class ASTContext;
class CharSourceRange;
class SourceLocation;
class SourceManager;
class SourceRange;
}  // namespace clang

namespace warpwright::model {

/// The characters of one file that tokens were written as, where they stand in it: what is all of a macro's argument
/// counts where it is written, what is all of a macro where it is used. Invalid: they begin or end within a macro's
/// body, or reach from one argument into another.
clang::CharSourceRange charsInFile(clang::SourceRange tokens, const clang::ASTContext& context);

/// Clang's source locations as positions and text of files.
class SourceText {
 public:
  explicit SourceText(const frontend::ParsedUnit& unit);

  /// The place that debug information names: the expansion point, line directives obeyed.
  SourcePosition debugPlace(clang::SourceLocation at) const;
  /// Where the text really stands: inside a macro argument its own place, inside a macro body the macro's use.
  SourcePosition filePlace(clang::SourceLocation at) const;
  /// The file range of some tokens; for tokens of a macro body that of the macro's use.
  SourceRange range(clang::SourceRange tokens) const;
  /// The text of `range(tokens)`, white space made single spaces.
  std::string text(clang::SourceRange tokens) const;
  /// Does the first or the last token come from a macro body?
  bool isInMacro(clang::SourceRange tokens) const;
  bool isInProject(clang::SourceLocation at) const;

 private:
  std::string absolute(const std::string& file) const;

  const frontend::ParsedUnit& unit_;
  const clang::SourceManager& manager_;
  mutable std::map<std::string, std::string> absolutes_;
  mutable std::map<unsigned, bool> inProject_;
};

}  // namespace warpwright::model
