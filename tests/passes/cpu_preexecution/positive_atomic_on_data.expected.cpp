// Written by Warpwright; see above_preexecution.md.
#include "above_preexecution.h"

#include <algorithm>
#include <cstring>

namespace above_preexecution {
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

template <typename T>
inline bool isInside(const Buffer& buffer, uint64_t offset) {
  return offset < (buffer.bytes >= sizeof(T) ? buffer.bytes - (sizeof(T) - 1) : 0);
}
template <typename T>
inline T loadInside(const Buffer& buffer, uint64_t offset) {
  T value{};
  std::memcpy(&value, static_cast<const char*>(buffer.data) + offset, sizeof value);
  return value;
}
/// Reads what lies inside the buffer; 0 for what does not.
template <typename T>
inline T load(const Buffer& buffer, uint64_t offset) {
  return isInside<T>(buffer, offset) ? loadInside<T>(buffer, offset) : T{};
}
/// Offsets that rise by the same from each thread to the next.
template <size_t count>
struct Even {
  uint64_t n = 0, from[count] = {}, by[count] = {};
  void between(uint64_t first, uint64_t last, const uint64_t* at, const uint64_t* to) {
    n = first;
    for (size_t i = 0; i < count; ++i) {
      from[i] = at[i];
      by[i] = last == first ? 0 : uint64_t(int64_t(to[i] - at[i]) / int64_t(last - first));
    }
  }
  uint64_t offset(uint64_t thread, size_t i) const { return from[i] + (thread - n) * by[i]; }
};

// The kernel's arithmetic, without its undefined cases.
template <typename T> inline T quotient(T x, T y) { return y == 0 ? T(0) : T(x / y); }
template <typename T> inline T remainder(T x, T y) { return y == 0 ? T(0) : T(x % y); }
template <typename T> inline T magnitude(T x) { return x >> (8 * sizeof x - 1) ? T(0 - x) : x; }
template <typename T> inline bool isNegative(T x) { return x >> (8 * sizeof x - 1) != 0; }
template <typename T> inline T signedQuotient(T x, T y) {
  const T q = quotient(magnitude(x), magnitude(y));
  return isNegative(x) != isNegative(y) ? T(0 - q) : q;
}
template <typename T> inline T signedRemainder(T x, T y) {
  const T r = remainder(magnitude(x), magnitude(y));
  return isNegative(x) ? T(0 - r) : r;
}
template <typename T> inline T shiftLeft(T x, T n) { return n < 8 * sizeof x ? T(x << n) : T(0); }
template <typename T> inline T shiftRight(T x, T n) { return n < 8 * sizeof x ? T(x >> n) : T(0); }
template <typename T> inline T signedShiftRight(T x, T n) {
  const T fill = isNegative(x) ? T(~T(0)) : T(0);
  return n < 8 * sizeof x ? T(shiftRight(x, n) | (n == 0 ? T(0) : T(fill << (8 * sizeof x - n)))) : fill;
}
template <typename T> inline uint64_t positive(T x) { return x > 0 ? uint64_t(x) : 0; }
inline uint64_t extended(uint32_t x) { return uint64_t(int64_t(int32_t(x))); }

/// How far ahead to run: which threads are fetched for (HPCA'12, Figures 5 and 7).
class Pace {
 public:
  Pace(const Tuning& tuning, const std::atomic<bool>& stop)
      : tuning_(tuning), stop_(stop), skip_factor(std::clamp<uint64_t>(tuning.skip_factor, 1, 1u << 30)),
        batch_size(std::clamp<uint64_t>(tuning.batch_size, 1, 1u << 16)),
        last_hit(tuning.l3_hits ? tuning.l3_hits() : 0),
        left_(batch_size * 8) {}

