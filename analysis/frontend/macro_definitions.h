#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace warpwright::frontend {

/// All that the files of a unit define a macro as: what stands behind its name, with lines that a backslash joins.
/// Valid until more of the unit's files have been read. To be asked by whoever may read the AST.
const std::vector<std::string_view>& definitionsOf(const ParsedUnit& unit, std::string_view macro);

/// Those of the project's own files.
const std::vector<std::string_view>& ownDefinitionsOf(const ParsedUnit& unit, std::string_view macro);

}  // namespace warpwright::frontend
