#pragma once

#include <cstdint>
#include <string>

namespace warpwright {

/// The header of one regular file in a tar archive (POSIX ustar; sizes from 8 GiB as GNU and BSD
/// tar write them). Its bytes follow, then `tarPadding`. Requires: `name` is relative and shorter
/// than 100 bytes.
std::string tarHeader(const std::string& name, uint64_t bytes, bool executable);

/// Zero bytes after a file.
std::string tarPadding(uint64_t bytes);

/// What stands at the end.
std::string tarEnd();

}  // namespace warpwright
