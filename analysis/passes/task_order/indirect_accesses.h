#pragma once

#include <vector>

#include "analysis/model/kernel_paths.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::reuse {

/// Which accesses of a kernel go where a loaded value says: `x[col[j]]`, but not `col[j]` with j from row[t] on, whose
/// elements are the thread's own. Keeps references to its arguments.
class IndirectAccesses {
 public:
  IndirectAccesses(const KernelModel& model, const model::KernelPaths& paths) : model_(model), paths_(paths) {}

  /// What the indices were loaded from, each once. Empty: the access is no such one, or the model does not follow it.
  std::vector<ObjectId> indexArraysOf(const Access& access) const;

 private:
  bool comesByRow(const Access& access, SymbolId begin) const;
  bool endsWithRow(LoopId loop, SymbolId begin) const;
  bool dependsOn(ExpressionId expression, LoopId loop) const;
  std::vector<SymbolId> symbolsOf(ExpressionId expression) const;
  bool isInside(BlockId block, LoopId loop) const;

  const KernelModel& model_;
  const model::KernelPaths& paths_;
};

/// The line of an access in the file of its kernel, where it is made in a function of a header: that of the call.
uint32_t lineOf(const KernelModel& model, const Access& access);

}  // namespace warpwright::reuse
