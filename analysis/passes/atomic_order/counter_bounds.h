#pragma once

#include <cstdint>
#include <optional>

#include "analysis/passes/atomic_order/counter_updates.h"
#include "analysis/passes/judgement.h"
#include "analysis/passes/kernel_context.h"

namespace warpwright::passes {

/// Which elements of an array a kernel updates, in all of its models.
struct CounterRange {
  uint64_t elements = 0;         ///< the first so many
  std::optional<uint64_t> only;  ///< all updates are of this one
  bool isOneOfBlock = false;     ///< those of each block are of one
};

/// What the model knows of an array; null: nothing.
const MemoryObject* objectOf(const KernelModel& model, const rewrite::CounterArray& counter);

/// Why the device code of the kernel does not allow that updates come late; nothing: it does. Adds what that rests on.
std::optional<Judgement> judgeLateUpdates(const model::ParsedKernel& kernel, const rewrite::CounterArray& counter,
                                          std::vector<Assumption>& assumptions);

/// Which elements are updated. `range` is known where the judgement is `applicable`. `bytes`: a copy takes at most.
/// `isOneOfBlock`: the text names one element for each block.
Judgement judgeRange(const KernelContext& context, const rewrite::CounterArray& counter, uint64_t bytes,
                     bool isOneOfBlock, CounterRange& range);

/// Why threads of a block have nothing to put together; nothing: some meet, or may.
std::optional<Judgement> judgeMeeting(const KernelContext& context, const rewrite::CounterArray& counter);

}  // namespace warpwright::passes
