#pragma once

#include "analysis/frontend/compile_command.h"

namespace warpwright::frontend {

/// The unit of `variant`, another version of the source file `original` that may lie in another folder: compiled as the
/// original is, unless a database says how; headers that are not beside it are those beside the original. `project`: as
/// for findUnits.
Result<std::vector<CompileCommand>> findVariantUnit(const std::filesystem::path& variant,
                                                    const std::filesystem::path& original,
                                                    const std::vector<std::string>& extraFlags,
                                                    const std::filesystem::path& project = {});

}  // namespace warpwright::frontend
