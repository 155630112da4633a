#pragma once

#include <string_view>

namespace warpwright::model {

/// Is it a function of CUDA's mathematical library or intrinsics that gives a value and does nothing else? Of those for
/// `float` that are called like the one for `double` with an `f` behind it, the name without the `f`.
bool isMathName(std::string_view name);

}  // namespace warpwright::model
