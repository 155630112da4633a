#include "core/report/heat.h"

#include <algorithm>
#include <cmath>

namespace warpwright {

HeatMap heatOfCounts(std::string name, std::string file, const std::map<uint32_t, double>& counts) {
  HeatMap heat{std::move(name), std::move(file), {}, 0};
  double sum = 0;
  for (const auto& [line, count] : counts) sum += count;
  if (sum <= 0) return heat;
  for (const auto& [line, count] : counts) heat.highest = std::max(heat.highest, count / sum);
  for (const auto& [line, count] : counts) {
    const double share = count / sum;
    if (share < 0.005) continue;
    heat.lines.push_back({line, share, std::clamp(static_cast<int>(std::ceil(share / heat.highest * 5)), 1, 5)});
  }
  return heat;
}

std::string heatText(double share) {
  return std::to_string(std::lround(share * 100)) + " %";
}

std::string heatWords(const HeatMap& heat, const LineHeat& line) {
  return "Heat of line " + std::to_string(line.line) + ": " + std::to_string(std::lround(line.share * 100)) +
         " percent, " + heat.name;
}

}  // namespace warpwright
