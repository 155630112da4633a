#include "analysis/analyzer/finding_rounding.h"

#include "analysis/analyzer/several_units.h"
#include "analysis/passes/assumptions.h"

namespace warpwright::analysis {

RoundingCheck::Subject subjectOf(const passes::Pass& pass, const model::ParsedKernel& kernel,
                                 const frontend::ParseOptions& options) {
  return {*kernel.unit, options, kernel.mangledNames(), pass.newConstants(kernel), pass.assumesRounding()};
}

bool sayRounding(Opportunity& shown, const FindingRounding& rounds, const RoundingCheck& rounding,
                 const std::stop_token& stop) {
  if (rounds.why.empty() || shown.verdict != VerdictKind::applicable) return false;
  const CodeComparison when = rounding.when();
  if (rounds.isAssumed && when != CodeComparison::findings) return false;
  if (when == CodeComparison::later && !rounding.compiler().empty()) {
    passes::assumeSameRounding(shown.assumptions);
    return true;
  }
  const RoundingComparison codes =
      when != CodeComparison::changes
          ? rounds.answer(stop)
          : RoundingComparison{{}, "the code that nvcc makes of both texts is compared only where a change is made"};
  if (codes.why().empty()) {
    passes::forgetSameRounding(shown.assumptions);
    shown.assumptions.push_back({{"%1 makes code of both texts that rounds the same", rounding.compiler()}, {}, false});
  } else if (!rounds.isAssumed || !codes.seen().empty()) {
    leaveOpen(shown, roundingUnknown(rounds.why, rounds.isAssumed ? codes.seen() : codes.why()));
    shown.isDecidedWhenMade = !rounding.compiler().empty();
  }
  return true;
}

}  // namespace warpwright::analysis
