#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/model/fused_chip/fused_machine.h"

namespace warpwright::memsim {

/// The skip factor of a pre-execution program at a moment of simulated time.
struct SkipSample {
  uint64_t tick = 0;
  uint64_t skip = 0;
  bool operator==(const SkipSample&) const = default;
};

/// One way to run the launches of a kernel on a fused chip, and what came of it.
struct FusedMode {
  enum class Kind : uint8_t {
    alone,     ///< no pre-execution
    adaptive,  ///< the skip factor follows the counter of L3 hits (HPCA'12, Figure 5)
    fixed,     ///< the skip factor stays
    perfect,   ///< every access hits in the shared cache
  };
  Kind kind = Kind::alone;
  uint64_t skip = 0;  ///< at the start
  uint64_t batch = 16;
  FusedCounts counts;             ///< over all modelled launches
  std::vector<SkipSample> skips;  ///< of `adaptive`: where it changed
};

/// "adaptive", "skip factor 160", …
std::string toString(const FusedMode& mode);

/// A kernel's launches on a fused chip, in every mode.
struct FusedRun {
  std::string device, kernel;
  std::array<uint32_t, 3> grid{}, block{};  ///< of the first modelled launch
  uint64_t launches = 0;                    ///< that were modelled
  uint64_t skipped = 0;                     ///< before the first of them
  uint32_t residentBlocks = 0;              ///< a multiprocessor
  double clockGHz = 0;                      ///< of the CPU: ticks a nanosecond
  std::vector<FusedMode> modes;
  std::vector<std::string> conditions;  ///< under which the numbers hold, a sentence each

  /// The first of a kind; null where there is none. `batch` 0: any.
  const FusedMode* find(FusedMode::Kind kind, uint64_t batch = 0) const;
  /// The fixed skip factor that was fastest, the smaller of equals: what profiling chooses (section 4.2).
  const FusedMode* profiled() const;
  /// Times faster than without pre-execution; 0 where that was not run.
  double speedup(const FusedMode& mode) const;
};

/// Skip factors that profiling tries (section 4.2), and batch sizes of Figure 17.
inline constexpr std::array<uint64_t, 7> profiledSkipFactors{32, 64, 96, 128, 160, 192, 224};
inline constexpr std::array<uint64_t, 3> batchSizes{16, 8, 32};

/// Every mode that the figures of HPCA'12 need: alone, adaptive with each batch size, fixed with each factor, perfect.
/// `skip`: what adaptive starts with.
std::vector<FusedMode> everyMode(uint64_t skip);

}  // namespace warpwright::memsim
