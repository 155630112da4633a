// Written by Warpwright; see weigh_preexecution.md.
#include "weigh_preexecution.h"

#include <algorithm>
#include <cstring>

namespace weigh_preexecution {
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

/// What thread n touches outside of loops.
inline uint64_t memory_fetch_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint64_t v1 = uint64_t(int64_t(int32_t(t.block.x * 64u + t.thread.x)));
  uint64_t sum = 0;
  sum += load<uint32_t>(a.pairs, v1 * 8ull);  // `pairs[i]` at line 7
  sum += load<uint32_t>(a.bodies, v1 * 32ull + 16ull);  // `bodies[i].mass` at line 8
  sum += load<uint32_t>(a.out, v1 * 4ull);  // `out[i]` at line 8, a store
  return sum;
}

/// Whether the offsets of all threads from n to last rise evenly, inside of the buffers: no number wraps on the way.
inline bool evenly_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, uint64_t last, Even<3>& even) {
  uint64_t from[4], to[4];
  const auto numbersOf = [&]([[maybe_unused]] const Thread& t, uint64_t* at) {
    const uint32_t v1 = t.block.x * 64u + t.thread.x;
    const uint64_t v2 = uint64_t(int64_t(int32_t(v1)));
    at[0] = v2 * 8ull;
    at[1] = v2 * 32ull + 16ull;
    at[2] = v2 * 4ull;
    at[3] = extended(v1);
    return true;
  };
  if (last - n >= 65536 || !numbersOf(threadAt(launch, n), from) || !numbersOf(threadAt(launch, last), to)
      || to[3] - from[3] != last - n
      || !isInside<uint32_t>(a.pairs, from[0]) || !isInside<uint32_t>(a.pairs, to[0])
      || !isInside<uint32_t>(a.bodies, from[1]) || !isInside<uint32_t>(a.bodies, to[1])
      || !isInside<uint32_t>(a.out, from[2]) || !isInside<uint32_t>(a.out, to[2])) return false;
  even.between(n, last, from, to);
  return true;
}

/// The same for a thread of which that is known.
inline uint64_t memory_fetch_evenly_for_thread(const Arguments& a, const Even<3>& even, uint64_t n) {
  uint64_t sum = 0;
  sum += loadInside<uint32_t>(a.pairs, even.offset(n, 0));  // `pairs[i]` at line 7
  sum += loadInside<uint32_t>(a.bodies, even.offset(n, 1));  // `bodies[i].mass` at line 8
  sum += loadInside<uint32_t>(a.out, even.offset(n, 2));  // `out[i]` at line 8, a store
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
  Even<3> even;
  for (uint64_t j = 0; j < N_tb && !stop; j += concurrent_tb) {
    const uint64_t first = j * tb_size, count = std::min(concurrent_tb, N_tb - j) * tb_size;
    sum += pace.over(first, count, beyond,
        [&](uint64_t n) { return memory_fetch_for_thread(a, launch, n); },
        [&](uint64_t n) { return memory_fetch_evenly_for_thread(a, even, n); },
        [&](uint64_t n, uint64_t last) { return evenly_for_thread(a, launch, n, last, even); });
  }
  return sum;
}

}  // namespace weigh_preexecution
