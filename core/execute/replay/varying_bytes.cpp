#include "core/execute/replay/varying_bytes.h"

#include <algorithm>
#include <cstring>

namespace warpwright {
namespace {

constexpr size_t half = 4, word = 8;
/// So many pieces have to begin with a byte that stays: of a number, that is the same by chance once in 256 times.
constexpr size_t piecesToBelieve = 3;

/// Where programs of x86-64 Linux have libraries with an unlimited stack, code and heap, libraries and stacks.
bool isHostAddress(uint64_t value) {
  const uint64_t top = value >> 41;
  return top == 0x2a / 2 || value >> 40 == 0x55 || value >> 40 == 0x56 || top == 0x7e / 2;
}

class Marker {
 public:
  Marker(const std::string& first, const std::string& second)
      : first_(first), second_(second), size_(std::min(first.size(), second.size())) {}

  std::vector<bool> elements(size_t bytes) {
    for (size_t at = 0; at < size_; at += bytes) {
      if (differs(at, bytes)) mark(at, bytes);
    }
    return std::move(marked_);
  }

  std::vector<bool> unknown() {
    std::vector<size_t> pieces;
    for (size_t at = 0; at < size_; at += word) {
      const bool low = differs(at, half), high = differs(at + half, half);
      if (low && isAddress(at)) {
        mark(at, word);
        continue;
      }
      if (low) pieces.push_back(at);
      if (high) pieces.push_back(at + half);
    }
    markPieces(pieces);
    return std::move(marked_);
  }

 private:
  bool differs(size_t at, size_t bytes) const {
    const size_t count = at < size_ ? std::min(bytes, size_ - at) : 0;
    return count != 0 && std::memcmp(first_.data() + at, second_.data() + at, count) != 0;
  }
  bool isAddress(size_t at) const {
    if (size_ - at < word) return false;
    uint64_t own = 0, other = 0;
    std::memcpy(&own, first_.data() + at, word);
    std::memcpy(&other, second_.data() + at, word);
    return isHostAddress(own) && isHostAddress(other);
  }
  void mark(size_t at, size_t bytes) {
    marked_.resize(first_.size());
    for (size_t i = at; i < std::min(at + bytes, marked_.size()); ++i) marked_[i] = true;
  }
  void markPieces(const std::vector<size_t>& pieces) {
    bool differing[half] = {};
    for (const size_t piece : pieces) {
      for (size_t i = 0; i < half; ++i) differing[i] = differing[i] || differs(piece + i, 1);
    }
    const bool isPadding = !differing[0] && pieces.size() >= piecesToBelieve;
    for (const size_t piece : pieces) {
      for (size_t i = 0; i < half; ++i) {
        if (!isPadding || differing[i]) mark(piece + i, 1);
      }
    }
  }

  const std::string &first_, &second_;
  const size_t size_;
  std::vector<bool> marked_;
};

}  // namespace

std::vector<bool> varyingBytes(const std::string& first, const std::string& second, uint64_t offset,
                               uint32_t elementSize) {
  if (const size_t before = offset % word; before != 0) {
    const std::string filling(before, '\0');
    std::vector<bool> marked = varyingBytes(filling + first, filling + second, 0, elementSize);
    if (!marked.empty()) marked.erase(marked.begin(), marked.begin() + static_cast<std::ptrdiff_t>(before));
    return marked;
  }
  Marker marker(first, second);
  return elementSize != 0 ? marker.elements(elementSize) : marker.unknown();
}

}  // namespace warpwright
