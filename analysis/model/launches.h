#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analysis/frontend/parsed_unit.h"
#include "core/kernel/kernel_model.h"

namespace clang {
class FunctionDecl;
}

namespace warpwright::model {

/// Every launch in the host code of the project files, with what could be folded of its sizes and arguments; one for
/// each combination where a size has several possible values. A kernel that may be launched in ways that are not read
/// has an open launch, too. The kernel is the canonical declaration.
std::vector<std::pair<const clang::FunctionDecl*, Launch>> findLaunches(
    const frontend::ParsedUnit& unit, const std::vector<const clang::FunctionDecl*>& functions);

/// Stands for launches that are not seen: nothing is known of it. `why`: with its place, "line 3 hands `k` on".
Launch openLaunch(SourcePosition at, Message why);

/// Why there may be launches of a kernel that are not among these: what an open one says. Empty: these are all.
Message whyNotAll(const std::vector<Launch>& launches);

}  // namespace warpwright::model
