#include "core/session/packed_text.h"

#include <zstd.h>

namespace warpwright {

std::string packText(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  const size_t size = ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3);
  // Cannot fail: the buffer has the size that Zstandard asked for.
  packed.resize(ZSTD_isError(size) ? 0 : size);
  return packed;
}

Result<std::string> unpackText(std::string_view packed) {
  constexpr unsigned long long largest = 1ull << 30;
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > largest) {
    return inputError("A stored text is damaged.");
  }
  std::string text(size, '\0');
  const size_t got = ZSTD_decompress(text.data(), text.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) return inputError("A stored text is damaged.");
  return text;
}

}  // namespace warpwright
