#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwright::frontend {

/// "cuBLAS" for "cublas_v2.h": the library that a header belongs to, of those that come with CUDA, draw on a screen or
/// connect machines, and that the CPU engine does not emulate. Empty for others.
std::string libraryOfHeader(std::string_view header);

/// A function of such a library that a text calls.
struct LibraryCall {
  std::string name;
  unsigned line = 0;
};

/// The first call of each function of the library whose header this is, in order, as far as the words of the text tell:
/// "cufftPlan1d" for "cufft.h". Comments and texts in quotes are passed over.
std::vector<LibraryCall> libraryCalls(std::string_view text, std::string_view header);

}  // namespace warpwright::frontend
