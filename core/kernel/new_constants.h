#pragma once

namespace warpwright {

/// What a change may have made a constant that was none.
struct NewConstants {
  bool arguments = true;  ///< whole numbers that the kernel is given
  bool extents = true;    ///< of blocks and grid
  bool indices = true;    ///< parts of a thread's place, `i % 4`, `i == 0`, where one thread does what several did
};

inline constexpr NewConstants noConstants{.arguments = false, .extents = false, .indices = false};

}  // namespace warpwright
