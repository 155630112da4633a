#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::rewrite {

/// Bytes [begin, end) of the text of one file.
struct TextRange {
  std::string file;
  uint32_t begin = 0;
  uint32_t end = 0;

  bool operator==(const TextRange&) const = default;
  auto operator<=>(const TextRange&) const = default;
};

/// Changes of texts by place: what every rewrite is made of, whether it is handed out as edits or printed.
///
/// Clang's tooling::Replacements is not under it: it takes no two insertions at one place, makes an insertion that is
/// asked for twice (an argument that its macro names twice) into two, and has no notes.
class Edits {
 public:
  /// Asked for twice it is one. Of an empty range it is an insertion; several at one place keep their order.
  void replace(const TextRange& place, std::string text, std::string note = {});
  /// The same with a text that the edits inside of the range have gone into.
  void replaceWhole(const TextRange& place, std::string text);

  /// The text of a range with the edits inside of it made. `text`: of the whole file.
  std::string madeIn(const TextRange& range, std::string_view text) const;
  /// Sorted by place; insertions come before what begins at their place.
  const std::vector<TextEdit>& of(const std::string& file) const;
  std::vector<std::string> files() const;
  /// Errors: two edits of a file overlap; the lines of both.
  Status check(const std::string& file, std::string_view text) const;

 private:
  std::map<std::string, std::vector<TextEdit>> edits_;  ///< sorted
};

/// 1-based line of a byte.
uint32_t lineIn(std::string_view text, uint32_t offset);

}  // namespace warpwright::rewrite
