#pragma once

#include <cstdint>
#include <string>

#include "core/base/message.h"
#include "core/base/result.h"

namespace warpwright {

/// Whether two codes of a kernel round the same, operation by operation: of texts that differ in nothing but how they
/// say that sums and products are rounded, and that one compiler made with the same flags.
///
/// Both have the same blocks with the same branches between them, and for each floating-point operation, comparison and
/// store of one the other has one of the same kind, in the same block, whose operands are made by operations that
/// correspond, up to addresses and constants (the coarsest partition of the operations of both that is stable).
/// `a - b` counts as `a + -b`, and a product's sign as its factors'. Loads that nothing else tells apart correspond in
/// the order of the text.
///
/// Errors (input): the kernel is not in one of the codes. Requires: what ptxas may still choose is said, as settledPtx
/// does; a sum of which it is not is a reason.
struct PtxDifference {
  Message why;  ///< the first difference, or why none is seen, as the rest of a sentence; empty: they round the same
  uint32_t line = 0;  ///< of the text that the operation which differs is compiled from; 0: not known
};
Result<PtxDifference> ptxDifference(const std::string& before, const std::string& after, const std::string& kernel);

}  // namespace warpwright
