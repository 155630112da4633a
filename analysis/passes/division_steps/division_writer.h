#pragma once

#include <vector>

#include "analysis/passes/division_steps/counter_divisions.h"

namespace warpwright::rewrite {

/// Lets loops carry quotients and remainders from round to round; where it is not known that these can follow from one
/// another, rounds divide as they did, which is asked once, in front of the loop. `pattern`: the kernel as it is
/// written. Errors: macros spell what would have to change; the text cannot be edited.
Result<Edits> writeDivisionSteps(const Editor& editor, const std::vector<DividingLoop>& loops,
                                 const clang::FunctionDecl& instance, const clang::FunctionDecl& pattern);

}  // namespace warpwright::rewrite
