#include "core/execute/place/tar_stream.h"

#include <cstdio>
#include <cstring>

namespace warpwright {
namespace {

constexpr uint64_t block = 512;
constexpr uint64_t octalLimit = uint64_t{1} << 33;

void putOctal(char* field, size_t size, uint64_t value) {
  for (size_t i = size - 1; i-- > 0; value >>= 3) field[i] = static_cast<char>('0' + (value & 7));
  field[size - 1] = 0;
}

}  // namespace

std::string tarHeader(const std::string& name, uint64_t bytes, bool executable) {
  std::string header(block, '\0');
  char* at = header.data();
  name.copy(at, 99);
  putOctal(at + 100, 8, executable ? 0755 : 0644);
  putOctal(at + 108, 8, 0);
  putOctal(at + 116, 8, 0);
  if (bytes < octalLimit) {
    putOctal(at + 124, 12, bytes);
  } else {
    at[124] = static_cast<char>(0x80);  // a binary number follows
    for (size_t i = 11; i >= 4; --i, bytes >>= 8) at[124 + i] = static_cast<char>(bytes & 0xff);
  }
  putOctal(at + 136, 12, 0);
  std::memset(at + 148, ' ', 8);
  at[156] = '0';
  std::memcpy(at + 257, "ustar\00000", 8);
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  putOctal(at + 148, 7, sum);
  at[155] = ' ';
  return header;
}

std::string tarPadding(uint64_t bytes) {
  return std::string((block - bytes % block) % block, '\0');
}

std::string tarEnd() {
  return std::string(2 * block, '\0');
}

}  // namespace warpwright
