#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpwright {

/// 64-bit FNV-1a. Stable over versions and machines: ids and stale-text checks are stored in files.
uint64_t hashText(std::string_view text, uint64_t seed = 0xcbf29ce484222325u);

/// The hash as 16 hexadecimal digits.
std::string hexText(uint64_t hash);

}  // namespace warpwright
