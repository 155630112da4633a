#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace warpwright {

/// A figure with the interval that holds the true one with the confidence asked for.
struct Interval {
  double value = 0, low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

/// The median and its interval by order statistics, which supposes nothing of how samples are distributed: ranks
/// n/2 ± z·√n/2. Few samples (below 6 for 95 %) give their range. Requires: at least one sample.
Interval medianInterval(std::vector<double> samples, double confidence = 0.95);

/// How much faster the variant is: original ÷ variant of samples that were taken in turns, pair by pair. Pairs that
/// follow each other share what the clock did, so the interval is Student's over medians of blocks of pairs (20 blocks,
/// or pairs themselves where there are fewer), not over pairs. Requires: equally many of both, at least two, all
/// positive. `places`: of each pair, at which of several places in memory the codes lay; blocks are those of one place
/// then, so that what the place does is part of the interval. Empty: at one.
Interval pairedSpeedup(std::span<const double> original, std::span<const double> variant,
                       std::span<const uint32_t> places = {}, double confidence = 0.99);

/// Within which two kernels of about `seconds` are the same: 1 %, or 1 µs where that is more. Where its code happens to
/// lie moves the start of a kernel by up to that (0.7 µs between two loads of the same code, cold L2, on an H200).
double sameBand(double seconds);
/// FASTER, SLOWER, SAME (within the band around 1) or UNSURE, of the interval of a speed-up.
std::string speedVerdict(double low, double high, double band = 0.01);
/// Of a pairedSpeedup, within sameBand. Where the codes lay at ten places or more, less than 1 µs is told, too: FASTER
/// or SLOWER by more than 1 %, 0.1 µs and two ticks of the clock.
std::string speedVerdict(const Interval& speedup, std::span<const double> original, std::span<const uint32_t> places);

/// Whether one kernel's samples are of two kinds, those beside other work and those without: a twentieth of them took
/// less than three quarters of their median. Of fewer than 20 samples nothing is said.
bool isDisturbed(std::span<const double> samples);

/// Standard deviation over mean. 0 for fewer than two samples.
double relativeNoise(std::span<const double> samples);

/// When enough was sampled: nvbench's rule, and more where the verdict is still open.
struct StoppingRule {
  double relativeNoise = 0.005;  ///< quiet enough
  double minSeconds = 0.5;       ///< of time measured, both together
  double budgetSeconds = 10;     ///< of time spent, once there are the few samples that an answer takes
  uint32_t minSamples = 10;      ///< of each
  double openBands = 0;          ///< UNSURE will do within so many bands (`sameBand`) of 1
  double plainSeconds = 0;       ///< of time spent, after which a plain answer will do; 0: never
};
enum class StopReason : uint8_t { goOn, quiet, noiseSteady, budget, plain };
std::string toString(StopReason reason);

/// Whether to stop. `original` may be empty: one kernel is timed by itself. Noise is steady where all samples are no
/// quieter than their first half (to 15 %): more of them would not help. A speed-up that is UNSURE goes on to the
/// budget, unless it is near enough to 1 (`openBands`). A speed-up is plain where it is not UNSURE and its interval is
/// no wider than 1 %, whatever the noise: of short kernels that is so long before much of their time was measured,
/// since a launch is the least of what a sample takes. A long kernel is sampled past it: three times, or twice where
/// that tells already, or takes four budgets.
StopReason whetherToStop(const StoppingRule& rule, std::span<const double> original, std::span<const double> variant,
                         double secondsSpent, std::span<const uint32_t> places = {});

/// The least time in seconds in which a kernel can have written `bytes` to device memory: what does not fit into L2 has
/// to leave the chip. 0 where nothing has to, or the bandwidth is not known.
double leastWriteSeconds(uint64_t bytes, uint64_t l2Bytes, double peakBytesPerSecond);

}  // namespace warpwright
