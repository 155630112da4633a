#pragma once

#include <cstdint>
#include <vector>

#include "core/model/memory/coalesce.h"

namespace warpwright::memsim {

/// How a line that is brought in ranks when room is needed.
enum class Retention : uint8_t { first, normal, last };

/// A cache of 128-byte lines with four sectors each: hashed sets, least recently used first, write-back.
class SectorCache {
 public:
  /// `bytes` 0: a cache that never holds anything. `fillSectors` 4: a miss fetches the whole line.
  SectorCache(uint64_t bytes, uint32_t ways, uint32_t fillSectors = 1);

  struct Outcome {
    uint8_t hit = 0;           ///< of the wanted sectors
    uint8_t evictedDirty = 0;  ///< sectors of a line that had to go and were written to
  };
  /// Looks a line up and brings the missing sectors in. `dirty`: the access writes.
  Outcome access(LineAccess line, bool dirty, Retention retention = Retention::normal);
  /// The wanted sectors that are there; nothing is brought in, ages stay.
  uint8_t peek(LineAccess line) const;
  /// Forgets sectors of a line, where it is there.
  void drop(LineAccess line);
  /// Empty again.
  void clear();

 private:
  struct Way {
    uint64_t tag = none;
    uint32_t age = 0;
    uint8_t valid = 0, dirty = 0;
    Retention retention = Retention::normal;
  };
  static constexpr uint64_t none = ~uint64_t{0};

  size_t setOf(uint64_t line) const;
  Way* find(uint64_t line);

  uint64_t sets_ = 0;
  uint32_t ways_ = 0, fillSectors_ = 1, clock_ = 0;
  std::vector<Way> lines_;
};

}  // namespace warpwright::memsim
