// Written by Warpwright; see search_preexecution.md.
#include "search_preexecution.h"

#include <algorithm>
#include <cstring>

namespace search_preexecution {
namespace {

struct Thread {
  Extent thread, block;
};
/// Thread n of the launch: blocks in the order in which they are dispatched.
inline Thread threadAt([[maybe_unused]] const Launch& launch, uint64_t n) {
  const uint64_t width = 64u, height = 1u, size = width * height * 1u;
  const uint64_t in = n % size, block = n / size;
  return {{uint32_t(in % width), uint32_t(in / width % height), uint32_t(in / width / height)}, {uint32_t(block), 0, 0}};
}

// Here stands what all programs share: see positive_vector_add and positive_chosen_numbers.

/// What thread n touches in one round of the loop at line 4.
inline uint64_t memory_fetch_for_thread_loop_4([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, [[maybe_unused]] uint64_t m1, bool& active) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint64_t v1 = uint64_t(int64_t(int32_t(uint32_t(m1) + a.n * (t.block.x * 64u + t.thread.x)))) * 4ull;
  active = true;
  uint64_t sum = 0;
  sum += load<uint32_t>(a.keys, v1);  // `keys[i * n + k]` at line 5
  if (load<uint32_t>(a.keys, v1) != a.wanted) {
    sum += load<uint32_t>(a.from, v1);  // `from[i * n + k]` at line 6
    sum += load<uint32_t>(a.to, v1);  // `to[i * n + k]` at line 6, a store
  }
  return sum;
}

}  // namespace

uint64_t cpu_prefetching([[maybe_unused]] const Arguments& a, const Launch& launch, const Tuning& tuning,
                         const std::atomic<bool>& stop) {
  if (launch.block.x != 64 || launch.block.y != 1 || launch.block.z != 1) return 0;  // its addresses are those of another block shape
  const uint64_t tb_size = uint64_t(launch.block.x) * launch.block.y * launch.block.z;
  const uint64_t N_tb = launch.grid.x;
  if (tb_size == 0) return 0;
  Pace pace(tuning, stop);
  const uint64_t concurrent_tb = std::max<uint64_t>(1, tuning.concurrent_tb);
  uint64_t sum = 0;
  uint64_t beyond = 0;
  for (uint64_t j = 0; j < N_tb && !stop; j += concurrent_tb) {
    const uint64_t first = j * tb_size, count = std::min(concurrent_tb, N_tb - j) * tb_size;
    // the kernel loop at line 4
    for (uint64_t m1 = 0; m1 < positive(int32_t(a.n)) && !stop; ++m1) {
      bool active = beyond >= count;
      sum += pace.over(first, count, beyond, [&](uint64_t n) { return memory_fetch_for_thread_loop_4(a, launch, n, m1, active); });
      if (!active) break;
    }
  }
  return sum;
}

}  // namespace search_preexecution
