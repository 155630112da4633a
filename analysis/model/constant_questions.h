#pragma once

#include <string>

#include "analysis/frontend/parsed_unit.h"

namespace warpwright::model {

/// A function of the compiler by which the unit's own text asks what is known when it is compiled,
/// `__builtin_constant_p` for one: it gives something else where more becomes constant. Empty: it asks none.
std::string asksForConstants(const frontend::ParsedUnit& unit);

}  // namespace warpwright::model
