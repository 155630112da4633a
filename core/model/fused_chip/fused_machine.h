#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/model/fused_chip/fused_gpu.h"

namespace warpwright::memsim {

/// The CPU of a fused chip while a program runs on it. The program drives: it says what it executes and loads, and
/// time, the GPU's too, goes on as it does.
class CpuCore {
 public:
  virtual ~CpuCore() = default;
  virtual void instructions(uint64_t count) = 0;
  virtual void load(uint64_t address, uint32_t bytes) = 0;
  /// Loads of the program that hit in the shared cache so far: the counter that HPCA'12 adds to the CPU (section 4.2).
  virtual uint64_t l3Hits() = 0;
  /// The kernel has ended: nothing that the program does has an effect any more.
  virtual const std::atomic<bool>& stopped() const = 0;
};
using CpuProgram = std::function<void(CpuCore&)>;

/// What one launch came to on the machine.
struct FusedCounts {
  uint64_t ticks = 0;  ///< CPU cycles from the launch to its end
  uint64_t gpuCycles = 0;
  GpuCounts gpu;
  SharedCacheCounts shared;
  uint64_t cpuInstructions = 0, cpuLoads = 0;
  uint64_t cpuLines = 0;          ///< different lines that the CPU or its prefetcher asked the shared cache for
  uint64_t cpuLinesOfKernel = 0;  ///< of those, lines that the kernel touches
  uint64_t dramRowHits = 0, dramBusyTicks = 0;

  double ipc() const {
    return gpuCycles == 0 ? 0 : static_cast<double>(gpu.threadInstructions) / static_cast<double>(gpuCycles);
  }
  double l3HitRate() const { return share(shared.gpuHits, shared.gpuAccesses); }
  /// Of the lines that the CPU asked for: those of the kernel (HPCA'12, Figure 12). 1 where it asked for none.
  double accuracy() const { return cpuLines == 0 ? 1 : share(cpuLinesOfKernel, cpuLines); }
  /// Of the GPU's accesses that would have gone to DRAM: those that the CPU had fetched in time.
  double coverage() const {
    return share(shared.gpuHitsOnFetched, shared.gpuHitsOnFetched + shared.gpuMisses + shared.gpuLate);
  }
  double instructionShare() const { return share(cpuInstructions, gpu.threadInstructions); }
  FusedCounts& operator+=(const FusedCounts& other);

 private:
  static double share(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }
};

/// A chip on which a CPU and a GPU share the last cache and the memory (HPCA'12, Figure 1), in simulated time: the same
/// input gives the same counts. Caches keep what they hold from one launch to the next; they start empty.
class FusedMachine {
 public:
  explicit FusedMachine(const FusedDevice& device, bool perfectL3 = false);
  ~FusedMachine();

  /// Runs a launch to its end, with a program beside it from its first cycle on; none: the GPU alone.
  FusedCounts run(const GpuWork& work, const CpuProgram& program = {});
  /// Ticks since the first launch.
  uint64_t now() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpwright::memsim
