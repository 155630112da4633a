#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/metrics_text.h"
#include "app/cli/output.h"
#include "app/cli/program_option.h"
#include "app/cli/session_origin.h"
#include "app/cli/target.h"
#include "core/base/file.h"
#include "core/report/report_input.h"

namespace warpwright::cli {
namespace {

struct Options {
  std::string path;
  bool check = false;
  std::string sarif;  ///< file for what the checks found
  std::string capture, kernel, session;
  uint64_t launchIndex = 0;
  std::vector<std::string> tolerances;
  CLI::Option* metrics = nullptr;
  std::string metricList;
  EngineOptions engine;
  OutputOptions output;
};

/// Only the chosen metrics stay in what is printed as JSON.
void keepMetrics(nlohmann::json& run, const std::vector<std::string>& names) {
  if (names.empty()) return;
  for (nlohmann::json& launch : run["launches"]) {
    if (!launch.contains("metrics")) continue;
    nlohmann::json kept = nlohmann::json::object();
    for (const std::string& name : names) kept[name] = launch["metrics"]["values"][name];
    launch["metrics"]["values"] = std::move(kept);
  }
}

void printText(const EngineRun& run, bool check, const OutputOptions& output) {
  if (check) {
    std::printf("%s\n", run.findings.empty() ? "The checks found nothing." : "The checks found:");
    for (const EngineFinding& finding : run.findings) std::printf("%s\n", findingText(finding).c_str());
  }
  std::fflush(stdout);
  if (output.quiet) return;
  for (const std::string& note : run.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  // A program that could not be built ran nothing that could be counted.
  if (run.failure && run.launches.empty() && run.output.empty()) return;
  if (run.capture) {
    std::fprintf(stderr, "Launch %llu of %s is captured in %s: %.1f MiB for %.1f MiB of device memory.\n",
                 static_cast<unsigned long long>(run.capture->launchIndex), run.capture->kernel.c_str(),
                 displayPath(run.capture->path.string()).c_str(),
                 static_cast<double>(run.capture->fileBytes) / 1048576.0,
                 static_cast<double>(run.capture->memoryBytes) / 1048576.0);
  }
  char times[64] = "";
  if (!output.isStable)
    std::snprintf(times, sizeof times, ", %.2f s and %.2f s to compile", run.seconds, run.compileSeconds);
  std::fprintf(stderr, "%zu launches%s; exit code %d.\n", run.launches.size(), times, run.exitCode);
}

Result<EngineJob> jobOf(const Options& options, const std::string& path, const Invocation& invocation) {
  EngineJob job = options.engine.job(path, invocation.afterDashes);
  job.check = options.check || !options.sarif.empty() || options.output.format == "sarif";
  job.metrics = options.metrics->count() != 0;
  if (job.check && job.metrics) {
    return Error{ErrorKind::usage, "--check and --metrics each need code of their own: run one, then the other.", {}};
  }
  job.countAccesses = options.output.isJson() && !job.metrics;  // metrics count them themselves
  job.showOutput = options.output.format == "text" && options.engine.target == "cpu";
  if (!options.capture.empty()) {
    std::error_code ignored;
    job.capture =
        CaptureRequest{std::filesystem::absolute(options.capture, ignored), options.kernel, options.launchIndex};
    Result<std::map<std::string, Tolerance>> tolerances = readTolerances(options.tolerances);
    if (!tolerances.ok()) return tolerances.error();
    job.capture->tolerances = std::move(tolerances.value());
  }
  return job;
}

int run(const Options& options, const Invocation& invocation) {
  std::string path = options.path, list = options.metricList;
  // `run --metrics main.cu`: the list may be left out.
  if (path.empty()) std::swap(path, list);
  if (path.empty())
    return fail({ErrorKind::usage, "Say which program to run: a .cu file, a folder, or a compile_commands.json.", {}},
                options.output);
  const Result<std::vector<std::string>> names = metricNames(list);
  if (!names.ok()) return fail(names.error(), options.output);
  const Result<std::string> program = programPath(path, options.engine.program, options.engine.compilerFlags);
  if (!program.ok()) return fail(program.error(), options.output);
  const Result<EngineJob> made = jobOf(options, *program, invocation);
  if (!made.ok()) return fail(made.error(), options.output);
  const EngineJob& job = *made;
  const bool isHere = options.engine.target == "cpu";
  Result<EngineRun> result = Error{ErrorKind::worker, "", std::nullopt};
  {
    // The line of progress would be written into the middle of what the program prints.
    ProgressLine line(options.output.quiet || job.showOutput);
    const auto runEngine = engineOf(options.engine.target, line, invocation.stop);
    if (!runEngine.ok()) return fail(runEngine.error(), options.output);
    result =
        runEngine->run(job, [&](const EngineProgress& now) { line.show(now.fraction, now.text); }, invocation.stop);
  }
  if (!result.ok()) return fail(result.error(), options.output);
  std::error_code ignored;
  const auto dump = [](const nlohmann::json& json) {
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  const auto sarif = [&] { return dump(sarifReport(*result, std::filesystem::current_path(ignored))) + "\n"; };
  if (!options.sarif.empty()) {
    if (const Status written = writeFileAtomically(options.sarif, sarif()); !written.ok())
      return fail(written.error(), options.output);
  }
  if (!options.session.empty()) {
    const Status kept = keepRun(options.session, recordOf(job, *result), nullptr, invocation,
                                {options.engine.reading().words(), options.engine.compilerFlags});
    if (!kept.ok()) return fail(kept.error(), options.output);
  }
  const bool text = options.output.format == "text";
  if (text) {
    if (!isHere) {
      std::fwrite(result->output.data(), 1, result->output.size(), stdout);
      std::fflush(stdout);
      std::fwrite(result->errorOutput.data(), 1, result->errorOutput.size(), stderr);
    }
    std::fputs(metricsText(*result, *names).c_str(), stdout);
    printText(*result, job.check, options.output);
  } else if (options.output.isJson()) {
    nlohmann::json printed = toJson(*result);
    keepMetrics(printed, *names);
    printed["schema"] = "warpwright.run/1";
    std::fputs(documentText(std::move(printed), options.output).c_str(), stdout);
  } else {
    std::fputs(sarif().c_str(), stdout);
  }
  if (result->failure) return text ? fail(*result->failure, options.output) : exitCode(*result->failure);
  return job.check && !result->findings.empty() ? exitFindings : exitDone;
}

}  // namespace

Action addRunCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("path", options->path, "a .cu file, a folder, or a compile_commands.json");
  app.add_flag("--check", options->check,
               "look for races in shared and global memory, uninitialised shared reads, accesses "
               "out of bounds, divergent barriers and undefined shuffles; "
               "exit code 1 if there are any");
  app.add_option("--sarif", options->sarif, "with --check: write what was found as SARIF 2.1.0 to this file");
  CLI::Option* capture = app.add_option("--capture", options->capture,
                                        "writes one launch with the memory it may touch to this file (.wwcap)");
  app.add_option("--kernel", options->kernel, "the kernel to capture, as any command prints it; without it, any")
      ->needs(capture);
  app.add_option("--launch-index", options->launchIndex, "which launch of that kernel, from 0")->needs(capture);
  addToleranceOption(app, options->tolerances)->needs(capture);
  options->metrics =
      app.add_option("--metrics", options->metricList,
                     "what each launch asks of memory, by source line, on the modelled GPU: all, or names "
                     "with commas between")
          ->expected(0, 1);
  app.add_option("--session", options->session,
                 "Keeps in this file that it ran, and how it ended, for its report and the window");
  addEngineOptions(app, options->engine);
  addOutputOptions(app, options->output, "text,json,sarif");
  addStableOption(app, options->output);
  return [options](const Invocation& invocation) { return run(*options, invocation); };
}

}  // namespace warpwright::cli
