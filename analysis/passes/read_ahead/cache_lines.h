#pragma once

#include <cstdint>
#include <vector>

#include "analysis/passes/read_ahead/slice.h"

namespace warpwright::preexecution {

/// Fetches without those of which another one, under the same conditions, is in the same line for all threads: elements
/// of a vector, members of a structure. `lineBytes`: a power of two.
std::vector<Fetch> oncePerLine(const KernelModel& model, const std::vector<Fetch>& fetches, uint32_t lineBytes);

/// How many rounds of a loop touch the same cache lines, so that one of them is worth fetching for: all its accesses
/// move on by a number of bytes that is known, and by less than a line. 1 where that cannot be told, or the loop has no
/// bound that is the same for all threads. It follows HPCA'12, section 4.1, which leaves out threads of one line for
/// the same reason.
uint32_t roundsOfLine(const KernelModel& model, const Level& level, uint32_t lineBytes);

}  // namespace warpwright::preexecution
