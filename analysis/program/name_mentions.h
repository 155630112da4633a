#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpwright::analysis {

/// How a text names a function.
struct Mention {
  bool defines = false, launches = false, declares = false;
  bool names = false;  ///< says the word where it is not plainly something else: a variable, a member
  uint32_t line = 0;   ///< of the first launch, else of the first declaration, else of the first word
};

/// May a text that does not say the name say it in pieces: pasted by `##`, or over the end of a line? Every piece is a
/// word of the text.
bool mayPiece(std::string_view text, const std::string& name);

/// By text alone, so that there may be a mention too many. Comments and what stands in quotes do not count.
Mention mentionIn(std::string_view text, const std::string& name);

}  // namespace warpwright::analysis
