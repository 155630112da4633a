#include "app/cli/engine_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/output.h"
#include "app/cli/program_option.h"
#include "app/cli/time_limit.h"
#include "core/job/compare_memory.h"

namespace warpwright::cli {

AnalysisOptions EngineOptions::reading() const {
  AnalysisOptions analysis;
  if (arch != EngineOptions().arch) analysis.arch = arch;
  analysis.device = device;
  analysis.cuda = cuda;
  analysis.program = program;
  return analysis;
}

EngineJob EngineOptions::job(const std::string& path, const std::vector<std::string>& programArguments) const {
  EngineJob job = reading().job(path, compilerFlags, programArguments);
  job.device = device;
  job.timeLimit = timeLimitOf(timeLimitSeconds);
  job.memoryLimitBytes = memoryLimitBytes;
  job.workers = workers;
  return job;
}

void addEngineOptions(CLI::App& app, EngineOptions& options) {
  app.add_option("--arch", options.arch, "the GPU to be like: sm_90")->capture_default_str();
  app.add_option("--device", options.device, "the GPU to be like, by name (H200, RTX 4090); default: one of --arch");
  app.add_option("--cuda", options.cuda, "root of a CUDA toolkit whose headers to use; none: Warpwright's own")
      ->capture_default_str();
  app.add_option("--compiler-flag", options.compilerFlags, "a flag for the compiler (-DN=3); may be repeated")
      ->allow_extra_args(false);
  addProgramOption(app, options.program);
  app.add_option("--on", options.target, "where the CPU engine runs: cpu (here), ssh:HOST, slurm:PARTITION")
      ->capture_default_str();
  addTimeOption(app, "--time-limit", options.timeLimitSeconds, "seconds after which the program is stopped; 0: none");
  app.add_option("--memory", options.memoryLimitBytes, "device memory (2G, 512M); default: 8 GiB at most")
      ->transform(CLI::AsSizeValue(false));
  app.add_option("--workers", options.workers,
                 "threads that run blocks; more than one: floating-point atomics may add "
                 "in another order")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
}

CLI::Option* addToleranceOption(CLI::App& app, std::vector<std::string>& words) {
  return app
      .add_option("--tolerance", words,
                  "BUFFER=ABSOLUTE,RELATIVE: how far elements of a float or double buffer may be "
                  "from the reference; without it, every bit counts")
      ->allow_extra_args(false);
}

Result<std::map<std::string, Tolerance>> readTolerances(const std::vector<std::string>& words) {
  std::map<std::string, Tolerance> tolerances;
  for (const std::string& word : words) {
    const size_t equals = word.rfind('=');
    if (equals == 0 || equals == std::string::npos) {
      return Error{ErrorKind::usage, "--tolerance takes BUFFER=ABSOLUTE,RELATIVE, not `" + word + "`.", std::nullopt};
    }
    Result<Tolerance> tolerance = toleranceFromText(word.substr(equals + 1));
    if (!tolerance.ok()) return tolerance.error();
    tolerances[word.substr(0, equals)] = *tolerance;
  }
  return tolerances;
}

std::string findingText(const EngineFinding& finding) {
  std::string text = "  " + finding.kind;
  if (finding.at.isValid()) {
    SourcePosition at = finding.at;
    at.file = displayPath(at.file);
    text += "  " + toString(at);
  }
  text += "  " + finding.message;
  if (finding.count > 1) text += " (" + std::to_string(finding.count) + " times)";
  return text;
}

}  // namespace warpwright::cli
