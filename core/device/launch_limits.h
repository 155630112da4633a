#pragma once

#include <array>
#include <cstdint>

namespace warpwright {

/// What every GPU that CUDA supports refuses beyond (CUDA C++ Programming Guide, *Compute Capabilities*).
inline constexpr std::array<uint32_t, 3> mostBlocks = {2147483647, 65535, 65535};  ///< along each dimension of a grid
inline constexpr std::array<uint32_t, 3> mostThreads = {1024, 1024, 64};           ///< along each dimension of a block
inline constexpr uint32_t mostThreadsOfBlock = 1024;                               ///< in all
/// Bytes of shared memory of a block: without being asked for, and on the device that has most.
inline constexpr uint64_t mostSharedUnasked = 48 * 1024;
inline constexpr uint64_t mostShared = 227 * 1024;

/// Is one of the extents larger than it may be?
constexpr bool exceeds(const std::array<uint32_t, 3>& extents, const std::array<uint32_t, 3>& most) {
  return extents[0] > most[0] || extents[1] > most[1] || extents[2] > most[2];
}

}  // namespace warpwright
