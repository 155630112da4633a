#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "analysis/frontend/compile_command.h"
#include "core/base/result.h"

namespace warpwright::frontend {

/// Units for their way to another process, and back. Errors: it is something else.
nlohmann::json unitsJson(const std::vector<CompileCommand>& units);
Result<std::vector<CompileCommand>> unitsFromJson(const nlohmann::json& array);

}  // namespace warpwright::frontend
