#pragma once

#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "core/base/result.h"
#include "core/execute/service/analysis_service.h"
#include "core/job/engine_job.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace warpwright::cli {

/// The options of every command that analyses: --launch, --arch, --cuda, --program.
struct AnalysisOptions {
  std::vector<std::string> launches;
  std::string arch;
  std::string cuda = "auto";
  std::string device;
  std::string program;
  std::vector<std::string> allowed;  ///< of --allow

  /// Errors: a toolkit folder that is not there.
  Result<analysis::AnalyzeOptions> resolve(const std::vector<std::string>& compilerFlags) const;
  /// The same as a request to a service, about one file. Errors: as `resolve`.
  Result<AnalysisRequest> request(const std::string& file, const std::vector<std::string>& compilerFlags) const;
  /// A run of a program on the CPU engine, under the same headers as the analysis.
  EngineJob job(const std::string& path, const std::vector<std::string>& compilerFlags,
                const std::vector<std::string>& arguments) const;
  /// The words that make another command read a program alike: "--cuda none --arch sm_80".
  std::vector<std::string> words() const;
};

void addAnalysisOptions(CLI::App& app, AnalysisOptions& options);
/// --allow, where changes are made that need it.
CLI::Option* addAllowOption(CLI::App& app, std::vector<std::string>& allowed);
/// --device, where it says what findings are for.
void addDeviceOption(CLI::App& app, AnalysisOptions& options);

}  // namespace warpwright::cli
