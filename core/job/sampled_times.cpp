#include "core/job/sampled_times.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <set>

namespace warpwright {
namespace {

constexpr double relativeBand = 0.01, absoluteBand = 1e-6, placedBand = 1e-7;
constexpr size_t mostBlocks = 20, enoughPlaces = 10;
/// Of a kernel that takes longer than the budget has time for, and how many budgets they may take.
constexpr size_t fewestSamples = 3;
constexpr double mostOverrun = 4;

/// Two-sided quantiles for 95 % and 99 %; by degrees of freedom from 1, the last: normal.
constexpr std::array<double, 20> student95{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                           2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 1.960};
constexpr std::array<double, 20> student99{63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250, 3.169,
                                           3.106,  3.055, 3.012, 2.977, 2.947, 2.921, 2.898, 2.878, 2.861, 2.576};

/// Confidences between the two take the wider.
const std::array<double, 20>& quantiles(double confidence) {
  return confidence <= 0.95 ? student95 : student99;
}

double medianOf(std::vector<double>& values) {
  const size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  const double upper = values[middle];
  if (values.size() % 2 == 1) return upper;
  return (upper + *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle))) / 2;
}

double sumOf(std::span<const double> samples) {
  double sum = 0;
  for (const double sample : samples) sum += sample;
  return sum;
}

bool isQuiet(std::span<const double> samples, double limit) {
  return samples.empty() || relativeNoise(samples) <= limit;
}

/// Requires: at least two of both.
bool isUnsure(std::span<const double> original, std::span<const double> variant, std::span<const uint32_t> places,
              double openBands = 0) {
  const Interval speedup = pairedSpeedup(original, variant, places);
  const double band = sameBand(medianInterval({original.begin(), original.end()}).value);
  return speedVerdict(speedup, original, places) == "UNSURE" &&
         speedVerdict(speedup.low, speedup.high, openBands * band) != "SAME";
}

/// Does the speed-up tell, to a hundredth? Requires: at least two of both.
bool isPlain(const StoppingRule& rule, std::span<const double> original, std::span<const double> variant,
             std::span<const uint32_t> places) {
  const Interval speedup = pairedSpeedup(original, variant, places);
  return speedup.high - speedup.low <= relativeBand * speedup.value &&
         !isUnsure(original, variant, places, rule.openBands);
}

/// The pairs of each block.
std::vector<std::vector<size_t>> blocksOf(size_t pairs, std::span<const uint32_t> places) {
  const std::set<uint32_t> all(places.begin(), places.end());
  if (all.size() < 2) {
    const size_t count = std::min(pairs, mostBlocks);
    std::vector<std::vector<size_t>> blocks(count);
    for (size_t b = 0; b < count; ++b) {
      for (size_t i = b * pairs / count; i < (b + 1) * pairs / count; ++i) blocks[b].push_back(i);
    }
    return blocks;
  }
  std::map<uint32_t, std::vector<size_t>> byPlace;
  for (size_t i = 0; i < pairs; ++i) byPlace[places[i]].push_back(i);
  std::vector<std::vector<size_t>> blocks;
  for (auto& [place, block] : byPlace) blocks.push_back(std::move(block));
  return blocks;
}

/// The least by which two of the samples differ, if they do; less than that a clock of events does not tell.
double tickOf(std::span<const double> samples) {
  constexpr double leastTick = 1e-9;  // smaller ones come of rounding
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  double tick = sorted.back();
  for (size_t i = 1; i < sorted.size(); ++i) {
    const double gap = sorted[i] - sorted[i - 1];
    if (gap > leastTick) tick = std::min(tick, gap);
  }
  return tick;
}

bool isSteady(std::span<const double> samples) {
  return samples.empty() || relativeNoise(samples) >= 0.85 * relativeNoise(samples.first(samples.size() / 2));
}

}  // namespace

Interval medianInterval(std::vector<double> samples, double confidence) {
  assert(!samples.empty());
  std::sort(samples.begin(), samples.end());
  const auto count = static_cast<double>(samples.size());
  const double reach = quantiles(confidence).back() * std::sqrt(count) / 2;
  const double last = count - 1;
  const auto low = static_cast<size_t>(std::clamp(std::floor(count / 2 - reach), 0.0, last));
  const auto high = static_cast<size_t>(std::clamp(std::ceil(count / 2 + reach), 0.0, last));
  const size_t middle = samples.size() / 2;
  const double median = samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  return {median, samples[low], samples[high]};
}

