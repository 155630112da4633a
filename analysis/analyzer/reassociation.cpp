#include "analysis/analyzer/reassociation.h"

namespace warpwright::analysis {

void refuseUnasked(std::vector<Opportunity>& found, bool allowsReassociation) {
  if (allowsReassociation) return;
  for (Opportunity& one : found) {
    if (one.verdict != VerdictKind::applicable || one.sameness != Sameness::reassociating) continue;
    one.verdict = VerdictKind::refused;
    one.reason =
        "Floating-point sums would be made in another order, and last digits would differ: it is offered only where "
        "reassociation is allowed (`--allow reassociation`).";
    one.assumptions.clear();  // they are what a change rests on
  }
}

}  // namespace warpwright::analysis
