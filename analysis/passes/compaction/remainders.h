#pragma once

#include "analysis/passes/compaction/kernel_text.h"
#include "analysis/passes/compaction/plan.h"

namespace warpwright::rewrite {

/// Asks once for all merged threads what makes a division dear: whether `step` in `row % step == 0`, the same for all
/// of them, is a power of two. Where it is, a mask does for each:
/// `((step & (step - 1u)) == 0 ? row & (step - 1u) : row % step) == 0`. Only comparisons with zero of 32-bit
/// remainders, for which the mask is right for numbers below zero as well. Enters the changes into the text; to be
/// called after all others, since what they touch is left alone.
void maskRemainders(const CompactionPlan& plan, KernelText& text);

}  // namespace warpwright::rewrite
