// Written by Warpwright; see histogram_preexecution.md.
#include "histogram_preexecution.h"

#include <algorithm>
#include <cstring>

namespace histogram_preexecution {
namespace {

struct Thread {
  Extent thread, block;
};
/// Thread n of the launch: blocks in the order in which they are dispatched.
inline Thread threadAt([[maybe_unused]] const Launch& launch, uint64_t n) {
  const uint64_t width = 256u, height = 1u, size = width * height * 1u;
  const uint64_t in = n % size, block = n / size;
  return {{uint32_t(in % width), uint32_t(in / width % height), uint32_t(in / width / height)}, {uint32_t(block), 0, 0}};
}

// Here stands what all programs share: see positive_vector_add and positive_chosen_numbers.

/// What thread n touches outside of loops.
inline uint64_t memory_fetch_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = t.block.x * 256u + t.thread.x;
  const uint64_t v2 = uint64_t(int64_t(int32_t(v1)));
  uint64_t sum = 0;
  if (int32_t(v1) < int32_t(a.n)) {
    sum += load<uint8_t>(a.keys, v2);  // `keys[i]` at line 3
    sum += load<uint32_t>(a.bins, uint64_t(load<uint8_t>(a.keys, v2)) * 4ull);  // `bins[keys[i]]` at line 3, an atomic
  }
  return sum;
}

}  // namespace

uint64_t cpu_prefetching([[maybe_unused]] const Arguments& a, const Launch& launch, const Tuning& tuning,
                         const std::atomic<bool>& stop) {
  if (launch.block.x != 256 || launch.block.y != 1 || launch.block.z != 1) return 0;  // its addresses are those of another block shape
  const uint64_t tb_size = uint64_t(launch.block.x) * launch.block.y * launch.block.z;
  const uint64_t N_tb = launch.grid.x;
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

}  // namespace histogram_preexecution
