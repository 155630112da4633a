#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/passes/task_order/task_mentions.h"
#include "core/finding/opportunity.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::passes {

/// atomicAdd and its like, as the language has them.
bool isAtomic(const clang::CallExpr& call);

/// Atomic operations of a kernel that leave the same in memory whatever their order: on integers, of one kind for each
/// array, with results that nobody looks at.
class TaskAtomics {
 public:
  /// Empty, or why the order matters. `where`: the line, for the reason.
  Message add(const Placed<clang::CallExpr>& call, const LineList& where, const Mentions& mentions);
  /// Is the memory behind this argument of the kernel changed by such operations?
  bool covers(int argumentIndex) const { return kinds_.contains(argumentIndex); }
  /// What else the kernel reads lies elsewhere.
  std::vector<Assumption> assumptions(const KernelModel& model) const;

 private:
  std::map<int, std::string> kinds_;  ///< by the argument that leads to the memory
};

}  // namespace warpwright::passes
