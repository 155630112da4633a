#pragma once

#include <string>
#include <string_view>

namespace warpwright {

/// The bytes, less than 4 GiB, as a file that `gunzip` reads. The same bytes give the same file.
std::string gzipped(std::string_view bytes);

}  // namespace warpwright
