#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/device/device.h"
#include "core/model/memory/warp_recorder.h"

namespace warpwright::memsim {

struct Traffic;

/// What the model can be wrong by in the ratio of two variants.
inline constexpr double estimateBand = 0.15;

/// What bounds a launch, by an interval model. It ranks variants of a kernel and says why; it is not a time, and is
/// never shown as one: `cost` has a meaning only in the ratio of two estimates for the same device.
struct TimingEstimate {
  struct Term {
    std::string name;  ///< "memory latency", "instruction issue", "shared memory and L1", "L2 bandwidth", …
    double cost = 0;
    bool operator==(const Term&) const = default;
  };
  double low = 0, high = 0;  ///< cost over the schedules
  std::vector<Term> terms;   ///< the largest first, mean over the schedules
  const std::string& bound() const { return terms.front().name; }
  /// One launch after the other.
  TimingEstimate& operator+=(const TimingEstimate& other);
  bool operator==(const TimingEstimate&) const = default;
};

/// The spaces whose accesses take time of their own, in the order of `TimingSite::counts`.
inline constexpr std::array timedSpaces{MemorySpace::global, MemorySpace::local, MemorySpace::texture,
                                        MemorySpace::shared};

/// What was counted at one place of a kernel.
struct TimingSite {
  EventKind kind = EventKind::load;
  SiteWork work;
  uint64_t executions = 0;  ///< how often a warp passed it
  std::array<AccessCounts, timedSpaces.size()> counts;
};

/// The launch as far as timing needs it.
struct TimingInput {
  const Device* device = nullptr;
  uint64_t blocks = 0;
  uint32_t warpsPerBlock = 1, residentBlocks = 1;
  double countFactor = 1, trafficFactor = 1;  ///< from what was traced, and modelled, to the whole launch
  std::vector<TimingSite> sites;
  AtomicPasses atomics;  ///< of what was traced
};

/// What the threads of a launch compute, counted where a lane takes part: a product and a sum are two operations, also
/// where the GPU makes one instruction of them.
struct ArithmeticCounts {
  double instructions = 0;  ///< of threads, all kinds
  double fp32 = 0, fp64 = 0;
  bool operator==(const ArithmeticCounts&) const = default;
};
/// Of the whole launch: what was traced, scaled by `input.countFactor`.
ArithmeticCounts arithmeticOf(const TimingInput& input);

std::vector<TimingSite> timingSites(const std::vector<TraceSite>& sites, const WarpRecorder& counts);

/// One schedule's terms, in a fixed order. Each multiprocessor's cost is combined from: issue of its warps'
/// instructions; lanes for each type; passes of shared memory and L1; L2 and DRAM bandwidth; atomics that meet in one
/// part of L2; and latency, for which each region of code waits once a step for the slowest load of that step
/// (GPUMech's intervals; independent loads, also those of threads that were merged into one, wait together) while other
/// resident warps run. `traffic` and `dramWrites`: of the schedule.
std::vector<TimingEstimate::Term> timingTerms(const TimingInput& input, const std::vector<Traffic>& traffic,
                                              uint64_t dramWrites);

/// Combines the terms of every schedule. Requires: at least one.
TimingEstimate combineTerms(const std::vector<std::vector<TimingEstimate::Term>>& schedules);

/// How a variant ranks against its original.
struct TimingComparison {
  enum class Verdict : uint8_t { faster, slower, unsure };
  double ratio = 1, low = 1, high = 1;  ///< cost of the original over that of the variant; a band
  Verdict verdict = Verdict::unsure;
  std::string why;  ///< one sentence: what bounds each
};
TimingComparison compareTiming(const TimingEstimate& original, const TimingEstimate& variant);

}  // namespace warpwright::memsim
