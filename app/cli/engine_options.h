#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/cli/analysis_options.h"
#include "core/job/engine_job.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpwright::cli {

/// The options of every command that runs a program on the CPU engine.
struct EngineOptions {
  std::string arch = "sm_90";
  std::string device;
  std::string cuda = "auto";
  std::vector<std::string> compilerFlags;
  double timeLimitSeconds = 0;
  uint64_t memoryLimitBytes = 0;
  unsigned workers = 1;
  std::string target = "cpu";
  std::string program;  ///< which of those at the path

  /// The job for a path that is one program: see programPath.
  EngineJob job(const std::string& path, const std::vector<std::string>& programArguments) const;
  /// How an analysis reads the program alike.
  AnalysisOptions reading() const;
};

void addEngineOptions(CLI::App& app, EngineOptions& options);

/// Declares --tolerance, which may be repeated.
CLI::Option* addToleranceOption(CLI::App& app, std::vector<std::string>& words);
/// "BUFFER=ABSOLUTE,RELATIVE" each. Errors: anything else.
Result<std::map<std::string, Tolerance>> readTolerances(const std::vector<std::string>& words);

/// "race  pathfinder.cu:12:5  …" of a finding, for terminals.
std::string findingText(const EngineFinding& finding);

}  // namespace warpwright::cli
