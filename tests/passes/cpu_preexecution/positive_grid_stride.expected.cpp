// Written by Warpwright; see scale_preexecution.md.
#include "scale_preexecution.h"

#include <algorithm>
#include <cstring>

namespace scale_preexecution {
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

/// What thread n touches in one round of the loop at line 2.
inline uint64_t memory_fetch_for_thread_loop_2([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, [[maybe_unused]] uint64_t m1, bool& active) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = t.block.x * 256u + t.thread.x + launch.grid.x * 256u * uint32_t(m1);
  if (!(int32_t(v1) < int32_t(a.n))) return 0;
  active = true;
  uint64_t sum = 0;
  sum += load<uint32_t>(a.a, uint64_t(int64_t(int32_t(v1))) * 4ull);  // `a[i]` at line 2
  return sum;
}

/// Whether the offsets of all threads from n to last rise evenly, inside of the buffers: no number wraps on the way.
inline bool evenly_for_thread_loop_2([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, uint64_t last, [[maybe_unused]] uint64_t m1, bool& active, Even<1>& even) {
  uint64_t from[2], to[2];
  const auto numbersOf = [&]([[maybe_unused]] const Thread& t, uint64_t* at) {
    const uint32_t v1 = t.block.x * 256u + t.thread.x + launch.grid.x * 256u * uint32_t(m1);
    at[0] = uint64_t(int64_t(int32_t(v1))) * 4ull;
    at[1] = extended(v1);
    return int32_t(v1) < int32_t(a.n);
  };
  if (last - n >= 65536 || !numbersOf(threadAt(launch, n), from) || !numbersOf(threadAt(launch, last), to)
      || to[1] - from[1] != last - n
      || !isInside<uint32_t>(a.a, from[0]) || !isInside<uint32_t>(a.a, to[0])) return false;
  active = true;
  even.between(n, last, from, to);
  return true;
}

/// The same for a thread of which that is known.
inline uint64_t memory_fetch_evenly_for_thread_loop_2(const Arguments& a, const Even<1>& even, uint64_t n) {
  uint64_t sum = 0;
  sum += loadInside<uint32_t>(a.a, even.offset(n, 0));  // `a[i]` at line 2
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
  Even<1> even;
  for (uint64_t j = 0; j < N_tb && !stop; j += concurrent_tb) {
    const uint64_t first = j * tb_size, count = std::min(concurrent_tb, N_tb - j) * tb_size;
    // the kernel loop at line 2
    for (uint64_t m1 = 0; !stop; ++m1) {
      bool active = false;
      if (beyond >= count) beyond = 0;  // only its threads know where the loop ends
      sum += pace.over(first, count, beyond,
          [&](uint64_t n) { return memory_fetch_for_thread_loop_2(a, launch, n, m1, active); },
          [&](uint64_t n) { return memory_fetch_evenly_for_thread_loop_2(a, even, n); },
          [&](uint64_t n, uint64_t last) { return evenly_for_thread_loop_2(a, launch, n, last, m1, active, even); });
      if (!active) break;
    }
  }
  return sum;
}

}  // namespace scale_preexecution
