#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/placement/shared_target.h"
#include "analysis/passes/placement/slot_layout.h"
#include "core/base/result.h"
#include "core/finding/rewrite.h"

namespace warpwright::passes {

/// One change of a mention's subscripts.
struct SubscriptEdit {
  rewrite::TextRange where;
  std::string text;
  bool operator==(const SubscriptEdit&) const = default;
};

/// How an array becomes one of its thread: what each model has to keep to, and what is written.
struct LocalPlan {
  SharedTarget target;
  std::vector<std::optional<SlotLayout>>
      layouts;  ///< for each model of the kernel; nothing where it leaves the array out
  std::map<uint32_t, std::vector<SubscriptEdit>> mentions;  ///< by where the name begins
  std::string extents;                                      ///< "[4]"
  uint64_t slots = 0;                                       ///< of a thread
};

/// Reads how the source indexes `object` (of kernel.models.front()). Proves nothing.
/// Errors, each the rest of a sentence with its line: a mention that an array of the thread cannot serve (it leaves its
/// element, asks for the whole array's size, stands in a macro body or a lambda), subscripts that do not part into slot
/// and thread, instantiations or launches that would need different text.
Result<LocalPlan> planLocal(const model::ParsedKernel& kernel, const MemoryObject& object);

/// The edits of a plan: the declaration and every mention. A variable declared inside a loop moves to the start of the
/// kernel, since shared memory keeps its contents. `unrolled`: loops around mentions, by where they begin, that are to
/// be unrolled, so that the array stays in registers.
Result<Rewrite> rewriteAsLocal(const model::ParsedKernel& kernel, const MemoryObject& object, const LocalPlan& plan,
                               const std::set<SourcePosition>& unrolled = {});

}  // namespace warpwright::passes
