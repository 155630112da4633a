#pragma once

#include <string>
#include <vector>

#include "core/runner/engine_job.h"

namespace CLI {
class App;
}

namespace warpwright::cli {

/// The options of every command that runs a program on the CPU engine.
struct EngineOptions {
  std::string arch = "sm_90";
  std::string cuda = "auto";
  std::vector<std::string> compilerFlags;
  double timeLimitSeconds = 0;
  uint64_t memoryLimitBytes = 0;
  unsigned workers = 1;

  EngineJob job(const std::string& path, const std::vector<std::string>& programArguments) const;
};

void addEngineOptions(CLI::App& app, EngineOptions& options);

/// "race  pathfinder.cu:12:5  …" of a finding, for terminals.
std::string findingText(const EngineFinding& finding);

}  // namespace warpwright::cli
