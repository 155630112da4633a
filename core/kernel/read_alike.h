#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kernel/kernel_model.h"

namespace warpwright {

/// A load of the source that threads which differ along one dimension of the block only carry out with one address.
struct AlikeRead {
  SourceRange range;          ///< the expression
  std::string text;           ///< "b[k][tx]"
  int dimension = 0;          ///< 0, 1, 2 for x, y, z
  bool always = true;         ///< all threads of the block get there; else those that do read alike
  bool keepsItsValue = true;  ///< the kernel writes nothing to what is read
};

/// Loads from global and shared memory that do not depend on the dimension, in source order: their addresses are made
/// of what threads along it share. A load is named once, and only where every access that it became is so. One that
/// the model does not understand is left out, and so is what stands in a place the source does not spell.
std::vector<AlikeRead> readsAlike(const KernelModel& model, int dimension);

/// A load from global memory for which nothing in the kernel tells that a block would find it in the L1 cache again.
struct LoneRead {
  SourceRange range;
  std::string text;
};

/// Loads from global memory of which no line is seen to be read again inside a block: neighbours along x read
/// neighbours in memory, no other load or round reads the same or the rest of the line, and no two threads read one
/// element. In source order. No proof: addresses are compared at sample values, and what is not understood is left out.
std::vector<LoneRead> readsWithoutReuse(const KernelModel& model);

}  // namespace warpwright
