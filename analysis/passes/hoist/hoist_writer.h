#pragma once

#include <vector>

#include "analysis/passes/hoist/loop_loads.h"

namespace warpwright::rewrite {

/// Puts loads in front of their loops, into variables that stand for them inside. `pattern`: the kernel as it is
/// written. Errors: macros spell what would have to change; the text cannot be edited.
Result<Edits> writeLoopLoads(const Editor& editor, const std::vector<LoopLoad>& loads,
                             const clang::FunctionDecl& instance, const clang::FunctionDecl& pattern);

}  // namespace warpwright::rewrite
