#pragma once

#include <string>
#include <vector>

#include "app/cli/analysis_options.h"
#include "core/execute/tune/tuning_task.h"

namespace warpwright::cli {

/// What the commands that tune a kernel, or all that matter of a program, are told alike.
struct TuningInput {
  std::string path;    ///< of the file or the program
  std::string budget;  ///< "60s", "5m", "1h"; a number without a letter is seconds; empty: none
  std::vector<std::string> compilerFlags;
  double timeLimit = 0;  ///< seconds that a launch, or the program to capture, may take
};

/// A task for it with `arguments` for the program, variants being written ahead by workers. Which program that is, what
/// is tuned and where is not set. Errors (usage): the budget is no time, a toolkit that is none.
Result<TuningTask> tuningTask(const TuningInput& input, const AnalysisOptions& analysis,
                              const std::vector<std::string>& arguments);

}  // namespace warpwright::cli
