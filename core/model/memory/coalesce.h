#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/model/memory/warp_merge.h"

namespace warpwright::memsim {

inline constexpr uint64_t sectorBytes = 32, lineBytes = 128;

/// Sectors of one 128-byte line that a request touches.
struct LineAccess {
  uint64_t line = 0;    ///< address / 128
  uint8_t sectors = 0;  ///< bit i: sector i
  bool operator==(const LineAccess&) const = default;
};

/// What one request of a warp asks of the memory system: lines in the order in which lanes first touch them.
struct LineSet {
  uint32_t count = 0;
  std::array<LineAccess, 2 * warpSize> lines;  ///< the first `count`

  uint32_t sectors() const {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += static_cast<uint32_t>(std::popcount(lines[i].sectors));
    return sum;
  }
};

/// The sectors that the lanes of `access` touch with `bytes` (1 to 16) each. Every sector counts once a request,
/// however many lanes share it.
void coalesce(const WarpAccess& access, uint32_t bytes, LineSet& lines);

/// The sectors of a local access of `bytes` at the frame offsets in `offsets`. Local memory lies in words of 4 bytes,
/// those of a warp's lanes side by side: lanes that touch the same offset touch one line. `warpBase` is where the
/// warp's frames start (a multiple of 128).
void coalesceLocal(const WarpAccess& offsets, uint32_t bytes, uint64_t warpBase, LineSet& lines);

/// Passes that L2 takes for one request of atomics, told sector by sector to `take(sector, passes)`: a pass serves one
/// lane of each word of a sector. On an H200 a request of 32 lanes takes 1.46 cycles a pass where all of them meet in
/// one word, 1.35 where each has its own.
template <typename Take>
void atomicPasses(const WarpAccess& access, Take take) {
  std::array<uint64_t, warpSize> words;
  uint32_t count = 0;
  for (uint32_t rest = access.lanes; rest != 0; rest &= rest - 1)
    words[count++] = access.addresses[static_cast<uint32_t>(std::countr_zero(rest))];
  std::sort(words.begin(), words.begin() + count);
  for (uint32_t i = 0; i < count;) {
    const uint64_t sector = words[i] / sectorBytes;
    uint32_t passes = 0;
    while (i < count && words[i] / sectorBytes == sector) {
      const uint32_t first = i;
      while (i < count && words[i] == words[first]) ++i;
      passes = std::max(passes, i - first);
    }
    take(sector, passes);
  }
}

/// How often shared memory has to be read or written for one request of a warp: 32 banks of 4 bytes, one word of each a
/// wavefront; lanes that touch the same word share it. 8-byte accesses are served by half-warps, 16-byte accesses by
/// quarter-warps; two neighbouring parts (two halves; two quarters of one half) are served together where every lane i
/// touches the same address as lane i^1, or every lane i as lane i^2 (inactive lanes agree with anyone). So a uniform
/// 16-byte load takes two wavefronts, as an H200 counts it. Lanes of an atomic on one word take turns.
uint32_t sharedWavefronts(const WarpAccess& access, uint32_t bytes, bool atomic = false);

/// The wavefronts of `lanes` lanes with no conflict at all: what `sharedWavefronts` gives for consecutive elements.
uint32_t conflictFreeWavefronts(uint32_t lanes, uint32_t bytes);

}  // namespace warpwright::memsim
