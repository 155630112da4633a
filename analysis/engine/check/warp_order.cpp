#include "analysis/engine/check/warp_order.h"

#include <algorithm>
#include <bit>

namespace warpwright::engine {

void WarpOrder::meet(uint32_t warp, uint32_t named, uint32_t all) {
  Warp& of = warps_[warp];
  ++of.time;
  if ((named & all) == all) {
    of.together = of.time;
    return;
  }
  if (!of.known) of.known = std::make_unique<Known>();
  // What one of them knows of others, all know from here on.
  std::array<uint32_t, lanes> merged{};
  for (uint32_t m = named; m != 0; m &= m - 1) {
    const auto& known = (*of.known)[static_cast<std::size_t>(std::countr_zero(m))];
    for (uint32_t i = 0; i < lanes; ++i) merged[i] = std::max(merged[i], known[i]);
  }
  for (uint32_t m = named; m != 0; m &= m - 1) merged[static_cast<std::size_t>(std::countr_zero(m))] = of.time;
  for (uint32_t m = named; m != 0; m &= m - 1) (*of.known)[static_cast<std::size_t>(std::countr_zero(m))] = merged;
}

}  // namespace warpwright::engine
