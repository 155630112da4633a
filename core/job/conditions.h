#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/job/gpu_job.h"

namespace warpwright {

/// One of the conditions under which a figure was taken.
struct Condition {
  std::string text;                  ///< "cold L2", "launch 2", "memory 3201 MHz"
  std::optional<double> clock = {};  ///< MHz, of a clock
  std::string clocked = {};          ///< what runs at it: "memory"; empty: the multiprocessors

  /// The same, but for clocks: those may be 1 % apart.
  bool isLike(const Condition& other) const;
};

/// Figures, and with them sessions, keep their conditions as one line of text. It is written and read back here alone.
/// "1,200 samples, cold L2, 1980 MHz, memory 3201 MHz, quiet": under what conditions times hold.
std::string conditionsText(const GpuTimes& times);
/// Those that two figures must have in common to be compared. How long was sampled, and why it ended, is none: the
/// interval tells it.
std::vector<Condition> conditionsFrom(const std::string& text);

}  // namespace warpwright
