// Written by Warpwright; see rows_preexecution.md.
#include "rows_preexecution.h"

#include <algorithm>
#include <cstring>

namespace rows_preexecution {
namespace {

struct Thread {
  Extent thread, block;
};
/// Thread n of the launch: blocks in the order in which they are dispatched.
inline Thread threadAt([[maybe_unused]] const Launch& launch, uint64_t n) {
  const uint64_t width = 128u, height = 1u, size = width * height * 1u;
  const uint64_t in = n % size, block = n / size;
  return {{uint32_t(in % width), uint32_t(in / width % height), uint32_t(in / width / height)}, {uint32_t(block), 0, 0}};
}

// Here stands what all programs share: see positive_vector_add and positive_chosen_numbers.

/// What thread n touches outside of loops.
inline uint64_t memory_fetch_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = t.block.x * 128u + t.thread.x;
  uint64_t sum = 0;
  if (int32_t(v1) < int32_t(a.n)) {
    sum += load<uint32_t>(a.start, uint64_t(int64_t(int32_t(v1))) * 4ull);  // `start[row]` at line 6
  }
  return sum;
}

/// Whether the offsets of all threads from n to last rise evenly, inside of the buffers: no number wraps on the way.
inline bool evenly_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, uint64_t last, Even<1>& even) {
  uint64_t from[2], to[2];
  const auto numbersOf = [&]([[maybe_unused]] const Thread& t, uint64_t* at) {
    const uint32_t v1 = t.block.x * 128u + t.thread.x;
    at[0] = uint64_t(int64_t(int32_t(v1))) * 4ull;
    at[1] = extended(v1);
    return int32_t(v1) < int32_t(a.n);
  };
  if (last - n >= 65536 || !numbersOf(threadAt(launch, n), from) || !numbersOf(threadAt(launch, last), to)
      || to[1] - from[1] != last - n
      || !isInside<uint32_t>(a.start, from[0]) || !isInside<uint32_t>(a.start, to[0])) return false;
  even.between(n, last, from, to);
  return true;
}

/// The same for a thread of which that is known.
inline uint64_t memory_fetch_evenly_for_thread(const Arguments& a, const Even<1>& even, uint64_t n) {
  uint64_t sum = 0;
  sum += loadInside<uint32_t>(a.start, even.offset(n, 0));  // `start[row]` at line 6
  return sum;
}

/// What thread n touches in one round of the loop at line 6.
inline uint64_t memory_fetch_for_thread_loop_6([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, [[maybe_unused]] uint64_t m1, bool& active) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = t.block.x * 128u + t.thread.x;
  const uint64_t v2 = uint64_t(int64_t(int32_t(v1 + 1u))) * 4ull;
  if (!((int32_t(v1) < int32_t(a.n)) && (int32_t(load<uint32_t>(a.start, uint64_t(int64_t(int32_t(v1))) * 4ull) + uint32_t(m1)) < int32_t(load<uint32_t>(a.start, v2))))) return 0;
  active = true;
  uint64_t sum = 0;
  sum += load<uint32_t>(a.start, v2);  // `start[row + 1]` at line 6
  const uint32_t v3 = load<uint32_t>(a.start, uint64_t(int64_t(int32_t(v1))) * 4ull) + uint32_t(m1);
  const uint64_t v4 = uint64_t(int64_t(int32_t(v3))) * 4ull;
  sum += load<uint32_t>(a.value, v4);  // `value[k]` at line 6
  sum += load<uint32_t>(a.column, v4);  // `column[k]` at line 6
  sum += load<uint32_t>(a.x, uint64_t(int64_t(int32_t(load<uint32_t>(a.column, v4)))) * 4ull);  // `x[column[k]]` at line 6
  return sum;
}

/// What thread n touches outside of loops.
inline uint64_t memory_fetch_for_thread_2([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = t.block.x * 128u + t.thread.x;
  uint64_t sum = 0;
  if (int32_t(v1) < int32_t(a.n)) {
    sum += load<uint32_t>(a.y, uint64_t(int64_t(int32_t(v1))) * 4ull);  // `y[row]` at line 7, a store
  }
  return sum;
}

/// Whether the offsets of all threads from n to last rise evenly, inside of the buffers: no number wraps on the way.
inline bool evenly_for_thread_2([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n, uint64_t last, Even<1>& even) {
  uint64_t from[2], to[2];
  const auto numbersOf = [&]([[maybe_unused]] const Thread& t, uint64_t* at) {
    const uint32_t v1 = t.block.x * 128u + t.thread.x;
    at[0] = uint64_t(int64_t(int32_t(v1))) * 4ull;
    at[1] = extended(v1);
    return int32_t(v1) < int32_t(a.n);
  };
  if (last - n >= 65536 || !numbersOf(threadAt(launch, n), from) || !numbersOf(threadAt(launch, last), to)
      || to[1] - from[1] != last - n
      || !isInside<uint32_t>(a.y, from[0]) || !isInside<uint32_t>(a.y, to[0])) return false;
  even.between(n, last, from, to);
  return true;
}

/// The same for a thread of which that is known.
inline uint64_t memory_fetch_evenly_for_thread_2(const Arguments& a, const Even<1>& even, uint64_t n) {
  uint64_t sum = 0;
  sum += loadInside<uint32_t>(a.y, even.offset(n, 0));  // `y[row]` at line 7, a store
  return sum;
}

}  // namespace

uint64_t cpu_prefetching([[maybe_unused]] const Arguments& a, const Launch& launch, const Tuning& tuning,
                         const std::atomic<bool>& stop) {
  if (launch.block.x != 128 || launch.block.y != 1 || launch.block.z != 1) return 0;  // its addresses are those of another block shape
  const uint64_t tb_size = uint64_t(launch.block.x) * launch.block.y * launch.block.z;
  const uint64_t N_tb = launch.grid.x;
  if (tb_size == 0) return 0;
  Pace pace(tuning, stop);
  const uint64_t concurrent_tb = std::max<uint64_t>(1, tuning.concurrent_tb);
  uint64_t sum = 0;
  uint64_t beyond = 0;
  Even<1> even;
  uint64_t beyond2 = 0;
  uint64_t beyond3 = 0;
  Even<1> even3;
  for (uint64_t j = 0; j < N_tb && !stop; j += concurrent_tb) {
    const uint64_t first = j * tb_size, count = std::min(concurrent_tb, N_tb - j) * tb_size;
    sum += pace.over(first, count, beyond,
        [&](uint64_t n) { return memory_fetch_for_thread(a, launch, n); },
        [&](uint64_t n) { return memory_fetch_evenly_for_thread(a, even, n); },
        [&](uint64_t n, uint64_t last) { return evenly_for_thread(a, launch, n, last, even); });
    // the kernel loop at line 6
    for (uint64_t m1 = 0; !stop; ++m1) {
      bool active = false;
      if (beyond2 >= count) beyond2 = 0;  // only its threads know where the loop ends
      sum += pace.over(first, count, beyond2, [&](uint64_t n) { return memory_fetch_for_thread_loop_6(a, launch, n, m1, active); });
      if (!active) break;
    }
    sum += pace.over(first, count, beyond3,
        [&](uint64_t n) { return memory_fetch_for_thread_2(a, launch, n); },
        [&](uint64_t n) { return memory_fetch_evenly_for_thread_2(a, even3, n); },
        [&](uint64_t n, uint64_t last) { return evenly_for_thread_2(a, launch, n, last, even3); });
  }
  return sum;
}

}  // namespace rows_preexecution
