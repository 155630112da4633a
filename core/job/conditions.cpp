#include "core/job/conditions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace warpwright {
namespace {

constexpr const char *samplesEnd = " samples", *clockEnd = " MHz", *memoryClock = "memory ";

bool isOfSampling(const std::string& part) {
  if (part.empty() || part.ends_with(samplesEnd)) return true;
  constexpr StopReason reasons[] = {StopReason::goOn, StopReason::quiet, StopReason::noiseSteady, StopReason::budget,
                                    StopReason::plain};
  return std::ranges::any_of(reasons, [&](StopReason reason) { return part == toString(reason); });
}

Condition conditionFrom(const std::string& part) {
  Condition condition{part};
  if (!part.ends_with(clockEnd)) return condition;
  const size_t end = part.size() - std::string(clockEnd).size(), space = part.rfind(' ', end - 1);
  const size_t begin = space == std::string::npos ? 0 : space + 1;
  const std::string number = part.substr(begin, end - begin);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return condition;
  condition.clock = std::stod(number);
  condition.clocked = part.substr(0, begin);
  return condition;
}

}  // namespace

bool Condition::isLike(const Condition& other) const {
  constexpr double closeClocks = 0.01;
  if (!clock || !other.clock) return text == other.text;
  return clocked == other.clocked && std::abs(*clock - *other.clock) <= closeClocks * std::max(*clock, *other.clock);
}

std::string conditionsText(const GpuTimes& times) {
  std::string all = std::to_string(times.samples) + samplesEnd + ", " + (times.warm ? "warm L2, " : "cold L2, ") +
                    std::to_string(times.multiprocessorMHz) + clockEnd + ", " + memoryClock +
                    std::to_string(times.memoryMHz) + clockEnd + ", " + toString(times.stopped);
  if (times.otherProcesses > 0)
    all += ", " + std::to_string(times.otherProcesses) + " other process" + (times.otherProcesses > 1 ? "es" : "") +
           " on this GPU";
  if (times.disturbed) all += ", disturbed: its launches took times of two kinds";
  return all;
}

std::vector<Condition> conditionsFrom(const std::string& text) {
  std::vector<Condition> conditions;
  for (size_t from = 0; from < text.size();) {
    const size_t comma = std::min(text.find(", ", from), text.size());
    const std::string part = text.substr(from, comma - from);
    if (!isOfSampling(part)) conditions.push_back(conditionFrom(part));
    from = comma + 2;
  }
  return conditions;
}

}  // namespace warpwright
