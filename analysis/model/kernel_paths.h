#pragma once

#include <vector>

#include "core/base/ids.h"

namespace warpwright::model {

/// Where control goes at the end of a basic block: what following one thread needs beyond BasicBlock::successors.
struct Ways {
  std::vector<ExpressionId> conditions;  ///< width 1, one a successor: exactly one holds
  BlockId meet;                          ///< where all ways have come together again; invalid: behind the kernel's end
};
using KernelPaths = std::vector<Ways>;  ///< by block

}  // namespace warpwright::model
