#pragma once

#include <string>

namespace warpwright::rewrite {

/// What compaction merges: threads of a block or blocks of the grid, along one dimension.
struct MergedAxis {
  bool ofBlocks = false;
  int dimension = 0;  ///< 0, 1, 2 for x, y, z
  /// Blocks whose shared memory is not taken apart: each has its own, under one name that all of the text may use.
  bool keepsShared = false;

  char letter() const { return "xyz"[dimension]; }
  std::string indexObject() const { return ofBlocks ? "blockIdx" : "threadIdx"; }
  std::string extentObject() const { return ofBlocks ? "gridDim" : "blockDim"; }
  std::string index() const { return indexObject() + "." + letter(); }    ///< "threadIdx.y"
  std::string extent() const { return extentObject() + "." + letter(); }  ///< "blockDim.y"
  /// One of those merged, for a name: "thread", "block".
  std::string noun() const { return ofBlocks ? "block" : "thread"; }

  bool operator==(const MergedAxis&) const = default;
};

}  // namespace warpwright::rewrite
