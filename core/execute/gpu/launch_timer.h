#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>

#include "core/execute/gpu/gpu_kernel.h"
#include "core/execute/gpu/gpu_sensors.h"

namespace warpwright::gpu {

/// What the CPU does around each launch of a kernel: before it, the GPU being idle; once it was asked for; and after
/// its end. Launches of a kernel that has this are waited for one by one.
struct AroundLaunch {
  std::function<void()> before, launched, ended;
};

/// What is timed: a kernel, and what puts its memory back before each launch.
struct TimedKernel {
  const GpuKernel* kernel = nullptr;
  std::function<CuResult()> restore;  ///< asynchronous
  const AroundLaunch* around = nullptr;
  /// The same code at other places in memory (GpuKernel::copies); asked where launches are so short that it matters.
  std::function<std::span<const GpuKernel>()> copies = {};
};

/// Times launches with CUDA events: original and variant in turns, the order turned round each time, L2 flushed (or
/// warm) before each; stops by `timing.rule`. Samples of a batch in which the clocks were throttled are dropped. Of
/// short launches a sample is the mean of eight pairs, in an order in which each code is as often at each of four, and
/// of eight, launches that follow each other: every second one takes up to 0.4 µs more, or every fourth (H200).
/// `variant` may have no kernel. `verdict` is filled in where there is one. Errors: a launch failed (input); after that
/// the GPU is lost to this process.
class LaunchTimer {
 public:
  LaunchTimer(const Gpu& gpu, const GpuTiming& timing, std::optional<GpuSensors> sensors)
      : gpu_(gpu), timing_(timing), sensors_(std::move(sensors)) {}

  Result<GpuTimes> run(const TimedKernel& original, const TimedKernel& variant,
                       const std::function<void(double seconds)>& progress);

 private:
  Status prepare();
  /// One launch between two events.
  CuResult sample(const TimedKernel& timed, size_t slot, size_t place);
  /// Where the code of the next pair lies. 0: where both were loaded first.
  uint32_t place() const;
  void findPlaces(const TimedKernel& original, const TimedKernel& variant);
  CuResult batch(const TimedKernel& original, const TimedKernel* variant, size_t pairs);
  Status read(size_t pairs, bool both, GpuTimes& times);
  void keep(std::vector<double>& all, const std::vector<double>& ofBatch) const;
  std::optional<double> joules(const TimedKernel& timed, double secondsEach);
  void fill(GpuTimes& times) const;

  const Gpu& gpu_;
  const GpuTiming& timing_;
  std::optional<GpuSensors> sensors_;
  DeviceBuffer flushed_;
  uint64_t flushBytes_ = 0;
  std::vector<CuEvent> begins_, ends_;
  std::vector<double> original_, variant_;
  unsigned fastestMHz_ = 0;
  unsigned rounds_ = 0;
  bool isShort_ = false;
  std::span<const GpuKernel> originalCopies_, variantCopies_;  ///< equally many
  std::vector<uint32_t> batchPlaces_, places_;                 ///< of pairs: of a batch by slot, and of all samples
};

}  // namespace warpwright::gpu