  /// Fetches for every skip_factor-th of the `count` threads from `first` on, 8 at once. `beyond`: how far the
  /// call before has gone on beyond its last thread, which is where this one begins: the larger the skip factor, the
  /// further ahead of the GPU. Where the offsets of a batch rise evenly there is no need to look at each.
  template <typename Fetch, typename FetchEvenly, typename AreEven>
  uint64_t over(uint64_t first, uint64_t count, uint64_t& beyond, const Fetch& fetch,
                const FetchEvenly& fetchEvenly, const AreEven& areEven) {
    uint64_t sum = 0, n = beyond;
    while (n < count && !stop_) {
      const uint64_t end = std::min(count, n + skip_factor * left_);
      if (areEven(first + n, first + end - 1)) sum += batch(first, n, end, fetchEvenly);
      else sum += batch(first, n, end, fetch);
      if (left_ == 0) update();
    }
    beyond = n - std::min(n, count);
    return sum;
  }
  template <typename Fetch>
  uint64_t over(uint64_t first, uint64_t count, uint64_t& beyond, const Fetch& fetch) {
    return over(first, count, beyond, fetch, fetch, [](uint64_t, uint64_t) { return false; });
  }

 private:
  /// What is left of a batch, from thread n after `first` up to `end`.
  template <typename Fetch>
  uint64_t batch(uint64_t first, uint64_t& n, uint64_t end, const Fetch& fetch) {
    uint64_t sum = 0;
    const uint64_t step = skip_factor * 8;
    for (; left_ >= 8 && n + step - skip_factor < end; n += step, left_ -= 8)
      sum += unrolled(first + n, fetch);
    for (; left_ > 0 && n < end; n += skip_factor, --left_) sum += fetch(first + n);
    return sum;
  }
  template <typename Fetch>
  uint64_t unrolled(uint64_t thread_id, const Fetch& fetch) {
      uint64_t sum = 0;
      const uint64_t a0 = fetch(thread_id + skip_factor * 0);
      const uint64_t a1 = fetch(thread_id + skip_factor * 1);
      const uint64_t a2 = fetch(thread_id + skip_factor * 2);
      const uint64_t a3 = fetch(thread_id + skip_factor * 3);
      const uint64_t a4 = fetch(thread_id + skip_factor * 4);
      const uint64_t a5 = fetch(thread_id + skip_factor * 5);
      const uint64_t a6 = fetch(thread_id + skip_factor * 6);
      const uint64_t a7 = fetch(thread_id + skip_factor * 7);
      sum += a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7;
      return sum;
  }
  /// Too many hits: the GPU is ahead, so skip more. Too few: skip less, but never back and forth between two values.
  void update() {
    left_ = batch_size * 8;
    if (!tuning_.l3_hits) return;
    const uint64_t hits = tuning_.l3_hits();
    if (hits - last_hit > tuning_.threshold) {
      skip_factor += 32;
    } else if (skip_factor > 32 && back_dis != skip_factor - 32) {
      skip_factor -= 32;
      back_dis = skip_factor;
    }
    last_hit = hits;
    if (tuning_.adapted) tuning_.adapted(skip_factor);
  }

  const Tuning& tuning_;
  const std::atomic<bool>& stop_;
  uint64_t skip_factor, batch_size, last_hit, back_dis = 0;
  uint64_t left_;  // fetches up to the next look at the counter
};

/// What thread n touches outside of loops.
inline uint64_t memory_fetch_for_thread([[maybe_unused]] const Arguments& a, const Launch& launch, uint64_t n) {
  [[maybe_unused]] const Thread t = threadAt(launch, n);
  const uint32_t v1 = t.block.x * 128u + t.thread.x;
  uint64_t sum = 0;
  sum += load<uint32_t>(a.a, uint64_t(int64_t(int32_t(v1))) * 4ull);  // `a[i]` at line 4
  sum += load<uint32_t>(a.sums, uint64_t(int64_t(int32_t(signedQuotient<uint32_t>(v1, 2u)))) * 4ull);  // `sums[i / 2]` at line 4, an atomic
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
  for (uint64_t j = 0; j < N_tb && !stop; j += concurrent_tb) {
    const uint64_t first = j * tb_size, count = std::min(concurrent_tb, N_tb - j) * tb_size;
    sum += pace.over(first, count, beyond, [&](uint64_t n) { return memory_fetch_for_thread(a, launch, n); });
  }
  return sum;
}

}  // namespace above_preexecution
