#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/result.h"
#include "core/capture/launch_capture.h"

namespace warpwright {

/// Numbers of pieces of a capture's memory.
using MemoryPieces = std::vector<uint32_t>;

/// Do arguments lead into this piece, all of them pointers to constants? Then the launch reads it, unless it finds
/// another way there.
bool isOnlyRead(const LaunchCapture& capture, uint32_t piece);

/// Asks which pieces of memory are mere output, in the order of FORMAT.md ("How a replay works", 3): those that the
/// launch changed together, where that fails one by one, and one by one those that it did not change (it may have
/// written what is there already), eight alone at most. `tryPieces` runs the original with these full of poison; true:
/// all came out as in the reference. Errors: those of `tryPieces`.
Status tryForOutputs(MemoryPieces changed, const MemoryPieces& unchanged,
                     const std::function<Result<bool>(const MemoryPieces&)>& tryPieces);

}  // namespace warpwright
