#pragma once

#include <utility>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/kernel/kernel_model.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::model {

/// Every launch in the host code of the project files, with what could be folded of its sizes and arguments; one for each
/// combination where a size has several possible values. The kernel is the canonical declaration.
std::vector<std::pair<const clang::FunctionDecl*, Launch>> findLaunches(
    const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions);

}  // namespace warpwright::model
