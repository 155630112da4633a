#pragma once

#include <cstddef>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/finding/pass_description.h"

namespace warpwright {

/// Whether a change trades one thing for another, so that only a measurement tells if it is worth making: an array in
/// global memory for occupancy, fewer threads for work that they share. `tune` tries these; nothing proposes them
/// first.
bool isTrade(const Opportunity& opportunity, const PassDescriptions& passes);

/// Findings about one thing, as people read them: a shared array has an answer of every pass that could place it
/// elsewhere, but it is one array. Numbers are indexes into the list that was folded.
struct FindingRow {
  size_t leading = 0;                ///< the answer that stands for all
  std::vector<size_t> alternatives;  ///< applicable trades about the same array: below the row, to be measured
  std::vector<size_t> folded;        ///< the other answers: what they say adds to the reason
};

/// Folds the findings of one kernel, in the order of their leading ones. A placement that needs no trade leads: the
/// nearest applicable one (a register, then local memory), else an undecided one, else a refused one. Findings that are
/// not about where a shared array lies are rows of their own.
std::vector<FindingRow> foldFindings(const std::vector<Opportunity>& opportunities, const PassDescriptions& passes);

/// The row of `foldFindings` to look at first: the applicable one with the highest estimate; without estimates the
/// first applicable one that needs no measuring; else the first row that is no trade, else the first. `rows` is not
/// empty.
const FindingRow& firstRow(const std::vector<FindingRow>& rows, const std::vector<Opportunity>& opportunities,
                           const PassDescriptions& passes);

}  // namespace warpwright
