#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/job/sampled_times.h"

namespace warpwright {

/// How outputs of a changed program lie to those of the program.
struct OutputComparison {
  std::string difference;                ///< the first, a sentence; empty: there is none
  std::vector<std::string> notCompared;  ///< what can't be: "file `log.txt`", "numbers in 3 lines, such as `Time: 0.2`"
  size_t words = 0, files = 0;           ///< that were compared
};

/// A program and a changed one, each run whole on a GPU, in turns.
struct WholeProgram {
  std::string program;         ///< the file with `main`
  std::string device, driver;  ///< "NVIDIA H200", "13.0"
  std::string change;          ///< what was changed, in words; empty: nothing was, or several kernels were
  /// Seconds that all kernels of one run took together, and the whole run with all copies; medians with their range.
  /// Where nothing is changed those of the changed program are the original's.
  Interval kernelsBefore, kernelsAfter, wholeBefore, wholeAfter;
  OutputComparison outputs;  ///< of the changed program, beside all runs of the original
  size_t runs = 0;           ///< of each
  int64_t measuredAt = 0;    ///< seconds since 1970
};

/// Original ÷ changed, of medians; 1 where there is none.
double gainOf(const Interval& before, const Interval& after);

/// {"before", "after"}, each with "median", "low" and "high".
nlohmann::json timesJson(const Interval& before, const Interval& after);
/// {"difference", "words", "files", "not_compared"}.
nlohmann::json toJson(const OutputComparison& outputs);
/// `warpwright.whole_program/1`, and back.
nlohmann::json toJson(const WholeProgram& whole);
Result<WholeProgram> wholeProgramFromJson(const nlohmann::json& json);
/// The name under which a session keeps it among its values: for the best variant of a kernel, as `tuningTableKey`.
std::string wholeProgramKey(const std::string& kernel, const std::string& program = {});

}  // namespace warpwright
