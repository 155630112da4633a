#pragma once

#include "analysis/frontend/compile_command.h"
#include "analysis/frontend/parsed_unit.h"

namespace warpwright::frontend {

/// To parse a unit again, with the headers that it was parsed with.
ParseOptions optionsAgain(const ParsedUnit& unit, ParseOptions options);

/// The unit's command, told where headers were found that no flag of it leads to, so that they need not be looked for
/// again.
CompileCommand commandAgain(const ParsedUnit& unit);

}  // namespace warpwright::frontend
