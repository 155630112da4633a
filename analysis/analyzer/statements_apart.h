#pragma once

#include <string>

#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// A changed text with each statement that stands behind another one in its line on a line of its own: nvcc says of
/// code which line it is made from, and no more. A change puts statements into one line where lines must keep their
/// numbers (rewrite::SelfText). Bytes keep their offsets: line ends take the place of blanks that the edits wrote, and
/// that follow `;`, `{` or `}` outside of parentheses. `after`: the text with the edits.
std::string withStatementsApart(std::string after, const FileEdits& edits);

/// The same of all lines that are longer than the columns that nvcc counts: a copy of a kernel that an earlier change
/// put into one line, behind which lines keep their numbers.
std::string withLongLinesApart(std::string text);

}  // namespace warpwright::analysis
