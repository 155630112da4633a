#pragma once

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::analysis {

/// The unit's AST is that of the device side, and host code may ask for __CUDA_ARCH__ too: `#ifndef __CUDA_ARCH__`
/// around a launch, a block size that is another one there. Gives all launches of the kernels for which host code, as
/// the host compiles it, has other launches than the AST shows, by full name ("::solver::step"); empty where it has
/// none, and for a unit whose project files do not name __CUDA_ARCH__. Instantiations of a template are one here. Where
/// a launch can only be read by the host, each kernel has an open launch there besides. Errors: cancelled, unreadable
/// file.
Result<std::vector<std::pair<std::string, Launch>>> launchesOfHost(const frontend::ParsedUnit& unit,
                                                                   frontend::ParseOptions options,
                                                                   std::stop_token stop);

}  // namespace warpwright::analysis
