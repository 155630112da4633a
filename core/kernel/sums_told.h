#pragma once

#include "core/kernel/ptx_rounding.h"

namespace warpwright {

/// Is a sum of a statement one operation with its product in one of two codes, and two in the other? Told by what the
/// sums are of: kinds of operations do not tell where the statement has both kinds.
bool makesSumsOtherwise(const PtxRounding::Statement& was, const PtxRounding::Statement& now);

}  // namespace warpwright
