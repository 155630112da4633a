#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/report/shapes.h"

namespace warpwright {

/// Text as HTML content or attribute value: `& < > " '` become entities, bytes that are not UTF-8 and control
/// characters U+FFFD, and characters that turn the direction of writing are shown by their number.
std::string escapeHtml(std::string_view text);

/// A sentence: escaped, words in `backticks` as code, and the lines it names through `linkLine(at, "line 43")` if it is
/// set.
using LineLink = std::function<std::string(const SourcePosition& at, const std::string& text)>;
std::string prose(const Message& message, const LineLink& linkLine = nullptr);

/// The shape, in its colour, hidden from screen readers: a word stands beside it.
std::string shapeIcon(Shape shape);
/// Shape and word.
std::string shapeWord(Shape shape);
/// Definitions that `shapeIcon` refers to; once in a page.
std::string shapeDefinitions();

/// One line of CUDA source as escaped HTML with spans for the syntax colours. `inComment`: whether a block comment is
/// open before the line, and after it.
std::string highlightLine(std::string_view line, bool& inComment);

/// Lines of a text, from 1, the last one among them.
struct LineSpan {
  uint32_t first = 1, last = UINT32_MAX;
};

/// A unified diff as a table of lines with signs and line numbers: what changes in these lines of the text before.
std::string htmlDiff(std::string_view before, std::string_view after, LineSpan within = {});

/// "2026-11-20 21:04 UTC"
std::string timeText(int64_t secondsSince1970);
/// "20 November 2026"
std::string dateText(int64_t secondsSince1970);

}  // namespace warpwright
