#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/rewrite/source/editor.h"

namespace warpwright::rewrite {

/// Where the text of a file looks at itself: arguments that macros make strings of, and numbers of lines and columns
/// (`__LINE__`, std::source_location, `__builtin_COLUMN`), wherever the macros and default arguments come from; and the
/// time of its last change (`__TIMESTAMP__`).
class SelfText {
 public:
  /// Requires: `editor` outlives this.
  SelfText(const Editor& editor, const std::string& file);

  /// Leaves strings as they are, and the numbers of lines that the program asks for: lines that the edits would add are
  /// joined, and those that they would take away stay empty. `edits`: of the file, sorted.
  /// Errors: an edit would change a string, a column that is asked for, or a line's number that more than assert() asks
  /// for, or the file asks for its time.
  Status keep(std::vector<TextEdit>& edits);

  /// May anything from `offset` on ask for the number of its line?
  bool tellsLinesAfter(uint32_t offset) const { return mayTellLines() || countedAfter(offset, true); }
  /// Does a macro make a string of bytes in [begin, end)?
  bool isString(uint32_t begin, uint32_t end) const;

 private:
  struct String {
    uint32_t begin = 0, end = 0;  ///< the macro and its arguments
    std::string text;             ///< without blanks
    std::string macro;
  };
  struct Counted {
    uint32_t at = 0;
    bool isAssert = false;
    bool isColumn = false;  ///< of the line, too
  };
  /// What a file's text tells of itself, whoever changes it.
  struct Facts {
    std::vector<String> strings;
    std::vector<Counted> counted;   ///< sorted
    std::vector<Counted> plain;     ///< of these, what more than assert() asks for
    std::optional<uint32_t> dated;  ///< where the file asks for its own time (`__TIMESTAMP__`)
    bool tellsLines = false;        ///< functions that tell the line they are called from are called from anywhere
  };
  struct KeptFacts;
  class Reader;
  class Asked;
  class MadeText;

  static std::shared_ptr<const Facts> factsOf(const Editor& editor, const std::string& file);
  bool mayTellLines() const { return facts_->tellsLines; }
  Status keepStrings(const std::vector<TextEdit>& edits) const;
  Status keepPlaces(const std::vector<TextEdit>& edits) const;
  std::vector<TextEdit> withoutEmptyLines(size_t from, size_t to, size_t& lines) const;
  /// The first place from `offset` on that asks for its line; null: none.
  const Counted* countedAfter(uint32_t offset, bool withAssert) const;

  const Editor& editor_;
  std::string file_;
  std::shared_ptr<const Facts> facts_;
  std::optional<Counted> end_;  ///< of the text, where any line may be asked for
};

/// `text` with `lines` of its line ends made blanks, evenly, where that leaves it what it is; as many as can be.
/// Comments to the end of a line become comments in brackets. `before`, `after`: what stands in front of it on its
/// first line, and what follows it.
std::string joinLines(std::string_view text, size_t& lines, std::string_view before, std::string_view after);

}  // namespace warpwright::rewrite
