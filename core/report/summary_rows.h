#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/report_input.h"

namespace warpwright {

/// How a variant did against the original, as a session knows it: original ÷ variant, more is better.
struct RowRatio {
  double value = 1, low = 1, high = 1;
  bool isTime = true;   ///< else a count, exact
  std::string verdict;  ///< "FASTER" and the like of a time; "fewer" and the like of a count
  std::string what;     ///< that is counted: "engine accesses"; empty for a time
};

/// One row of the summary: a change; or changes that were made and judged together, which have one gain together and
/// none each.
struct SummaryRow {
  size_t kernel = 0;                        ///< of the analysis
  std::vector<const Opportunity*> changes;  ///< at least one
  const VariantRecord* variant = nullptr;   ///< that makes them; null: none does
  const TuningRow* tuned = nullptr;         ///< the best of a tuning, where it is that
  Estimate estimate;
  std::optional<RowRatio> ratio;
};

/// The applicable changes of all kernels, what to do first first: what was measured and is better, then by estimate as
/// findings are ranked, trades that nobody has measured last.
std::vector<SummaryRow> summaryRows(const ReportInput& input);

/// What the model says of a variant that was traced, for one kernel: of all its changes together.
Estimate variantEstimate(const VariantRecord& variant, const std::string& kernel);

/// Does the variant only pay sometimes, with nothing that shows it does: it has a trade, is not applied, not the best
/// of a tuning, and not measured to be faster?
bool needsMeasuring(const ReportInput& input, const VariantRecord& variant);

/// "28 % fewer engine accesses", "12 % more …".
std::string countChangeText(const RowRatio& ratio);

}  // namespace warpwright
