#pragma once

#include <string>
#include <string_view>

namespace warpwright::model {

/// A condition of the preprocessor with `1` and `0` for its comparisons of a version with a number that all toolkits
/// from CUDA 12.0 on, which code is read for, answer alike: `__CUDACC_VER_MAJOR__ < 12`, `CUDART_VERSION >= 11020`. A
/// comparison of `__CUDA_ARCH__` that all their devices answer alike only asks whether the device side is read:
/// `__CUDA_ARCH__ >= 350` becomes `defined(__CUDA_ARCH__)`. What it does not understand stays as it is.
std::string withDecided(std::string_view condition);

/// Is it of parts that `&&` alone joins, none of them a bracket that is negated?
bool isPlainConjunction(std::string_view condition);

/// Is one of the parts that `&&` joins `0`: does the condition never hold? `condition`: from withDecided.
bool neverHolds(std::string_view condition);

}  // namespace warpwright::model
