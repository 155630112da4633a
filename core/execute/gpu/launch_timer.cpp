#include "core/execute/gpu/launch_timer.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>

namespace warpwright::gpu {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t mostPairs = 128;
/// A batch is about this long: often enough to see the clocks, seldom enough not to wait for them.
constexpr double batchSeconds = 0.02;
constexpr double warmUpSeconds = 0.1;
/// Below this share of the fastest clock seen, the GPU is not at its speed.
constexpr double fullClock = 0.9;
constexpr double energySeconds = 0.5;
/// Of a launch this short, where its code lies is more than a hundredth.
constexpr double shortSeconds = 1e-4;
/// So many of these make a sample. They follow each other at one place: instructions are fetched for the first time.
constexpr unsigned pairsOfSample = 8;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Status LaunchTimer::prepare() {
  batchPlaces_.resize(mostPairs);
  begins_.resize(2 * mostPairs);
  ends_.resize(2 * mostPairs);
  for (std::vector<CuEvent>* events : {&begins_, &ends_}) {
    for (CuEvent& event : *events) {
      const CuResult result = gpu_.driver->cuEventCreate(&event, cuEventDefault);
      if (result != cuSuccess) return gpu_.error(ErrorKind::worker, "Events for timing cannot be made", result);
    }
  }
  if (timing_.warm) return {};
  // Twice, because a cache need not replace the oldest first.
  flushBytes_ = std::max<uint64_t>(2 * gpu_.about.l2Bytes, uint64_t{32} << 20);
  Result<DeviceBuffer> buffer = DeviceBuffer::make(gpu_, flushBytes_);
  if (!buffer.ok()) return buffer.error();
  flushed_ = std::move(buffer.value());
  return {};
}

uint32_t LaunchTimer::place() const {
  return rounds_ / pairsOfSample % static_cast<uint32_t>(originalCopies_.size() + 1);
}

/// Requires: a batch was timed.
void LaunchTimer::findPlaces(const TimedKernel& original, const TimedKernel& variant) {
  float milliseconds = 0;
  const bool isTimed = gpu_.driver->cuEventElapsedTime(&milliseconds, begins_[0], ends_[0]) == cuSuccess;
  isShort_ = isTimed && variant.kernel && milliseconds / 1e3 <= shortSeconds;
  rounds_ = 0;
  if (!isShort_ || !original.copies || !variant.copies) return;
  originalCopies_ = original.copies();
  variantCopies_ = variant.copies();
  if (originalCopies_.size() != variantCopies_.size()) originalCopies_ = variantCopies_ = {};
}

CuResult LaunchTimer::sample(const TimedKernel& timed, size_t slot, size_t place) {
  const CudaDriver& driver = *gpu_.driver;
  const std::span<const GpuKernel> copies = slot % 2 == 0 ? originalCopies_ : variantCopies_;
  const GpuKernel& kernel = place == 0 ? *timed.kernel : copies[place - 1];
  CuResult result = timed.restore();
  if (result == cuSuccess && timing_.warm) result = kernel.enqueue();
  if (result == cuSuccess && timing_.warm) result = timed.restore();
  if (result == cuSuccess && !timing_.warm) {
    result = driver.cuMemsetD32Async(flushed_.address(), rounds_, flushBytes_ / 4, nullptr);
  }
  if (timed.around && result == cuSuccess) {
    result = driver.cuCtxSynchronize();
    timed.around->before();
  }
  if (result == cuSuccess) result = driver.cuEventRecord(begins_[slot], nullptr);
  if (result == cuSuccess) result = kernel.enqueue();
  if (result == cuSuccess) result = driver.cuEventRecord(ends_[slot], nullptr);
  if (timed.around) {
    timed.around->launched();
    if (result == cuSuccess) result = driver.cuCtxSynchronize();
    timed.around->ended();
  }
  return result;
}

CuResult LaunchTimer::batch(const TimedKernel& original, const TimedKernel* variant, size_t pairs) {
  CuResult result = cuSuccess;
  for (size_t pair = 0; pair < pairs && result == cuSuccess; ++pair) {
    const uint32_t at = batchPlaces_[pair] = place();
    // Thue and Morse's order: whatever repeats every two, four or eight launches meets both alike.
    const bool originalFirst = std::popcount(rounds_++ % pairsOfSample) % 2 == 0;
    for (const bool isOriginal : {originalFirst, !originalFirst}) {
      if (result != cuSuccess || (!isOriginal && !variant)) continue;
      result = sample(isOriginal ? original : *variant, 2 * pair + (isOriginal ? 0 : 1), at);
    }
  }
  return result == cuSuccess ? gpu_.driver->cuCtxSynchronize() : result;
}

Status LaunchTimer::read(size_t pairs, bool both, GpuTimes& times) {
  std::vector<double> original, variant;
  for (size_t slot = 0; slot < 2 * pairs; ++slot) {
    if (slot % 2 == 1 && !both) continue;
    float milliseconds = 0;
    const CuResult result = gpu_.driver->cuEventElapsedTime(&milliseconds, begins_[slot], ends_[slot]);
    if (result != cuSuccess) return gpu_.error(ErrorKind::worker, "A time cannot be read", result);
    // The clock of events ticks coarsely: a time of nothing is its first tick.
    (slot % 2 == 0 ? original : variant).push_back(std::max(milliseconds / 1e3, 1e-8));
  }
  if (sensors_) times.otherProcesses = std::max(times.otherProcesses, sensors_->otherProcesses());
  const ClockReading now = sensors_ ? sensors_->read() : ClockReading();
  fastestMHz_ = std::max(fastestMHz_, now.multiprocessorMHz);
  times.memoryMHz = std::max(times.memoryMHz, now.memoryMHz);
  const bool isSlow = now.multiprocessorMHz > 0 && now.multiprocessorMHz < fullClock * fastestMHz_;
  if (now.throttled || isSlow) {
    times.dropped += static_cast<uint32_t>(pairs);
    times.throttled = now.throttled ? now.why : "clocks below " + std::to_string(fastestMHz_) + " MHz";
    return {};
  }
  times.multiprocessorMHz = now.multiprocessorMHz;
  keep(original_, original);
  keep(variant_, variant);
  for (size_t pair = 0; places_.size() < original_.size(); pair += isShort_ ? pairsOfSample : 1)
    places_.push_back(batchPlaces_[pair]);
  return {};
}

void LaunchTimer::keep(std::vector<double>& all, const std::vector<double>& ofBatch) const {
  if (!isShort_) {
    all.insert(all.end(), ofBatch.begin(), ofBatch.end());
    return;
  }
  for (auto first = ofBatch.begin(); first != ofBatch.end(); first += pairsOfSample)
    all.push_back(std::accumulate(first, first + pairsOfSample, 0.0) / pairsOfSample);
}

std::optional<double> LaunchTimer::joules(const TimedKernel& timed, double secondsEach) {
  const auto launches = static_cast<uint64_t>(std::clamp(energySeconds / secondsEach, 1.0, 1e5));
  const auto before = sensors_ ? sensors_->millijoules() : std::nullopt;
  if (!before) return std::nullopt;
  CuResult result = timed.restore();
  for (uint64_t i = 0; i < launches && result == cuSuccess; ++i) result = timed.kernel->enqueue();
  if (result == cuSuccess) result = gpu_.driver->cuCtxSynchronize();
  const auto after = sensors_->millijoules();
  if (result != cuSuccess || !after || *after <= *before) return std::nullopt;
  return static_cast<double>(*after - *before) / 1e3 / static_cast<double>(launches);
}

Result<GpuTimes> LaunchTimer::run(const TimedKernel& original, const TimedKernel& variant,
                                  const std::function<void(double)>& progress) {
  const auto start = Clock::now();
  if (Status ready = prepare(); !ready.ok()) return ready.error();
  const TimedKernel* second = variant.kernel ? &variant : nullptr;
  const auto failed = [&](CuResult result) {
    return gpu_.error(ErrorKind::input, "A launch failed while it was timed", result);
  };
  GpuTimes times;
  times.warm = timing_.warm;
  // The clocks rise, and instructions are fetched for the first time. Both kernels have run before: where one pair
  // alone takes longer than that, it is none to waste.
  size_t pairs = 1;
  bool isSample = false;
  do {
    const auto begun = Clock::now();
    if (const CuResult result = batch(original, second, pairs); result != cuSuccess) return failed(result);
    const double seconds = secondsSince(begun);
    isSample = pairs == 1 && seconds > warmUpSeconds;
    pairs = std::clamp<size_t>(static_cast<size_t>(batchSeconds * static_cast<double>(pairs) / seconds), 1, mostPairs);
  } while (secondsSince(start) < warmUpSeconds);
  if (pairs >= pairsOfSample) findPlaces(original, variant);
  if (isShort_) pairs -= pairs % pairsOfSample;
  times.stopped = StopReason::goOn;
  for (; times.stopped == StopReason::goOn; isSample = false) {
    const CuResult result = isSample ? cuSuccess : batch(original, second, pairs);
    if (result != cuSuccess) return failed(result);
    if (Status done = read(pairs, second != nullptr, times); !done.ok()) return done.error();
    const double spent = secondsSince(start);
    const auto& first = second ? original_ : variant_;
    times.stopped = whetherToStop(timing_.rule, first, second ? variant_ : original_, spent, places_);
    // Samples that are all dropped do not become more.
    if (times.dropped > 0 && original_.size() < 2 && spent >= timing_.rule.budgetSeconds)
      times.stopped = StopReason::budget;
    progress(spent);
  }
  if (original_.size() < 2) {
    return inputError("Every sample was taken while the clocks were throttled (" + times.throttled + ").");
  }
  fill(times);
  if (timing_.energy) {
    times.originalJoules = joules(original, times.original.value);
    if (second) times.variantJoules = joules(variant, times.variant.value);
  }
  times.seconds = secondsSince(start);
  return times;
}

void LaunchTimer::fill(GpuTimes& times) const {
  times.samples = static_cast<uint32_t>(original_.size());
  times.original = times.variant = medianInterval(original_);
  times.originalNoise = times.variantNoise = relativeNoise(original_);
  times.disturbed = isDisturbed(original_) || isDisturbed(variant_);
  if (variant_.empty()) return;
  times.variant = medianInterval(variant_);
  times.variantNoise = relativeNoise(variant_);
  times.speedup = pairedSpeedup(original_, variant_, places_);
  times.verdict = speedVerdict(times.speedup, original_, places_);
  if (!times.disturbed) return;
  times.verdict.clear();
  times.refused =
      "launches of one kernel took times of two kinds, as where another process takes turns on the GPU: "
      "not comparable.";
}

}  // namespace warpwright::gpu
