#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace warpwright::engine {

/// From when on others may learn, by a fence and a flag, what the threads of a block did: from where a thread fenced
/// itself, or waited for others who may fence for it. Times of warps are those of `ThreadOrder`, others count fences.
class ReleasePoints {
 public:
  /// What the thread did before `warpTime`, fences after `time` tell of.
  void ofThread(uint32_t thread, uint32_t warpTime, uint32_t time) { add(threads_[thread], warpTime, time); }
  /// The same of all lanes of a warp.
  void ofWarp(uint32_t warp, uint32_t warpTime, uint32_t time) { add(warps_[warp], warpTime, time); }
  /// May who knows of the fences before `acquired` know what the thread did at `warpTime`?
  bool reached(uint32_t thread, uint32_t warpTime, uint32_t acquired) const {
    return reached(threads_[thread], warpTime, acquired) || reached(warps_[thread / 32], warpTime, acquired);
  }
  void clear() {
    if (!any_) return;
    for (auto& points : threads_) points.clear();
    for (auto& points : warps_) points.clear();
    any_ = false;
  }

 private:
  struct Point {
    uint32_t warpTime, time;
  };
  using Points = std::vector<Point>;  ///< both times rise

  void add(Points& points, uint32_t warpTime, uint32_t time) {
    any_ = true;
    if (!points.empty() && points.back().time == time)
      points.back().warpTime = warpTime;
    else
      points.push_back({warpTime, time});
  }
  static bool reached(const Points& points, uint32_t warpTime, uint32_t acquired) {
    const auto first = std::upper_bound(points.begin(), points.end(), warpTime,
                                        [](uint32_t time, const Point& point) { return time < point.warpTime; });
    return first != points.end() && first->time < acquired;
  }

  std::array<Points, 1024> threads_;
  std::array<Points, 32> warps_;
  bool any_ = false;
};

}  // namespace warpwright::engine
