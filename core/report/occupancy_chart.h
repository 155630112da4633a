#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/device/occupancy.h"
#include "core/finding/analysis_result.h"
#include "core/report/svg_ink.h"

namespace warpwright {

/// What a kernel asks of a multiprocessor, and where its register count comes from.
struct OccupancyCase {
  OccupancyRequest request;
  std::optional<uint32_t> registersLow, registersHigh;  ///< band of an estimate
  std::string registersSource;  ///< "ptxas", "estimate", "set by you"; empty: not known, registers are left out
};

/// The case of a kernel at its first launch of a known block size; absent where there is none.
std::optional<OccupancyCase> occupancyCase(const KernelSummary& kernel);

/// One row of the table of limits, in words.
struct OccupancyRow {
  std::string limit;  ///< "Registers (65,536)"
  OccupancyResource resource = OccupancyResource::blocks;
  std::optional<uint32_t> original, variant;  ///< blocks it allows; absent: it is no limit, or there is no variant
  bool limitsOriginal = false, limitsVariant = false;
  std::string use;  ///< "8 → 2 warps a block"
};

/// Original and variant side by side on one device.
struct OccupancyComparison {
  Device device;
  OccupancyCase original;
  std::optional<OccupancyCase> variant;
  Occupancy ofOriginal, ofVariant;
  std::vector<OccupancyRow> rows;  ///< warps, registers, shared memory, blocks
};
OccupancyComparison compareOccupancy(const Device& device, const OccupancyCase& original,
                                     const std::optional<OccupancyCase>& variant);

/// "62.5 %"; the missing value where no block fits.
std::string occupancyPercent(const Occupancy& occupancy);
/// "40 of 64 warps, limit: registers", or why no block fits.
std::string occupancyWords(const Occupancy& occupancy);
/// "Registers: 30 (27–34, estimate)"; says so where they are not known.
std::string registersWords(const OccupancyCase& of);
/// Under what conditions the figures hold: device, carve-out, where the registers come from.
std::string occupancyConditions(const OccupancyComparison& comparison);

/// One of the three curves: theoretical occupancy in percent over what is varied, as steps.
struct OccupancyCurve {
  std::string title;           ///< "Registers a thread"
  double first = 0, last = 0;  ///< of the axis
  std::vector<std::pair<double, std::string>> ticks;
  std::vector<std::pair<double, double>> original, variant;  ///< value, percent
  std::optional<double> originalAt, variantAt;               ///< where the kernel stands
};
/// Threads a block, registers a thread, shared memory a block.
std::array<OccupancyCurve, 3> occupancyCurves(const OccupancyComparison& comparison);

/// The three curves as SVG elements, 0 … width by 0 … occupancySvgHeight.
inline constexpr double occupancySvgHeight = 190;
std::string occupancySvg(const OccupancyComparison& comparison, double width, const SvgInk& ink);

}  // namespace warpwright
