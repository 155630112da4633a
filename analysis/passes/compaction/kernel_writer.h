#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/passes/compaction/compaction.h"
#include "analysis/passes/compaction/declarations.h"

namespace warpwright::rewrite {

/// Names that the whole of a compacted kernel uses.
struct MergedNames : IndexNames {
  std::string counter;  ///< of merged threads: "m"
  std::string mask;     ///< which of them have not returned: "live"; empty: none returns before others go on
  std::string minimum;  ///< how `min` is called; empty: it cannot be

  /// The merged thread returns.
  std::string clearMask() const { return mask + " &= ~(1u << " + counter + ");"; }
};

/// What one merged loop has of its own.
struct LoopNames {
  std::vector<std::string> head;  ///< declarations of what is loaded once, before it
  std::string label;              ///< where a return inside a loop of the kernel's own goes; empty: none does
  std::string keptValue;          ///< what its last statement computes and the loop behind stores; empty: nothing
  bool clearsMask = false;        ///< merged threads may return in it while others go on
};

/// The new body of the kernel, between its braces. Errors: what cannot be spelled, with its line.
Result<std::string> writeBody(const CompactionPlan& plan, const KernelText& text, DeclarationText& declarations,
                              const CompactionChoice& choice, const MergedNames& names,
                              const std::map<const MergedLoop*, LoopNames>& loops);

}  // namespace warpwright::rewrite
