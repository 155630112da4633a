#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace warpwright {

/// How messages are told apart in a stream: by a header with their length (language servers), or one a line (MCP).
enum class Framing { contentLength, lines };

/// The message as it is written into the stream.
std::string framed(Framing framing, std::string_view message);

/// Takes messages out of a stream that comes in pieces.
class FrameReader {
 public:
  explicit FrameReader(Framing framing) : framing_(framing) {}
  void add(std::string_view bytes) { waiting_ += bytes; }
  /// The next whole message; nothing: more bytes are needed. Errors (input): a header that tells no length, or one
  /// past `mostBytes`; it is skipped, and what follows is read on.
  Result<std::optional<std::string>> next();

  static constexpr size_t mostBytes = size_t{64} << 20;

 private:
  Result<std::optional<std::string>> nextLine();

  Framing framing_;
  std::string waiting_;
};

}  // namespace warpwright
