#pragma once

#include "core/job/engine_job.h"

namespace warpwright {

/// What a comparison bit by bit says of a variant that makes floating-point sums in an order that the original never
/// has. It may differ in last digits and be right, or be the same for these data alone: it is never identical, and what
/// differs in memory, files and output is told without a judgement. What the checks find, other launches, another exit
/// code and runs that did not end stay what they are.
void leaveUnjudged(Verification& verification);

}  // namespace warpwright
