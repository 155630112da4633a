#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpwright::views {

/// A line of a text that mentions a name.
struct Mention {
  std::string file;
  uint32_t line = 0, column = 0;  ///< from 1
  std::string text;               ///< the line without leading blanks
  int rank = 0;                   ///< of definitions: higher is likelier
};

/// Lines of `text` that look like the definition of `name`: macros, functions with a body, types, variables. Judged by
/// the words around it, without a compiler; comments and string literals are passed over. `near`: the line (from 1) one
/// looks from: of variables, the nearest one above comes first.
std::vector<Mention> definitionsIn(const std::string& file, const std::string& text, const std::string& name,
                                   uint32_t near);

/// A name that a text defines: a function with a body, a kernel, a type or a macro.
struct SourceSymbol {
  enum class Kind : uint8_t { function, kernel, type, macro };
  std::string name;
  Kind kind = Kind::function;
  uint32_t line = 0, column = 0;  ///< from 1
  std::string signature;          ///< of functions: "float sum(const float* from, int n)"; else empty
};

/// What `text` defines, in order of lines. Judged as definitions are.
std::vector<SourceSymbol> symbolsIn(const std::string& text);

/// Names that are declared between the beginning of the function around the byte `at` and it, its parameters among
/// them: the nearest last, each once.
std::vector<std::string> namesInScope(const std::string& text, size_t at);

/// Where `name` stands in `text` as a word, comments and literals passed over; at most `limit`.
std::vector<Mention> referencesIn(const std::string& file, const std::string& text, const std::string& name,
                                  size_t limit);

/// Lines of `text` that hold `words`; at most `limit`.
std::vector<Mention> mentionsIn(const std::string& file, const std::string& text, const std::string& words,
                                bool matchCase, bool wholeWords, size_t limit);

/// The text with every place of `words` replaced; none where it has none. As `mentionsIn` finds them.
std::optional<std::string> replacedIn(const std::string& text, const std::string& words, const std::string& by,
                                      bool matchCase, bool wholeWords);

/// The text with comments and literals blanked out, line ends kept.
std::string withoutComments(const std::string& text);

}  // namespace warpwright::views
