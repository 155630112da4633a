#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/source_range.h"

namespace warpwright::lsp {

/// What an editor counts the characters of a line in.
enum class PositionEncoding : uint8_t { utf8, utf16 };

/// A place as editors tell it: line and character from 0.
struct TextPosition {
  uint32_t line = 0, character = 0;
  bool operator==(const TextPosition&) const = default;
  auto operator<=>(const TextPosition&) const = default;
};

/// Finds places of one text, which must outlive it. Lines end with "\n", "\r\n" or "\r", as editors and compilers have
/// it. A byte that is not UTF-8 counts as one character.
class TextPlaces {
 public:
  TextPlaces(std::string_view text, PositionEncoding encoding);

  /// The byte at a place. Past the end of a line: that end; past the last line: the end of the text; inside a
  /// character: where it begins.
  size_t offsetOf(TextPosition at) const;
  /// The place of a byte; past the end of the text: its end.
  TextPosition positionOf(size_t offset) const;
  /// The place of a compiler's line and column, bytes from 1. Without a column: where the text of the line begins.
  TextPosition positionOf(uint32_t line, uint32_t column) const;
  /// Where the text of a line ends, from 0.
  TextPosition endOfLine(uint32_t line) const;

 private:
  std::string_view lineText(uint32_t line) const;

  std::string_view text_;
  PositionEncoding encoding_;
  std::vector<size_t> starts_;  ///< of lines
};

}  // namespace warpwright::lsp
