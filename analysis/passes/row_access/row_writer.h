#pragma once

#include <vector>

#include "analysis/passes/row_access/row_loops.h"
#include "analysis/rewrite/source/edits.h"

namespace warpwright::rewrite {

/// Edits of the kernel's text that take so many rounds of each loop together. `pattern`: the kernel as it is written.
/// Errors: what cannot be changed, as the rest of a sentence.
Result<Edits> writeRows(const Editor& editor, const std::vector<RowLoop>& loops, const clang::FunctionDecl& pattern,
                        unsigned rounds);

}  // namespace warpwright::rewrite
