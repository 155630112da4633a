#include "core/base/gzip.h"

#include <zlib.h>

#include <new>

namespace warpwright {

std::string gzipped(std::string_view bytes) {
  constexpr int gzipFormat = 15 + 16, memory = 8;
  z_stream stream = {};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipFormat, memory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);  // into all that it may need: in one go
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace warpwright
