#pragma once

#include <vector>

#include "analysis/passes/load_ahead/early_loads.h"
#include "analysis/rewrite/source/edits.h"
#include "core/base/result.h"

namespace warpwright::rewrite {

/// Writes each load in front of its barrier, and what it gave where it stood. `pattern`: the kernel as it is written.
/// Errors, each the rest of a sentence: a macro spells a part of it, its text may stand once only.
Result<Edits> writeEarlyLoads(const Editor& editor, const std::vector<EarlyLoad>& loads,
                              const clang::FunctionDecl& pattern);

}  // namespace warpwright::rewrite
