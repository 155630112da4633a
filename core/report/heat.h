#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpwright {

/// How much of a quantity falls on a line of source.
struct LineHeat {
  uint32_t line = 0;
  double share = 0;  ///< 0 … 1 of the kernel's whole
  int level = 1;     ///< 1 … 5, the tint: fifths of the hottest line
};

/// One quantity over the lines of one file.
struct HeatMap {
  std::string name;  ///< with its source: "Memory accesses, engine"
  std::string file;
  std::vector<LineHeat> lines;  ///< in order of lines; lines that round to 0 % are left out
  double highest = 0;           ///< share of the hottest line
};

/// Shares of counts by line. Requires: counts are not negative.
HeatMap heatOfCounts(std::string name, std::string file, const std::map<uint32_t, double>& counts);

/// "38 %"
std::string heatText(double share);
/// What a screen reader says: "Heat of line 43: 38 percent, Memory accesses, engine".
std::string heatWords(const HeatMap& heat, const LineHeat& line);

}  // namespace warpwright
