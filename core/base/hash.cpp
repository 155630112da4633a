#include "core/base/hash.h"

#include <bit>
#include <cstring>

namespace warpwright {
namespace {

uint64_t load64(const char* bytes) {
  uint64_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// Multiplies to 128 bits and folds: mixes every input bit into every output bit.
uint64_t fold(uint64_t a, uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace

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

ContentHash hashContent(std::string_view bytes) {
  constexpr uint64_t keys[] = {0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0xd6e8feb86659fd93};
  uint64_t a = keys[0] ^ bytes.size(), b = keys[1] ^ bytes.size();
  const char* at = bytes.data();
  size_t left = bytes.size();
  auto mix = [&](uint64_t x, uint64_t y) {
    a = fold(a ^ x, keys[2] ^ y) + x;
    b = fold(b ^ y, keys[3] ^ std::rotl(x, 32)) + std::rotl(y, 17);
  };
  for (; left >= 16; left -= 16, at += 16) mix(load64(at), load64(at + 8));
  if (left != 0) {
    char rest[16] = {};
    std::memcpy(rest, at, left);
    mix(load64(rest), load64(rest + 8));
  }
  mix(b, a);
  mix(bytes.size(), keys[0]);
  return {a, b};
}

}  // namespace warpwright
