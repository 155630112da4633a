#pragma once

#include <string>
#include <vector>

#include "core/model/memory/launch_metrics.h"
#include "core/report/svg_ink.h"

namespace warpwright {

/// One row of the table beside a memory chart, in words; the variant's cell and the change are empty where there is
/// none.
struct MemoryRow {
  std::string quantity, original, variant, change;
};

/// What passes between the levels, original against variant: traffic in bytes, bank conflicts, hit rates. Ranges are
/// over the schedules; the change is that of their middles. Rows that are zero on both sides are left out.
std::vector<MemoryRow> memoryRows(const memsim::LaunchMetrics& original,
                                  const memsim::LaunchMetrics* variant = nullptr);

/// The chart: kernel, L1 and shared memory, L2, DRAM, arrows as wide as their bytes, the same scale for both; the
/// variant below the original. What depends on the order of warps is dashed. As SVG elements, 0 … width by 0 …
/// memorySvgHeight().
std::string memorySvg(const std::string& kernel, const memsim::LaunchMetrics& original,
                      const memsim::LaunchMetrics* variant, const std::string& variantName, double width,
                      const SvgInk& ink);
double memorySvgHeight(bool hasVariant);

/// Device, blocks at once, what was traced: the conditions of a chart in one sentence, and what its bytes are.
std::string memoryConditions(const memsim::LaunchMetrics& metrics);

/// One place in the source that accesses memory.
struct PlaceRow {
  SourcePosition at;
  std::string access;                             ///< "load global wall"
  std::string requests, perRequest, waste, hits;  ///< numbers in words; an en dash where there is none
  int level = 0;                                  ///< heat of its bytes: 1 … 5; 0: next to nothing
};
std::vector<PlaceRow> placeRows(const memsim::LaunchMetrics& metrics);

}  // namespace warpwright
