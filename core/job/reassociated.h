#pragma once

#include "core/job/engine_job.h"

namespace warpwright {

/// What a comparison says of a variant that makes floating-point sums in an order that the original never has. It is
/// never identical: with other data last digits differ. Sums that lie no further apart than their rounding explains are
/// within it (`Verification::rounded`, of an original whose record has bounds). Where more differs in memory, files and
/// output - what is computed from such sums, or a mistake - it is not judged, and that is told in notes. What the
/// checks find, other launches, another exit code and runs that did not end stay what they are.
void judgeReassociated(Verification& verification);

/// Judged, safe, and no further from the original than rounding. Requires: judgeReassociated was called.
bool isWithinRounding(const Verification& verification);

}  // namespace warpwright
