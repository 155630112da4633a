// Written by Warpwright; see smooth_preexecution.md.
#include "smooth_preexecution.h"

#include <algorithm>
#include <cstring>

namespace smooth_preexecution {
namespace {

struct Thread {
  Extent thread, block;
};
/// Thread n of the launch: blocks in the order in which they are dispatched.
inline Thread threadAt([[maybe_unused]] const Launch& launch, uint64_t n) {
  const uint64_t width = 16u, height = 8u, size = width * height * 1u;
  const uint64_t in = n % size, block = n / size;
  return {{uint32_t(in % width), uint32_t(in / width % height), uint32_t(in / width / height)}, {uint32_t(block % launch.grid.x), uint32_t(block / launch.grid.x), 0}};
}

// Here stands what all programs share: see positive_vector_add and positive_chosen_numbers.

/// What thread n touches outside of loops.
inline uint64_t memory_fetch_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = t.block.x * 16u + t.thread.x;
  const uint32_t v2 = t.block.y * 8u + t.thread.y;
  const uint32_t v3 = a.n - 1u;
  const uint32_t v4 = v1 + v2 * a.n;
  uint64_t sum = 0;
  if ((int32_t(1u) <= int32_t(v1)) && (int32_t(1u) <= int32_t(v2)) && (int32_t(v1) < int32_t(v3)) && (int32_t(v2) < int32_t(v3))) {
    sum += load<uint32_t>(a.from, uint64_t(int64_t(int32_t(v4 - 1u))) * 4ull);  // `from[at - 1]` at line 5
    sum += load<uint32_t>(a.from, uint64_t(int64_t(int32_t(v4 + 1u))) * 4ull);  // `from[at + 1]` at line 5
    sum += load<uint32_t>(a.from, uint64_t(int64_t(int32_t(v4 - a.n))) * 4ull);  // `from[at - n]` at line 5
    sum += load<uint32_t>(a.from, uint64_t(int64_t(int32_t(a.n + v4))) * 4ull);  // `from[at + n]` at line 5
    sum += load<uint32_t>(a.to, uint64_t(int64_t(int32_t(v4))) * 4ull);  // `to[at]` at line 5, a store
  }
  return sum;
}

}  // namespace

uint64_t cpu_prefetching([[maybe_unused]] const Arguments& a, const Launch& launch, const Tuning& tuning,
                         const std::atomic<bool>& stop) {
  if (launch.block.x != 16 || launch.block.y != 8 || launch.block.z != 1) return 0;  // its addresses are those of another block shape
  const uint64_t tb_size = uint64_t(launch.block.x) * launch.block.y * launch.block.z;
  const uint64_t N_tb = uint64_t(launch.grid.x) * launch.grid.y;
  if (tb_size == 0) return 0;
  Pace pace(tuning, stop);
  const uint64_t concurrent_tb = std::max<uint64_t>(1, tuning.concurrent_tb);
  uint64_t sum = 0;
  uint64_t beyond = 0;
  for (uint64_t j = 0; j < N_tb && !stop; j += concurrent_tb) {
    const uint64_t first = j * tb_size, count = std::min(concurrent_tb, N_tb - j) * tb_size;
    sum += pace.over(first, count, beyond, [&](uint64_t n) { return memory_fetch_for_thread(a, launch, n); });
  }
  return sum;
}

}  // namespace smooth_preexecution
