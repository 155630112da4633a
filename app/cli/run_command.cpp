#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/report/report_input.h"

namespace warpwright::cli {
namespace {

struct Options {
  std::string path;
  bool check = false;
  std::string sarif;                 ///< file for what the checks found
  std::string capture, kernel;
  uint64_t launchIndex = 0;
  std::vector<std::string> tolerances;
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
  if (run.capture) {
    std::fprintf(stderr, "Launch %llu of %s is captured in %s: %.1f MiB for %.1f MiB of device memory.\n",
                 static_cast<unsigned long long>(run.capture->launchIndex), run.capture->kernel.c_str(),
                 displayPath(run.capture->path.string()).c_str(), static_cast<double>(run.capture->fileBytes) / 1048576.0,
                 static_cast<double>(run.capture->memoryBytes) / 1048576.0);
  }
  std::fprintf(stderr, "%zu launches, %.2f s and %.2f s to compile; exit code %d.\n", run.launches.size(), run.seconds,
               run.compileSeconds, run.exitCode);
}

int run(const Options& options, const Invocation& invocation) {
  EngineJob job = options.engine.job(options.path, invocation.afterDashes);
  job.check = options.check || !options.sarif.empty() || options.output.format == "sarif";
  job.showOutput = options.output.format == "text";
  if (!options.capture.empty()) {
    std::error_code ignored;
    job.capture = CaptureRequest{std::filesystem::absolute(options.capture, ignored), options.kernel, options.launchIndex};
    Result<std::map<std::string, Tolerance>> tolerances = readTolerances(options.tolerances);
    if (!tolerances.ok()) return fail(tolerances.error());
    job.capture->tolerances = std::move(tolerances.value());
  }
  Result<EngineRun> result = Error{ErrorKind::worker, "", std::nullopt};
  {
    // The line of progress would be written into the middle of what the program prints.
    ProgressLine line(options.output.quiet || job.showOutput);
    result = runOnEngine(job, [&](const EngineProgress& now) { line.show(now.fraction, now.text); }, invocation.stop);
  }
  if (!result.ok()) return fail(result.error());
  std::error_code ignored;
  const auto dump = [](const nlohmann::json& json) { return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace); };
  const auto sarif = [&] { return dump(sarifReport(*result, std::filesystem::current_path(ignored))) + "\n"; };
  if (!options.sarif.empty()) {
    if (const Status written = writeFileAtomically(options.sarif, sarif()); !written.ok()) return fail(written.error());
  }
  const bool text = options.output.format == "text";
  if (text) printText(*result, job.check, options.output.quiet);
  else std::printf("%s", options.output.isJson() ? (dump(toJson(*result)) + "\n").c_str() : sarif().c_str());
  if (result->failure) return text ? fail(*result->failure) : exitCode(*result->failure);
  return job.check && !result->findings.empty() ? exitFindings : exitDone;
}

}  // namespace

Action addRunCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("path", options->path, "a .cu file, a folder, or a compile_commands.json")->required();
  app.add_flag("--check", options->check, "look for races in shared and global memory, uninitialised shared reads, accesses "
                                          "out of bounds, divergent barriers and undefined shuffles; "
                                          "exit code 1 if there are any");
  app.add_option("--sarif", options->sarif, "with --check: write what was found as SARIF 2.1.0 to this file");
  CLI::Option* capture = app.add_option("--capture", options->capture,
                                        "writes one launch with the memory it may touch to this file (.wwcap)");
  app.add_option("--kernel", options->kernel, "the kernel to capture; without it, any")->needs(capture);
  app.add_option("--launch-index", options->launchIndex, "which launch of that kernel, from 0")->needs(capture);
  addToleranceOption(app, options->tolerances)->needs(capture);
  addEngineOptions(app, options->engine);
  addOutputOptions(app, options->output, "text,json,sarif");
  return [options](const Invocation& invocation) { return run(*options, invocation); };
}

}  // namespace warpwright::cli