Interval pairedSpeedup(std::span<const double> original, std::span<const double> variant,
                       std::span<const uint32_t> places, double confidence) {
  assert(original.size() == variant.size() && original.size() >= 2);
  assert(places.empty() || places.size() == original.size());
  const std::vector<std::vector<size_t>> pairs = blocksOf(original.size(), places);
  const size_t blocks = pairs.size();
  std::vector<double> medians, block, all;
  for (const std::vector<size_t>& ofBlock : pairs) {
    block.clear();
    for (const size_t i : ofBlock) block.push_back(std::log(original[i] / variant[i]));
    all.insert(all.end(), block.begin(), block.end());
    medians.push_back(medianOf(block));
  }
  const double mean = sumOf(medians) / static_cast<double>(blocks);
  double squares = 0;
  for (const double median : medians) squares += (median - mean) * (median - mean);
  const double error = std::sqrt(squares / static_cast<double>(blocks - 1) / static_cast<double>(blocks));
  const double reach = quantiles(confidence)[std::min(blocks - 1, student95.size()) - 1] * error;
  // The median of all pairs is the better point; the interval is around the blocks' mean and holds it.
  const double middle = medianOf(all);
  return {std::exp(middle), std::exp(std::min(middle, mean - reach)), std::exp(std::max(middle, mean + reach))};
}

double sameBand(double seconds) {
  return seconds > 0 ? std::max(relativeBand, absoluteBand / seconds) : relativeBand;
}

std::string speedVerdict(double low, double high, double band) {
  if (low > 1 + band) return "FASTER";
  if (high < 1 - band) return "SLOWER";
  return low >= 1 - band && high <= 1 + band ? "SAME" : "UNSURE";
}

std::string speedVerdict(const Interval& speedup, std::span<const double> original, std::span<const uint32_t> places) {
  const double seconds = medianInterval({original.begin(), original.end()}).value;
  if (std::set<uint32_t>(places.begin(), places.end()).size() >= enoughPlaces) {
    const double least = std::max(placedBand, 2 * tickOf(original));
    const std::string told = speedVerdict(speedup.low, speedup.high, std::max(relativeBand, least / seconds));
    if (told == "FASTER" || told == "SLOWER") return told;
  }
  return speedVerdict(speedup.low, speedup.high, sameBand(seconds));
}

bool isDisturbed(std::span<const double> samples) {
  constexpr size_t fewest = 20;
  constexpr double undisturbed = 0.75;
  if (samples.size() < fewest) return false;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted[sorted.size() / fewest] < undisturbed * sorted[sorted.size() / 2];
}

double relativeNoise(std::span<const double> samples) {
  if (samples.size() < 2) return 0;
  const auto count = static_cast<double>(samples.size());
  const double mean = sumOf(samples) / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return mean > 0 ? std::sqrt(squares / (count - 1)) / mean : 0;
}

std::string toString(StopReason reason) {
  switch (reason) {
    case StopReason::goOn:
      return "not done";
    case StopReason::quiet:
      return "quiet";
    case StopReason::noiseSteady:
      return "noise steady";
    case StopReason::plain:
      return "plain";
    case StopReason::budget:
      break;
  }
  return "budget spent";
}

StopReason whetherToStop(const StoppingRule& rule, std::span<const double> original, std::span<const double> variant,
                         double secondsSpent, std::span<const uint32_t> places) {
  if (secondsSpent >= rule.budgetSeconds) {
    const bool isEnough = variant.size() >= fewestSamples ||
                          (variant.size() == 2 && (secondsSpent >= mostOverrun * rule.budgetSeconds ||
                                                   (!original.empty() && !isUnsure(original, variant, places))));
    return isEnough ? StopReason::budget : StopReason::goOn;
  }
  const bool mayBePlain = rule.plainSeconds > 0 && secondsSpent >= rule.plainSeconds && !original.empty();
  if (mayBePlain && variant.size() >= rule.minSamples && isPlain(rule, original, variant, places))
    return StopReason::plain;
  if (variant.size() < rule.minSamples || sumOf(original) + sumOf(variant) < rule.minSeconds) return StopReason::goOn;
  const bool quiet = isQuiet(original, rule.relativeNoise) && isQuiet(variant, rule.relativeNoise);
  if (!quiet && !(isSteady(original) && isSteady(variant))) return StopReason::goOn;
  if (!original.empty() && isUnsure(original, variant, places, rule.openBands)) return StopReason::goOn;
  return quiet ? StopReason::quiet : StopReason::noiseSteady;
}

double leastWriteSeconds(uint64_t bytes, uint64_t l2Bytes, double peakBytesPerSecond) {
  if (bytes <= l2Bytes || peakBytesPerSecond <= 0) return 0;
  return static_cast<double>(bytes - l2Bytes) / peakBytesPerSecond;
}

}  // namespace warpwright
