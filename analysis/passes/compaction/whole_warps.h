#pragma once

#include "core/base/result.h"

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace warpwright::rewrite {

class Editor;

inline constexpr unsigned threadsOfWarp = 32;

/// How threads of a block stand in warps.
struct WarpLayout {
  bool areRowsWhole = false;  ///< each row has whole warps: blockDim.x is a multiple of 32
  bool isOneRow = false;      ///< blockDim.y and blockDim.z are 1
};

/// Does every warp of the kernel come to what its threads exchange (shuffles, votes) as a whole, and leave as a whole?
/// Then each merged block, or each warp of merged threads, may do so in its turn. Conditions and heads of loops around
/// an exchange, and around a return, must be the same for a warp: made of the block's index, `threadIdx.x / 32`,
/// arguments and what is computed of them; of elements that all its threads read at one place, too. `kernel`: a
/// definition without open types. Errors: "line 12 …".
Status keepsWarpsWhole(const Editor& editor, const clang::FunctionDecl& kernel, const WarpLayout& layout);

}  // namespace warpwright::rewrite
