#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpwright::rewrite {

std::string trimmedRight(std::string text);

/// Removes blanks up to the first newline: the end of a line that is gone.
void dropLineEnd(std::string& text);

/// Every newline with a carriage return before it.
std::string withCarriageReturns(const std::string& text);

/// A newline where the blanks and comments before a statement hold an empty line; else nothing.
std::string blankLines(const std::string& leading);

/// Does a comment begin on the first line of the text that goes on in the next?
bool opensComment(const std::string& text);

/// Would words behind the text be part of a comment or a directive on its last line? A `//` in quotes counts, too.
bool endsInOpenLine(std::string_view text);

/// The lines of comments in the text before a statement that stood at the indentation `from`, each on a line of its own
/// at `inner`. Lines inside a longer comment keep their shape. An empty line above the first is kept with `keepsBlank`.
std::string commentLines(const std::string& leading, const std::string& from, const std::string& inner,
                         bool keepsBlank);

/// Puts comments around a line: those above it, each line at `margin`, and what stands behind it.
void addComments(std::string& line, const std::string& above, const std::string& behind, const std::string& margin);

/// Moves the lines after the first from one indentation to another.
std::string shifted(const std::string& text, const std::string& from, const std::string& to);

/// "[i / 6][i / 3 % 2][i % 3]": the place of an array's element of that number. `extents`: outermost first.
std::string subscriptsOf(const std::string& number, const std::vector<uint64_t>& extents);

/// A name for what an expression loads: `Bs[k][tx]` gives Bs_k_tx, longer ones J_cuda_value.
std::string nameOfLoad(const std::string& source);

}  // namespace warpwright::rewrite
