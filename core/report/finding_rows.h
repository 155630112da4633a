#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/opportunity/opportunity.h"

namespace warpwright {

/// Findings that answer one question, as one row: where a shared array should be kept is asked of registers, local and
/// global memory, and only one of them is wanted. Every other finding is a row of its own. Indexes into the findings.
struct FindingRow {
  size_t lead = 0;             ///< the closest place that is applicable; with none the closest one that is open, else refused
  std::vector<size_t> others;  ///< the same array elsewhere: registers, local, global memory
};

/// The rows of one kernel's findings, in the order of their first findings.
std::vector<FindingRow> findingRows(const std::vector<Opportunity>& findings);

/// A change that gives up one thing for another: whether it pays has to be measured, which `warpwright tune` does.
bool isTrade(const Opportunity& finding);

/// Where a placement pass keeps an array: "in registers", "in local memory", "in global memory"; empty for other passes.
std::string placeOfPass(const std::string& pass);

}  // namespace warpwright
