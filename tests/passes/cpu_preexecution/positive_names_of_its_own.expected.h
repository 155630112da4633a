// Reads ahead of the kernel `take` void(const int*, int*, int) what it will touch. Written by Warpwright.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

namespace take_preexecution {

/// Memory of the kernel, at the CPU's address.
struct Buffer {
  const void* data = nullptr;
  uint64_t bytes = 0;   // nothing beyond is read
};

/// What the addresses of the kernel depend on.
struct Arguments {
  Buffer Buffer_;   // argument 0, elements of type int
  Buffer uint32_t_;   // argument 1, elements of type int
  uint32_t uint64_t_ = 0;   // `uint64_t` of the kernel
};

struct Extent {
  uint32_t x = 1, y = 1, z = 1;
};
struct Launch {
  Extent grid;
  Extent block{64, 1, 1};   // the shape that the program was written for
};

struct Tuning {
  uint64_t concurrent_tb = 32;   // thread blocks that Fused 2012 runs at once
  uint64_t skip_factor = 32;      // threads from one that is fetched for to the next
  uint64_t batch_size = 16;      // groups of 8 threads between two looks at the counter
  uint64_t threshold = 10;       // L3 hits a batch that are too many
  uint64_t (*l3_hits)() = nullptr;  // reads the CPU's counter of L3 hits; none: the skip factor stays as it is
  void (*adapted)(uint64_t skip_factor) = nullptr;  // told after each look at the counter
};

/// Runs through all threads of the launch, until done or told to stop. The sum only keeps the loads from being removed.
uint64_t cpu_prefetching(const Arguments& a, const Launch& launch, const Tuning& tuning, const std::atomic<bool>& stop);

/// The host hook: make one right after the launch; it stops when it goes out of scope, at the latest after a batch.
///   kernel<<<grid, block>>>(...);
///   take_preexecution::BesideLaunch ahead({...}, {...});
///   cudaDeviceSynchronize();
class BesideLaunch {
 public:
  BesideLaunch(const Arguments& a, const Launch& launch, const Tuning& tuning = {})
      : thread_([this, a, launch, tuning] { sum_ = cpu_prefetching(a, launch, tuning, stop_); }) {}
  ~BesideLaunch() {
    stop_ = true;
    thread_.join();
  }
  BesideLaunch(const BesideLaunch&) = delete;
  BesideLaunch& operator=(const BesideLaunch&) = delete;

 private:
  std::atomic<bool> stop_{false};
  std::atomic<uint64_t> sum_{0};
  std::thread thread_;
};

}  // namespace take_preexecution
