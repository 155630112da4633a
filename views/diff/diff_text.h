#pragma once

#include <string>
#include <vector>

#include "core/finding/rewrite.h"

namespace warpwright::views {

/// One line of the side-by-side text. Lines count from 0; -1 is a filler.
struct DiffLine {
  enum class Kind { same, changed, removed, added, note, gap };
  Kind kind = Kind::same;
  int left = -1, right = -1;
  std::string text;  ///< of a note or a gap
  int gap = -1;      ///< the number of a gap, to open it
};

/// Bytes inside one line that differ from the other side.
struct WordSpan {
  int from = 0, to = 0;
};

/// What stands on both sides: changed rows with some unchanged ones around them, a note where an edit has one, and a
/// line for each part that is left out, unless it is in `open`.
std::vector<DiffLine> composeDiff(const FileEdits& edits, const std::string& before, const std::string& after,
                                  const std::vector<int>& open, int context = 3);

/// Words of both lines that the other one does not have, in order.
std::pair<std::vector<WordSpan>, std::vector<WordSpan>> changedWords(const std::string& left, const std::string& right);

/// The lines of a text, without their line ends.
std::vector<std::string> splitLines(const std::string& text);

}  // namespace warpwright::views
