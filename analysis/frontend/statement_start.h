#pragma once

#include <cstdint>
#include <string>

#include "analysis/frontend/parsed_unit.h"

namespace warpwright::frontend {

/// Behind the last `;` or `}` that is a token of its own, stands in no line of the preprocessor and ends before a byte
/// of a file; 0 where there is none. To be asked by whoever may read the AST.
uint32_t statementStart(const ParsedUnit& unit, const std::string& file, uint32_t offset);

}  // namespace warpwright::frontend
