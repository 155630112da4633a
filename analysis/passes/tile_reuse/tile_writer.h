#pragma once

#include <vector>

#include "analysis/passes/tile_reuse/tile_plan.h"
#include "analysis/rewrite/source/edits.h"

namespace warpwright::rewrite {

/// Bytes of shared memory that tiles of so many rounds take.
uint64_t tileBytes(const TilePlan& plan, const clang::ASTContext& context, unsigned rounds);

/// Edits of the kernel's text. `pattern`: the kernel as it is written. `rounds`: of a tile. Errors: what cannot be
/// changed, as the rest of a sentence.
Result<Edits> writeTiles(const Editor& editor, const TilePlan& plan, const clang::FunctionDecl& pattern,
                         unsigned rounds);

}  // namespace warpwright::rewrite
