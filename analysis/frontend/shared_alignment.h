#pragma once

#include <string>

namespace warpwright::frontend {

/// nvcc accepts `__shared__ alignas(16) float a[4]`, Clang wants the alignment first. Swaps the words in place, with an
/// `extern` or `static` before them, so that every other character keeps its offset. True where it changed something.
bool putAlignmentFirst(std::string& text);

}  // namespace warpwright::frontend
