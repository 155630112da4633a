#pragma once

#include <vector>

#include "core/finding/opportunity.h"

namespace warpwright::analysis {

/// Refuses what would make floating-point sums in an order that the original never has, unless that is allowed. Every
/// finding of a pass goes through here, before its change is written or shown.
void refuseUnasked(std::vector<Opportunity>& found, bool allowsReassociation);

}  // namespace warpwright::analysis
