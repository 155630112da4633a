#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace warpwright {

/// What a change may have made a constant that was none.
struct NewConstants {
  bool arguments = true;  ///< whole numbers that the kernel is given
  /// Of the arguments these alone, by position; empty: any of them.
  std::vector<unsigned> parameters = {};
  std::map<unsigned, int64_t> values = {};  ///< the numbers that arguments become, by position, where they are known
  bool small = true;                        ///< 0 or 1 may be among them: only one number is less
  bool extents = true;                      ///< of blocks and grid
  bool indices = true;  ///< parts of a thread's place, `i % 4`, `i == 0`, where one thread does what several did
  bool rounds = false;  ///< counters of loops, where several rounds become one
};

inline const NewConstants noConstants{.arguments = false, .extents = false, .indices = false};

}  // namespace warpwright
