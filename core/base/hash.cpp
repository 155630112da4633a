#include "core/base/hash.h"

namespace warpwright {

uint64_t hashText(std::string_view text, uint64_t seed) {
  uint64_t hash = seed;
  for (unsigned char byte : text) {
    hash ^= byte;
    hash *= 0x100000001b3u;
  }
  return hash;
}

std::string hexText(uint64_t hash) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (int i = 15; i >= 0; --i, hash >>= 4) text[i] = digits[hash & 15];
  return text;
}

}  // namespace warpwright
