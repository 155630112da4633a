#include "core/finding/line_diff.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

namespace warpwright {
namespace {

/// Edit distance at which a range is taken as replaced as a whole: bounds time to (lines × this).
constexpr int largestDistance = 3000;

/// Marks the lines that have no partner in the other text.
class LineMatcher {
 public:
  LineMatcher(std::vector<int> left, std::vector<int> right)
      : left_(std::move(left)), right_(std::move(right)), removed(left_.size()), added(right_.size()) {
    compare(0, static_cast<int>(left_.size()), 0, static_cast<int>(right_.size()));
  }

 private:
  std::vector<int> left_, right_;

 public:
  std::vector<bool> removed, added;

 private:
  void compare(int a, int aEnd, int b, int bEnd) {
    for (;;) {
      while (a < aEnd && b < bEnd && left_[a] == right_[b]) ++a, ++b;
      while (a < aEnd && b < bEnd && left_[aEnd - 1] == right_[bEnd - 1]) --aEnd, --bEnd;
      const auto middle = a < aEnd && b < bEnd ? middlePoint(a, aEnd, b, bEnd) : std::nullopt;
      if (!middle) {
        for (int i = a; i < aEnd; ++i) removed[i] = true;
        for (int i = b; i < bEnd; ++i) added[i] = true;
        return;
      }
      // Halves are at most half as far apart, so the recursion is shallow.
      compare(a, middle->first, b, middle->second);
      a = middle->first;
      b = middle->second;
    }
  }

  /// A point on a shortest path, found from both ends at once; none if the texts are too far apart.
  std::optional<std::pair<int, int>> middlePoint(int a, int aEnd, int b, int bEnd) {
    const int n = aEnd - a, m = bEnd - b, delta = n - m;
    const int limit = std::min((n + m + 1) / 2, largestDistance);
    const int origin = limit + 1;
    forward_.assign(2 * origin + 1, -1);
    backward_.assign(2 * origin + 1, -1);
    forward_[origin + 1] = backward_[origin + 1] = 0;
    const bool odd = delta % 2 != 0;
    for (int d = 0; d <= limit; ++d) {
      for (int k = -d; k <= d; k += 2) {
        int x = furthest(forward_, origin, k, n, m);
        while (x >= 0 && x < n && x - k < m && left_[a + x] == right_[b + x - k]) ++x;
        forward_[origin + k] = x;
        const int other = delta - k;
        if (x >= 0 && odd && other >= -(d - 1) && other <= d - 1 && backward_[origin + other] >= 0 &&
            x + backward_[origin + other] >= n) {
          return usable(a, aEnd, b, bEnd, a + x, b + x - k);
        }
      }
      for (int k = -d; k <= d; k += 2) {
        int x = furthest(backward_, origin, k, n, m);
        while (x >= 0 && x < n && x - k < m && left_[aEnd - 1 - x] == right_[bEnd - 1 - (x - k)]) ++x;
        backward_[origin + k] = x;
        const int other = delta - k;
        if (x >= 0 && !odd && other >= -d && other <= d && forward_[origin + other] >= 0 &&
            x + forward_[origin + other] >= n) {
          return usable(a, aEnd, b, bEnd, aEnd - x, bEnd - (x - k));
        }
      }
    }
    return std::nullopt;
  }

  /// The furthest x on diagonal k that one more edit reaches inside the n × m grid; -1: none.
  static int furthest(const std::vector<int>& reach, int origin, int k, int n, int m) {
    const int insertion = reach[origin + k + 1], deletion = reach[origin + k - 1];
    const int down = insertion >= 0 && insertion - k <= m ? insertion : -1;
    const int right = deletion >= 0 && deletion < n ? deletion + 1 : -1;
    return std::max(down, right);
  }

  /// A corner would not split the problem.
  static std::optional<std::pair<int, int>> usable(int a, int aEnd, int b, int bEnd, int x, int y) {
    if ((x == a && y == b) || (x == aEnd && y == bEnd)) return std::nullopt;
    return std::pair{x, y};
  }

  std::vector<int> forward_, backward_;
};

}  // namespace

std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t length = end == std::string_view::npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::vector<LineChange> diffLines(const std::vector<std::string_view>& left,
                                  const std::vector<std::string_view>& right) {
  std::unordered_map<std::string_view, int> numbers;
  const auto number = [&](const std::vector<std::string_view>& lines) {
    std::vector<int> result;
    result.reserve(lines.size());
    for (const auto line : lines)
      result.push_back(numbers.emplace(line, static_cast<int>(numbers.size())).first->second);
    return result;
  };
  auto leftNumbers = number(left);
  auto rightNumbers = number(right);
  const LineMatcher matched(std::move(leftNumbers), std::move(rightNumbers));

  std::vector<LineChange> changes;
  const int n = static_cast<int>(left.size()), m = static_cast<int>(right.size());
  for (int i = 0, j = 0; i < n || j < m;) {
    LineChange change{i, i, j, j};
    while (change.leftEnd < n && matched.removed[change.leftEnd]) ++change.leftEnd;
    while (change.rightEnd < m && matched.added[change.rightEnd]) ++change.rightEnd;
    i = change.leftEnd;
    j = change.rightEnd;
    if (i > change.left || j > change.right) {
      changes.push_back(change);
    } else {
      ++i, ++j;
    }
  }
  return changes;
}

}  // namespace warpwright
