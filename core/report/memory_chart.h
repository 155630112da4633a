#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/memory/launch_metrics.h"
#include "core/report/heat.h"

namespace warpwright {

/// One arrow of the memory chart: what goes from one level to the next in one direction.
struct MemoryLink {
  std::string from, to;                    ///< "Kernel", "L1", "Shared", "L2", "DRAM"
  std::string meaning;                     ///< "sectors read by loads"
  double low = 0, high = 0;                ///< bytes; equal where the number is no range
  double variantLow = 0, variantHigh = 0;  ///< the same of the variant; zero where there is none
  bool operator==(const MemoryLink&) const = default;
};

/// Kernel ↔ L1 and shared memory ↔ L2 ↔ DRAM of one kernel's launches together, from the kernel outwards. Links that
/// carry nothing in the original or the variant are left out. Shared memory is counted in passes of 128 bytes, so that
/// bank conflicts show.
std::vector<MemoryLink> memoryChart(const memsim::LaunchMetrics& original,
                                    const memsim::LaunchMetrics* variant = nullptr);

/// What colours a line of source.
enum class HeatMetric : uint8_t {
  requests,    ///< requests of warps, to any memory
  sectors,     ///< of global and local memory
  wavefronts,  ///< of shared memory
  conflicts,   ///< wavefronts due to bank conflicts
  misses,      ///< sectors of loads that are not found in L1: the middle of the range
  wasted,      ///< sectors and wavefronts beyond the fewest that the same lanes could need
};

/// Heat of the lines of each file that has accesses, ordered by file. "Sectors, modelled H200".
std::vector<HeatMap> memoryHeat(const memsim::LaunchMetrics& metrics, HeatMetric metric);

}  // namespace warpwright
