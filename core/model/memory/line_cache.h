#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace warpwright::memsim {

/// A cache of whole lines, known by their number: plain index into sets, least recently used first. What a line carries
/// besides is the caller's.
template <typename Mark>
class LineCache {
 public:
  struct Line {
    uint64_t number = none;
    uint64_t used = 0;
    Mark mark{};
  };

  LineCache(uint64_t bytes, uint32_t ways, uint32_t lineBytes)
      : ways_(ways == 0 ? 1 : ways), sets_(bytes / lineBytes / ways_), lines_(sets_ * ways_) {}

  /// The line, now the most recently used; null where it is not there.
  Line* find(uint64_t number) {
    if (Line* line = peek(number)) {
      line->used = ++clock_;
      return line;
    }
    return nullptr;
  }
  /// As `find`, and ages stay.
  Line* peek(uint64_t number) {
    if (sets_ == 0) return nullptr;
    Line* line = &lines_[number % sets_ * ways_];
    for (uint32_t i = 0; i < ways_; ++i, ++line) {
      if (line->number == number) return line;
    }
    return nullptr;
  }
  /// Puts a line in that is not there; gives what had to go for it.
  std::optional<Line> insert(uint64_t number, const Mark& mark) {
    if (sets_ == 0) return std::nullopt;
    Line* const set = &lines_[number % sets_ * ways_];
    Line* oldest = set;
    for (Line* line = set; line != set + ways_; ++line) {
      if (line->used < oldest->used) oldest = line;
    }
    std::optional<Line> gone;
    if (oldest->number != none) gone = *oldest;
    *oldest = {number, ++clock_, mark};
    return gone;
  }

 private:
  static constexpr uint64_t none = ~uint64_t{0};
  uint32_t ways_;
  uint64_t sets_, clock_ = 0;
  std::vector<Line> lines_;
};

}  // namespace warpwright::memsim
