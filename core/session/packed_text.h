#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace warpwright {

/// Zstandard frame of `text`.
std::string packText(std::string_view text);

/// Back. Errors: damaged, or more than 1 GiB.
Result<std::string> unpackText(std::string_view packed);

}  // namespace warpwright
