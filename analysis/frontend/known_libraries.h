#pragma once

#include <string>
#include <string_view>

namespace warpwright::frontend {

/// "cuBLAS" for "cublas_v2.h": the library that a header belongs to, of those that come with CUDA, draw on a screen or
/// connect machines, and that the CPU engine does not emulate. Empty for others.
std::string libraryOfHeader(std::string_view header);

}  // namespace warpwright::frontend
