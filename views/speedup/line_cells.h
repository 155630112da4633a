#pragma once

#include <vector>

#include "core/job/kernel_trace.h"
#include "core/report/tuning_table.h"
#include "views/shared/cell_model.h"

namespace warpwright::views {

/// What the lines of a kernel cost, as a table: samples of its stalls where a GPU was sampled, else what its accesses
/// move, original against variant.
struct LineCells {
  QString title, note;
  std::vector<CellColumn> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<SourcePosition> places;  ///< of the rows; line 0: it stands in no line of the original
};

/// No rows where nothing is known; `trace` may be null.
LineCells lineCells(const TuningTable& table, const KernelTrace* trace, bool hasVariant);

}  // namespace warpwright::views
