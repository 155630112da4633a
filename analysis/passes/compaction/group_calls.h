#pragma once

#include <cstdint>

namespace clang {
class CallExpr;
}

namespace warpwright::rewrite {

/// What a call of cooperative groups does, as far as it is about a block or about a tile of it no wider than a warp
/// (`tiled_partition<32>(this_thread_block())`).
enum class GroupCall : uint8_t {
  none,        ///< it is no call of cooperative groups, or does what is not understood
  looks,       ///< makes a group, or tells of it what each thread of a warp may be told otherwise: `thread_rank()`
  looksAlike,  ///< the same for all threads of a warp: `size()`, the rank of a tile of 32 threads
  exchanges,   ///< values between the threads of the tile, which all have to come to it: `shfl_down`, `reduce`
  orders,      ///< what the threads of the tile do with memory, which all have to come to it: `sync`
};

GroupCall groupCall(const clang::CallExpr& call);

}  // namespace warpwright::rewrite
