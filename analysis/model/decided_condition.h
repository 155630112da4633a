#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwright::model {

/// A condition of the preprocessor with `1` and `0` for its comparisons of a version with a number that all toolkits
/// from CUDA 12.0 on, which code is read for, answer alike: `__CUDACC_VER_MAJOR__ < 12`, `CUDART_VERSION >= 11020`. A
/// comparison of `__CUDA_ARCH__` that all their devices answer alike only asks whether the device side is read:
/// `__CUDA_ARCH__ >= 350` becomes `defined(__CUDA_ARCH__)`. What it does not understand stays as it is.
std::string withDecided(std::string_view condition);

/// The parts of a condition that `&&` joins, without blanks and brackets around them: all of them hold where it does.
/// None: it is no such condition (`a || b`).
std::vector<std::string> conjunctsOf(std::string_view condition);

}  // namespace warpwright::model
