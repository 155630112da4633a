#pragma once

#include <string>
#include <vector>

#include "core/finding/analysis_result.h"
#include "core/finding/finding_rows.h"

namespace warpwright {

/// One row of a ranked table: indexes into `result.kernels` and their opportunities.
struct RankedOpportunity {
  size_t kernel = 0, opportunity = 0;
};

/// All opportunities: applicable, then unknown, then refused; inside these estimate falling, then place. Stable.
std::vector<RankedOpportunity> rankedOpportunities(const AnalysisResult& result);

/// One row of a table for people: the findings about one thing, folded.
struct RankedRow {
  size_t kernel = 0;
  FindingRow row;  ///< indexes into the kernel's opportunities
};

/// The rows of all kernels, in the order of their leading findings.
std::vector<RankedRow> rankedRows(const AnalysisResult& result);

/// What the answers that a row folds away add to its reason: "Local memory: refused. …". Answers with the reason of the
/// leading one, and those that only point to a nearer place, add nothing.
std::vector<Message> otherReasons(const std::vector<Opportunity>& opportunities, const FindingRow& row,
                                  const PassDescriptions& passes);

/// How many rows there are of each verdict: an array that several passes speak about counts once.
struct VerdictCounts {
  size_t applicable = 0, refused = 0, unknown = 0;
  size_t total() const { return applicable + refused + unknown; }
};
VerdictCounts countVerdicts(const AnalysisResult& result);
/// "2 applicable, 1 refused, 3 unknown"; leaves out what is zero; "no findings".
std::string countsText(const VerdictCounts& counts);

}  // namespace warpwright
