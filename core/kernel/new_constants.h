#pragma once

namespace warpwright {

/// What a change may have made a constant that was none.
struct NewConstants {
  bool arguments = true;  ///< whole numbers that the kernel is given
  bool extents = true;    ///< of blocks and grid
};

}  // namespace warpwright
