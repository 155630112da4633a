#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace warpwright::analysis {

/// How a text names a function.
struct Mention {
  bool defines = false, launches = false, declares = false;
  bool declaresKernel = false;  ///< a declaration says `__global__`, itself or by a macro of the text
  bool declaresVoid = false;    ///< a declaration gives nothing back, as kernels do, whatever macro may stand before it
  bool hasBody = false;         ///< a body may follow it: of a function, or of a class's
  bool hasFreeBody = false;     ///< the same outside of classes and functions, as far as brackets tell
  bool names = false;           ///< says the word where it is not plainly something else: a variable, a member
  uint32_t line = 0;            ///< of the first launch, else of the first declaration, else of the first word
};

/// The words of a text that may make names of pieces, pasted by `##` or over the end of a line; none of another text.
/// See model::canJoin.
std::set<std::string> wordsToJoin(std::string_view text);

/// How a text names functions, by text alone, so that there may be a mention too many. Comments and what stands in
/// quotes do not count. The text is taken apart once, for all names.
class NameMentions {
 public:
  class Tokens;
  explicit NameMentions(std::string_view text);
  ~NameMentions();

  /// `text`: the same as before, of which nothing is kept.
  Mention of(std::string_view text, const std::string& name) const;

 private:
  std::set<std::string, std::less<>> parameters_;  ///< of macros, which are no names of the program where these stand
  std::unique_ptr<const Tokens> tokens_;
};

}  // namespace warpwright::analysis
