#pragma once

#include <vector>

#include "analysis/model/kernel_modeler.h"
#include "analysis/passes/kernel_agreement.h"
#include "analysis/passes/local_to_shared/thread_arrays.h"
#include "analysis/rewrite/source/editor.h"
#include "core/base/result.h"

namespace warpwright::rewrite {

/// Gives each thread of blocks that are at most that large its row of an array in shared memory, and makes the array's
/// name one of that row. Errors, each the rest of a sentence: what cannot be written so.
Status writeRows(Editor& editor, const model::ParsedKernel& kernel, const std::vector<ThreadArray>& arrays,
                 const passes::BlockExtents& block);

}  // namespace warpwright::rewrite
