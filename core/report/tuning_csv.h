#pragma once

#include <string>
#include <vector>

#include "core/report/tuning_table.h"

namespace warpwright {

/// The rows of tunings as CSV (RFC 4180) with a line of names first; what is not known is empty. Values are in the
/// `unit` of their row; `ratio` is original ÷ variant, more is better.
std::string tuningCsv(const std::vector<TuningTable>& tables);

}  // namespace warpwright
