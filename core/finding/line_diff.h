#pragma once

#include <string_view>
#include <vector>

namespace warpwright {

/// The lines of `text`, each with its newline; the last one may lack it. Empty text has no lines.
std::vector<std::string_view> splitLines(std::string_view text);

/// One range where two texts differ: lines [left, leftEnd) were replaced by [right, rightEnd). Counted from 0.
struct LineChange {
  int left = 0, leftEnd = 0, right = 0, rightEnd = 0;
  bool operator==(const LineChange&) const = default;
};

/// The shortest edit script between two lists of lines (E. Myers, "An O(ND) difference algorithm and its variations",
/// 1986, linear-space form), in order and merged. Where texts share almost nothing the search is cut short: the script
/// is then still correct, but not the shortest.
std::vector<LineChange> diffLines(const std::vector<std::string_view>& left,
                                  const std::vector<std::string_view>& right);

}  // namespace warpwright
