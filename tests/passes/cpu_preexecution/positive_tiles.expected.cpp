// Written by Warpwright; see multiply_preexecution.md.
#include "multiply_preexecution.h"

#include <algorithm>
#include <cstring>

namespace multiply_preexecution {
namespace {

struct Thread {
  Extent thread, block;
};
/// Thread n of the launch: blocks in the order in which they are dispatched.
inline Thread threadAt([[maybe_unused]] const Launch& launch, uint64_t n) {
  const uint64_t width = 16u, height = 16u, size = width * height * 1u;
  const uint64_t in = n % size, block = n / size;
  return {{uint32_t(in % width), uint32_t(in / width % height), uint32_t(in / width / height)}, {uint32_t(block % launch.grid.x), uint32_t(block / launch.grid.x), 0}};
}

// Here stands what all programs share: see positive_vector_add and positive_chosen_numbers.

/// What thread n touches in one round of the loop at line 5.
inline uint64_t memory_fetch_for_thread_loop_5([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, [[maybe_unused]] uint64_t m1, bool& active) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = uint32_t(m1) * 16u;
  active = true;
  uint64_t sum = 0;
  sum += load<uint32_t>(a.a, uint64_t(int64_t(int32_t(t.thread.x + (t.block.y * 16u + t.thread.y) * a.n + v1))) * 4ull);  // `a[row * n + tile * 16 + x]` at line 6
  sum += load<uint32_t>(a.b, uint64_t(int64_t(int32_t(t.block.x * 16u + t.thread.x + a.n * (t.thread.y + v1)))) * 4ull);  // `b[(tile * 16 + y) * n + column]` at line 7
  return sum;
}

/// What thread n touches outside of loops.
inline uint64_t memory_fetch_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  uint64_t sum = 0;
  sum += load<uint32_t>(a.c, uint64_t(int64_t(int32_t((t.block.y * 16u + t.thread.y) * a.n + t.block.x * 16u + t.thread.x))) * 4ull);  // `c[row * n + column]` at line 12, a store
  return sum;
}

}  // namespace

uint64_t cpu_prefetching([[maybe_unused]] const Arguments& a, const Launch& launch, const Tuning& tuning,
                         const std::atomic<bool>& stop) {
  if (launch.block.x != 16 || launch.block.y != 16 || launch.block.z != 1) return 0;  // its addresses are those of another block shape
  const uint64_t tb_size = uint64_t(launch.block.x) * launch.block.y * launch.block.z;
  const uint64_t N_tb = uint64_t(launch.grid.x) * launch.grid.y;
  if (tb_size == 0) return 0;
  Pace pace(tuning, stop);
  const uint64_t concurrent_tb = std::max<uint64_t>(1, tuning.concurrent_tb);
  uint64_t sum = 0;
  uint64_t beyond = 0;
  uint64_t beyond2 = 0;
  for (uint64_t j = 0; j < N_tb && !stop; j += concurrent_tb) {
    const uint64_t first = j * tb_size, count = std::min(concurrent_tb, N_tb - j) * tb_size;
    // the kernel loop at line 5
    for (uint64_t m1 = 0; m1 < positive(int32_t(signedQuotient<uint32_t>(a.n, 16u))) && !stop; ++m1) {
      bool active = beyond >= count;
      sum += pace.over(first, count, beyond, [&](uint64_t n) { return memory_fetch_for_thread_loop_5(a, launch, n, m1, active); });
      if (!active) break;
    }
    sum += pace.over(first, count, beyond2, [&](uint64_t n) { return memory_fetch_for_thread(a, launch, n); });
  }
  return sum;
}

}  // namespace multiply_preexecution
