#pragma once

#include <vector>

#include "core/report/tuning_table.h"
#include "views/shared/cell_model.h"

namespace warpwright::views {

/// The columns of a table of variants: what is measured is named in its header, and a count never as a time.
std::vector<CellColumn> variantColumns(const TuningTable& table);
/// So many rows are listed, the best: who looks for the others looks into the session.
inline constexpr size_t mostVariants = 250;
/// So many bars are drawn.
inline constexpr size_t mostBars = 60;
/// A row for each variant, in the order of the table; up to `mostVariants`. `isOlder`: it holds of an older text.
std::vector<std::vector<Cell>> variantCells(const TuningTable& table, bool isOlder = false);
/// The sentence about the best variant: "fewest accesses so far: 1.24× fewer"; empty where there is none.
QString bestWords(const TuningTable& table);
/// The shape of a verdict of a time; empty for counts, whose word says all.
QString verdictShape(const TuningTable& table, const TuningRow& row);

}  // namespace warpwright::views
