#pragma once

#include <array>
#include <cstdint>
#include <memory>

namespace warpwright::engine {

/// Which lanes of a block's warps have waited for each other: a warp barrier orders the lanes that its mask names, and
/// no others. Times of a warp count its barriers; they go on from block to block.
class WarpOrder {
 public:
  /// When what lanes of the warp do from here on happens.
  uint32_t time(uint32_t warp) const { return warps_[warp].time; }
  /// The lanes `named` wait for each other; the warp has the lanes `all`.
  void meet(uint32_t warp, uint32_t named, uint32_t all);
  /// True where what lane `earlier` did at `time` comes before what lane `later` does now.
  bool ordered(uint32_t warp, uint32_t earlier, uint32_t time, uint32_t later) const {
    const Warp& of = warps_[warp];
    return time < of.together || (of.known && time < (*of.known)[later][earlier]);
  }

 private:
  static constexpr uint32_t lanes = 32;
  /// Of each lane: before which time it knows what each other lane did.
  using Known = std::array<std::array<uint32_t, lanes>, lanes>;
  struct Warp {
    uint32_t time = 0, together = 0;  ///< together: of the last barrier of all lanes
    std::unique_ptr<Known> known;     ///< null: all barriers were of all lanes
  };
  std::array<Warp, 32> warps_;
};

}  // namespace warpwright::engine
