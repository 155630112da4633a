#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpwright {

/// Which bytes say nothing, since two runs of one program leave them different there: true for each. Empty: none.
/// Of elements of a known size (`elementSize` bytes) that is each that differs. Of others it is what may be one number
/// with a byte that differs, and not what stands beside it: 8 bytes where both runs have an address of the host there,
/// else 4 bytes; or, where all such pieces begin with a byte that stays the same, as values do in front of padding,
/// those of the 4 that differ in any of them. `offset`: where the bytes begin in their buffer.
std::vector<bool> varyingBytes(const std::string& first, const std::string& second, uint64_t offset,
                               uint32_t elementSize);

}  // namespace warpwright
