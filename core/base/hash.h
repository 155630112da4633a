#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpwright {

/// 64-bit FNV-1a. Stable over versions and machines: ids and stale-text checks are stored in files.
uint64_t hashText(std::string_view text, uint64_t seed = 0xcbf29ce484222325u);

/// The hash as 16 hexadecimal digits.
std::string hexText(uint64_t hash);

/// 128 bits that stand for the content of one piece of memory: for telling pieces apart and for finding damage, not for
/// safety against people. Stable over versions and machines. Several GB/s.
using ContentHash = std::array<uint64_t, 2>;
ContentHash hashContent(std::string_view bytes);

}  // namespace warpwright
