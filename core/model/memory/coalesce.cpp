#include "core/model/memory/coalesce.h"

#include <algorithm>

namespace warpwright::memsim {
namespace {

/// Adds a sector (address / 32) to the lines of a request.
inline void addSector(LineSet& lines, uint64_t sector) {
  const uint64_t line = sector >> 2;
  const uint8_t bit = static_cast<uint8_t>(1u << (sector & 3));
  for (uint32_t i = lines.count; i > 0; --i) {
    if (lines.lines[i - 1].line != line) continue;
    lines.lines[i - 1].sectors |= bit;
    return;
  }
  if (lines.count < lines.lines.size()) lines.lines[lines.count++] = {line, bit};
}

/// True where the addresses of all 32 lanes rise by `step`.
inline bool risesBy(const WarpAccess& access, uint64_t step) {
  uint64_t wrong = 0;
  for (uint32_t lane = 0; lane < warpSize; ++lane)
    wrong |= access.addresses[lane] ^ (access.addresses[0] + lane * step);
  return wrong == 0;
}

/// Wavefronts of the lanes `first` … `first + count - 1`, served together.
uint32_t partWavefronts(const WarpAccess& access, uint32_t first, uint32_t count, uint32_t bytes, bool atomic) {
  constexpr uint32_t banks = 32, most = 8 * warpSize;
  const uint32_t part = count == warpSize ? ~0u : ((1u << count) - 1) << first;
  std::array<uint64_t, most> words;
  std::array<int16_t, most> next;  // words of one bank, the latest first
  std::array<int16_t, banks> head;
  std::array<uint16_t, banks> load{};
  head.fill(-1);
  int16_t found = 0;
  uint32_t worst = 0;
  for (uint32_t rest = access.lanes & part; rest != 0; rest &= rest - 1) {
    const uint64_t address = access.addresses[static_cast<uint32_t>(std::countr_zero(rest))];
    const uint64_t last = (address + bytes - 1) / 4;
    for (uint64_t word = address / 4; word <= last && found < static_cast<int>(most); ++word) {
      const uint32_t bank = word % banks;
      int16_t same = atomic ? int16_t{-1} : head[bank];
      while (same >= 0 && words[static_cast<size_t>(same)] != word) same = next[static_cast<size_t>(same)];
      if (same >= 0) continue;
      words[static_cast<size_t>(found)] = word;
      next[static_cast<size_t>(found)] = head[bank];
      head[bank] = found++;
      worst = std::max<uint32_t>(worst, ++load[bank]);
    }
  }
  return worst;
}

/// True where lanes i and i^distance touch the same address, for every i of which both take part.
bool pairsAgree(const WarpAccess& access, uint32_t first, uint32_t count, uint32_t distance) {
  for (uint32_t lane = first; lane < first + count; ++lane) {
    const uint32_t other = lane ^ distance;
    const uint32_t both = (1u << lane) | (1u << other);
    if ((access.lanes & both) == both && access.addresses[lane] != access.addresses[other]) return false;
  }
  return true;
}

uint32_t mergedOrSplit(const WarpAccess& access, uint32_t first, uint32_t count, uint32_t bytes) {
  if (pairsAgree(access, first, count, 1) || pairsAgree(access, first, count, 2)) {
    return partWavefronts(access, first, count, bytes, false);
  }
  return partWavefronts(access, first, count / 2, bytes, false) +
         partWavefronts(access, first + count / 2, count / 2, bytes, false);
}

}  // namespace

void coalesce(const WarpAccess& access, uint32_t bytes, LineSet& lines) {
  lines.count = 0;
  if (access.lanes == ~0u && (risesBy(access, 0) || risesBy(access, bytes))) {
    const uint64_t last = (access.addresses[warpSize - 1] + bytes - 1) / sectorBytes;
    for (uint64_t sector = access.addresses[0] / sectorBytes; sector <= last; ++sector) addSector(lines, sector);
    return;
  }
  for (uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
    const uint64_t address = access.addresses[static_cast<uint32_t>(std::countr_zero(rest))];
    const uint64_t last = (address + bytes - 1) / sectorBytes;
    for (uint64_t sector = address / sectorBytes; sector <= last; ++sector) addSector(lines, sector);
  }
}

void coalesceLocal(const WarpAccess& offsets, uint32_t bytes, uint64_t warpBase, LineSet& lines) {
  lines.count = 0;
  for (uint32_t rest = offsets.lanes; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint64_t offset = offsets.addresses[lane];
    for (uint64_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
      addSector(lines, (warpBase + word * lineBytes + lane * 4) / sectorBytes);
    }
  }
}

uint32_t sharedWavefronts(const WarpAccess& access, uint32_t bytes, bool atomic) {
  if (access.lanes == 0) return 0;
  if (bytes <= 4 || atomic) {
    const bool aligned = access.addresses[0] % 4 == 0 && bytes == 4;
    if (!atomic && access.lanes == ~0u && (risesBy(access, 0) || (aligned && risesBy(access, 4)))) return 1;
    return partWavefronts(access, 0, warpSize, bytes, atomic);
  }
  if (bytes <= 8) return mergedOrSplit(access, 0, warpSize, bytes);
  return mergedOrSplit(access, 0, warpSize / 2, bytes) + mergedOrSplit(access, warpSize / 2, warpSize / 2, bytes);
}

uint32_t conflictFreeWavefronts(uint32_t lanes, uint32_t bytes) {
  WarpAccess access;
  access.lanes = lanes;
  for (uint32_t lane = 0; lane < warpSize; ++lane) access.addresses[lane] = uint64_t{lane} * bytes;
  return sharedWavefronts(access, bytes);
}

}  // namespace warpwright::memsim
