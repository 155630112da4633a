#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "core/execute/replay/trace_programs.h"

namespace warpwright::cli {

/// NAME=VALUE each, of --set. Errors (usage): anything else.
Result<ParameterValues> readValues(const std::vector<std::string>& words);

/// The change of one finding of `file`.
struct FindingChange {
  std::string file, opportunity;
  ParameterValues values;
};

/// The two jobs of a comparison.
struct ProgramPair : ChangedProgram {
  /// The change makes floating-point sums in an order that the original never has, or may: see judgeReassociated.
  bool reassociates = false;
  std::string summary = {};                       ///< of the change
  std::map<std::string, std::string> after = {};  ///< texts of the files that it changes
};

/// A program and the same with the change of a finding in it; what the finding rests on is checked in both. Errors:
/// those of Analyzer::rewrite; a change that only adds files, which the program does not use (usage).
Result<ProgramPair> programWithChange(const FindingChange& change, const analysis::AnalyzeOptions& options,
                                      EngineJob program, std::stop_token stop);

}  // namespace warpwright::cli
