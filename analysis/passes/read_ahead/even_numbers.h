#pragma once

#include <optional>
#include <vector>

#include "core/kernel/kernel_model.h"

namespace warpwright::preexecution {

/// A number of 32 bits that differs by one and the same amount from each thread of the launch to the next, unless it
/// wraps on the way: then it does not differ by `factor * by` a thread in all, which a program can ask for a first and
/// a last thread.
struct EvenNumber {
  ExpressionId number;
  bool isSigned = false;  ///< how what uses it takes it
  int64_t factor = 0;
  ExpressionId by;  ///< the same for all threads, 32 bits, signed; invalid: 1
};

/// What must be asked of two threads, so that all between them touch memory between what those two touch: that the
/// conditions hold for both, and that these numbers have not wrapped. Nothing: that cannot be told, as where an address
/// is a remainder.
///
/// `offsets`: 64 bits. `conditions`: all must hold for a thread to touch anything. Requires: threads are numbered along
/// x, block after block.
std::optional<std::vector<EvenNumber>> evenNumbersOf(const KernelModel& model, const std::vector<ExpressionId>& offsets,
                                                     const std::vector<ExpressionId>& conditions);

}  // namespace warpwright::preexecution
