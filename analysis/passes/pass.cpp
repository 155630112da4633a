#include "analysis/passes/pass.h"

#include "analysis/passes/judgement.h"

namespace warpwright::passes {

std::vector<Opportunity> Pass::findUnlessOpen(const KernelContext& context) const {
  std::vector<Opportunity> found = find(context);
  for (Opportunity& one : found) {
    if (one.verdict != VerdictKind::applicable) continue;
    if (const Message& why = context.restrictExchange(); !why.empty()) turnDown(one, VerdictKind::unknown, why);
  }
  return found;
}

}  // namespace warpwright::passes
