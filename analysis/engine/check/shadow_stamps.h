#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "analysis/engine/memory/zeroed_memory.h"

namespace warpwright::engine {

/// Who touched a place of memory last: the number of an access of a warp from bit 6 on, a note in bit 5, the lane
/// below. 0: nobody.
using Stamp = uint32_t;
inline constexpr Stamp notedStamp = 32, splitStamp = ~0u;
inline constexpr uint32_t mostStampNumbers = (uint32_t{1} << 26) - 1;  ///< `splitStamp` has the one behind them

/// A stamp for each of many places, all 0 at first. What lanes of a warp touch side by side takes 40 bytes for 32
/// places, up to four such runs; only where more meet, each place has 4 bytes of its own. What is never touched takes
/// none.
class ShadowStamps {
 public:
  /// Null: there is no room.
  static std::unique_ptr<ShadowStamps> create(uint64_t places);

  Stamp of(uint64_t place) const;
  void set(uint64_t place, Stamp stamp);
  /// Stamps with lower numbers may be forgotten from now on, and read as 0: their room is used again.
  void forgetBelow(uint32_t number) { oldest_ = number; }
  /// All are 0 again.
  void clear();

 private:
  /// Lanes that rise with the places: lane = place + shift, modulo 64.
  struct Run {
    uint32_t number : 26, shift : 6;
    uint32_t places;  ///< bit i: place i of the row
  };
  struct Row {
    std::array<Run, 4> runs;
    uint32_t noted, split;  ///< bit i: place i
  };
  static constexpr uint32_t
      rowPlaces = 32,
      wide = 32;  ///< no lane and place differ by 32: such a shift marks a row whose places are in `each_`

  explicit ShadowStamps(uint64_t rows) : rows_(rows), each_(rows * rowPlaces) {}
  void widen(uint64_t row);

  uint32_t oldest_ = 0;
  ZeroedMemory<Row> rows_;
  ZeroedMemory<Stamp> each_;  ///< of rows that are wide
};

}  // namespace warpwright::engine
