#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/output.h"

namespace warpwright::cli {
namespace {

struct Options {
  std::string path;
  bool check = false;
  EngineOptions engine;
  OutputOptions output;
};

void printText(const EngineRun& run, bool check, bool quiet) {
  if (check) {
    std::printf("%s\n", run.findings.empty() ? "The checks found nothing." : "The checks found:");
    for (const EngineFinding& finding : run.findings) std::printf("%s\n", findingText(finding).c_str());
  }
  std::fflush(stdout);
  if (quiet) return;
  for (const std::string& note : run.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  // A program that could not be built ran nothing that could be counted.
  if (run.failure && run.launches.empty() && run.output.empty()) return;
  std::fprintf(stderr, "%zu launches, %.2f s and %.2f s to compile; exit code %d.\n", run.launches.size(), run.seconds,
               run.compileSeconds, run.exitCode);
}

int run(const Options& options, const Invocation& invocation) {
  EngineJob job = options.engine.job(options.path, invocation.afterDashes);
  job.check = options.check;
  job.showOutput = !options.output.isJson();
  Result<EngineRun> result = Error{ErrorKind::worker, "", std::nullopt};
  {
    // The line of progress would be written into the middle of what the program prints.
    ProgressLine line(options.output.quiet || job.showOutput);
    result = runOnEngine(job, [&](const EngineProgress& now) { line.show(now.fraction, now.text); }, invocation.stop);
  }
  if (!result.ok()) return fail(result.error());
  if (options.output.isJson()) {
    std::printf("%s\n", toJson(*result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  } else {
    printText(*result, options.check, options.output.quiet);
  }
  if (result->failure) return options.output.isJson() ? exitCode(*result->failure) : fail(*result->failure);
  return options.check && !result->findings.empty() ? exitFindings : exitDone;
}

}  // namespace

Action addRunCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("path", options->path, "a .cu file, a folder, or a compile_commands.json")->required();
  app.add_flag("--check", options->check, "look for races, uninitialised shared reads and accesses out of bounds; "
                                          "exit code 1 if there are any");
  addEngineOptions(app, options->engine);
  addOutputOptions(app, options->output);
  return [options](const Invocation& invocation) { return run(*options, invocation); };
}

}  // namespace warpwright::cli
