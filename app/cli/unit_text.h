#pragma once

#include <string>

#include "core/finding/analysis_result.h"

namespace warpwright::cli {

/// What stands against a unit, a line each: headers that were not found with what to do about them, as most errors
/// after them are their work; then the first errors and how many more there are; then notes. Empty: nothing.
std::string unitText(const UnitSummary& unit);

}  // namespace warpwright::cli
