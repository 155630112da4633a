#pragma once

#include <string>
#include <vector>

#include "analysis/frontend/parsed_unit.h"

namespace warpwright::frontend {

/// The files of the project that the unit has read, each once: absolute names, sorted.
std::vector<std::string> projectFiles(const ParsedUnit& unit);

}  // namespace warpwright::frontend
