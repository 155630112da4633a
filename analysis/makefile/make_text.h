#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpwright::makefile {

/// In texts of a Makefile an unknown piece is a mark: what stands there could be nothing, or any number of words. It
/// has the number of a reason (see Expander::reason).
std::string unknownMark(size_t reason);
bool isKnown(std::string_view text);
/// Of all marks in a text, each once, in the order in which they stand there.
std::vector<size_t> reasonsIn(std::string_view text);
/// The marks of a text alone.
std::string marksOf(std::string_view text);

/// One line of a Makefile with those that a backslash adds to it.
struct MakeLine {
  std::string text;     ///< with its backslashes and line ends
  uint32_t number = 0;  ///< of its first line, counted from 1
};
std::vector<MakeLine> linesOf(std::string_view text);

/// A line that is no part of a recipe: continued by a blank, without its comment.
std::string withoutComment(std::string_view line);
/// A line of a recipe as its shell gets it: continued by nothing, without the prefix of a recipe.
std::string shellText(std::string_view line, char prefix);

std::string_view trimmed(std::string_view text);
/// Its words, parted by blanks; a mark parts nothing.
std::vector<std::string> wordsOf(std::string_view text);
std::string joined(const std::vector<std::string>& words);

/// Where the parenthesis or brace at `open` ends; npos: nowhere.
size_t closingOf(std::string_view text, size_t open);
/// The first of `characters` that stands in no reference to a variable, from `begin` on; npos: none.
size_t findOutside(std::string_view text, std::string_view characters, size_t begin = 0);

/// What `%` stands for where `name` matches the pattern; without `%` they must be the same. Empty `matches`: it does
/// not.
struct Stem {
  bool matches = false;
  std::string text;
};
Stem stemOf(std::string_view pattern, std::string_view name);
/// The pattern with a stem in place of its first `%`.
std::string withStem(std::string_view pattern, std::string_view stem);

}  // namespace warpwright::makefile
