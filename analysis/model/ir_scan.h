#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "analysis/model/kernel_paths.h"
#include "analysis/model/source_index.h"
#include "core/kernel/kernel_model.h"

namespace llvm {
class Function;
}

namespace warpwright::model {

/// Where things of the model come from in the IR, for joining them with the source. Vectors are parallel to the
/// model's.
struct IrOrigins {
  struct Origin {
    std::vector<SourcePosition> own;                   ///< the instruction's place and the call sites around it
    std::vector<std::vector<SourcePosition>> address;  ///< the same for each step of the address, nearest first
    bool isCopySource = false;                         ///< the source side of a memory copy
  };
  std::vector<Origin> accesses;
  std::vector<std::vector<SourcePosition>> barriers, calls, loops;
  std::vector<std::string> linkerNames;              ///< of objects
  std::vector<std::pair<SymbolId, AccessId>> loads;  ///< which symbol stands for which access's value
  KernelPaths paths;                                 ///< where they were asked for
};

/// Fills objects, accesses, loops, barriers, calls, blocks and expressions of the model from a prepared kernel. The
/// model's block shape, launches and parameter names must be set. `wantsPaths`: the conditions of all branches, too.
IrOrigins scanKernel(llvm::Function& function, const SourceIndex& source, KernelModel& model, bool wantsPaths,
                     std::stop_token stop);

}  // namespace warpwright::model
