#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/finding/rewrite.h"

namespace warpwright::rewrite {

/// What a layout leaves as it is.
struct KeptText {
  std::function<bool()> lines = {};  ///< does no line end come or go? Asked where there is a style. Empty: it may
  /// Are there bytes in [begin, end) of the text before the edits whose blanks mean something? Empty: none.
  std::function<bool(uint32_t, uint32_t)> fixed = {};
};

/// The edits of a file with what they write laid out by LibFormat, in the style of the `.clang-format` that applies to
/// the file: the nearest one above it, no further up than the root of its project. Blanks and line ends change, on
/// lines that the edits write or change, and nothing else: tokens, comments, the order of includes and lines beside
/// them stay. The edits as they are where no such file applies, where it turns formatting off or cannot be read, and
/// where LibFormat does not understand the text, or it is larger than 256 KiB. `edits`: sorted, without overlaps, of
/// `text`.
std::vector<TextEdit> formatted(const std::string& file, std::string_view text, const std::vector<TextEdit>& edits,
                                const KeptText& kept);

}  // namespace warpwright::rewrite
