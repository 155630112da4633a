#pragma once

#include "analysis/passes/atomic_order/counter_updates.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace warpwright::rewrite {

/// What a block keeps of an array.
struct CounterCopy {
  uint64_t elements = 1;   ///< in shared memory
  bool isOne = false;      ///< all updates are of one element: each thread keeps its own part
  uint64_t element = 0;    ///< which one, where it is that of all blocks
  bool isOfBlock = false;  ///< each block has another, by one expression (isOneOfBlock)
};

/// Bytes of shared memory that a block takes for it.
uint64_t copyBytes(const CounterArray& counter, const CounterCopy& copy);

/// Updates a copy of the block, and the array once for each element that changed. `pattern`: the kernel as it is
/// written. Errors: a macro spells what would have to change; threads end where they cannot be kept.
Result<Edits> writeCounters(const Editor& editor, const clang::FunctionDecl& instance,
                            const clang::FunctionDecl& pattern, const CounterArray& counter, const CounterCopy& copy);

}  // namespace warpwright::rewrite
