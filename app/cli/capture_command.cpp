// warpwright capture -o OUT.wwcap -- PROGRAM ARGS: one launch of a compiled program, taken on a GPU.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/gpu_run.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/execute/gpu/gpu_program.h"
#include "core/execute/gpu/local_gpus.h"
#include "core/execute/replay/capture_choice.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  OutputOptions output;
  std::string target = "launch.wwcap", kernel, source, arch, cuda = "auto";
  std::vector<std::string> tolerances, flags;
  uint64_t launchIndex = 0;
  bool list = false;
};

/// What the source tells: how to compile the kernel again, where it is and where it is launched.
Status readSource(const Options& options, const LocalGpus& gpus, GpuProgramRequest& request, std::stop_token stop) {
  std::error_code failed;
  const fs::path path = fs::weakly_canonical(options.source, failed);
  Result<std::string> text = readFile(path);
  if (!text.ok()) return text.error();
  CapturedProgram& program = request.program;
  program.path = path.string();
  program.compilerFlags = options.flags;
  program.arch = options.arch.empty() ? gpus.gpus.front().arch : options.arch;
  program.toolkit = options.cuda;
  Result<analysis::AnalyzeOptions> analyze = AnalysisOptions{{}, program.arch, options.cuda}.resolve(options.flags);
  if (!analyze.ok()) return analyze.error();
  analyze->passes.emplace();  // none: what is wanted is where kernels and launches are
  analysis::Analyzer analyzer(std::move(analyze.value()));
  const Result<AnalysisResult> result = analyzer.analyze({path}, {}, stop);
  if (!result.ok()) return result.error();
  std::map<std::string, std::string> files{{path.string(), *text}};
  const auto isUnit = [&](const UnitSummary& unit) { return unit.file == program.path; };
  if (std::none_of(result->units.begin(), result->units.end(), isUnit) && result->units.size() == 1) {
    program.path = result->units.front().file;  // which includes it: it does not compile by itself
    if (Result<std::string> unit = readFile(program.path); unit.ok()) files[program.path] = std::move(unit.value());
  }
  for (const KernelSummary& kernel : result->kernels) {
    KernelSource source;
    source.at = kernel.nameAt;
    if (kernel.launches.size() == 1) source.launchAt = kernel.launches.front().at;
    request.kernels[kernel.name] = source;
    for (const std::string& file : {source.at.file, source.launchAt.file}) {
      if (file.empty() || files.count(file) != 0) continue;
      if (Result<std::string> other = readFile(file); other.ok()) files[file] = std::move(other.value());
    }
  }
  for (const auto& [file, content] : files) program.sources.push_back({file, hashText(content)});
  return {};
}

void printLaunches(const GpuProgramRun& run) {
  for (const LaunchCount& kernel : run.launches) {
    std::printf("%8llu  %s <<<(%u,%u,%u),(%u,%u,%u),%llu>>>\n", static_cast<unsigned long long>(kernel.launches),
                kernel.name.c_str(), kernel.grid[0], kernel.grid[1], kernel.grid[2], kernel.block[0], kernel.block[1],
                kernel.block[2], static_cast<unsigned long long>(kernel.dynamicSharedBytes));
  }
}

nlohmann::json launchesJson(const GpuProgramRun& run) {
  nlohmann::json list = nlohmann::json::array();
  for (const LaunchCount& kernel : run.launches) {
    list.push_back({{"kernel", kernel.name},
                    {"mangled_name", kernel.mangledName},
                    {"launches", kernel.launches},
                    {"grid", kernel.grid},
                    {"block", kernel.block},
                    {"dynamic_shared", kernel.dynamicSharedBytes}});
  }
  return list;
}

int print(const Options& options, const GpuProgramRequest& request, const GpuProgramRun& run) {
  std::optional<Error> wrong = options.list ? run.failure : captureProblem(request, run);
  if (!wrong && !run.loaded) wrong = notOnGpu(run);
  if (options.output.isJson()) {
    nlohmann::json answer = {
        {"schema", "warpwright.gpu_capture/1"}, {"launches", launchesJson(run)}, {"notes", run.notes}};
    answer["program"] = endJson(run);
    if (run.capture) answer["capture"] = *run.capture;
    if (wrong) answer["failure"] = wrong->message;
    std::printf("%s\n", answer.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return wrong ? exitCode(*wrong) : exitDone;
  }
  if (!options.output.quiet) printNotes(run);
  if (options.list) printLaunches(run);
  if (run.capture && !options.output.quiet) {
    std::fprintf(stderr, "Launch %llu of %s is captured in %s: %.1f MiB for %.1f MiB of device memory.\n",
                 static_cast<unsigned long long>(run.capture->launchIndex), run.capture->kernel.c_str(),
                 displayPath(run.capture->path.string()).c_str(),
                 static_cast<double>(run.capture->fileBytes) / 1048576.0,
                 static_cast<double>(run.capture->memoryBytes) / 1048576.0);
    if (options.source.empty()) {
      std::fprintf(
          stderr,
          "note: To replay it with variants, capture it with --source FILE.cu: how to compile the kernel is not in "
          "the program.\n");
    }
  }
  return wrong ? fail(*wrong, options.output) : exitDone;
}

int capture(const Options& options, const Invocation& invocation) {
  if (invocation.afterDashes.empty()) {
    return fail({ErrorKind::usage, "Say which program to run: warpwright capture -o OUT.wwcap -- PROGRAM ARGS.", {}},
                options.output);
  }
  const LocalGpus found = findLocalGpus();
  if (found.gpus.empty()) {
    return fail({ErrorKind::worker,
                 found.whyNone + " With its source, a launch is captured on the CPU engine: warpwright run "
                                 "FILE.cu --capture OUT.wwcap.",
                 {}},
                options.output);
  }
  GpuProgramRequest request;
  request.mode = options.list ? GpuProgramRequest::Mode::list : GpuProgramRequest::Mode::capture;
  std::error_code ignored;
  request.capture = {fs::absolute(options.target, ignored), options.kernel, options.launchIndex, false, {}};
  Result<std::map<std::string, Tolerance>> tolerances = readTolerances(options.tolerances);
  if (!tolerances.ok()) return fail(tolerances.error(), options.output);
  request.capture.tolerances = std::move(tolerances.value());
  request.program.arch = options.arch.empty() ? found.gpus.front().arch : options.arch;
  if (!options.source.empty()) {
    if (Status read = readSource(options, found, request, invocation.stop); !read.ok())
      return fail(read.error(), options.output);
  }
  request.program.arguments = {invocation.afterDashes.begin() + 1, invocation.afterDashes.end()};
  request.program.workingFolder = fs::current_path(ignored).string();
  Result<GpuProgramRun> run =
      runGpuProgram(request, invocation.afterDashes, !options.output.isJson(), {}, invocation.stop);
  if (!run.ok()) return fail(run.error(), options.output);
  return print(options, request, *run);
}

}  // namespace

Action addCaptureCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("-o,--output", options->target, "the capture to write")->capture_default_str();
  app.add_option("--kernel", options->kernel,
                 "the kernel to capture, as `profile` and --list print it, in short or in full; without it, any");
  app.add_option("--launch-index", options->launchIndex, "which launch of that kernel, from 0")->capture_default_str();
  app.add_flag("--list", options->list,
               "capture nothing: print the kernels that are launched, how often and how first");
  app.add_option("--source", options->source,
                 "the .cu file that defines the kernel: kept with the capture, so that variants "
                 "can be replayed");
  app.add_option("--compiler-flag", options->flags, "a flag that this file is compiled with; may be repeated")
      ->allow_extra_args(false);
  app.add_option("--arch", options->arch, "what the kernel is compiled for; without it, what the GPU is");
  app.add_option("--cuda", options->cuda, "the CUDA toolkit that a replay compiles with: auto, none or its folder")
      ->capture_default_str();
  addToleranceOption(app, options->tolerances);
  addOutputOptions(app, options->output);
  app.footer("Words after `--` are the program and its arguments.");
  return [options](const Invocation& invocation) { return capture(*options, invocation); };
}

}  // namespace warpwright::cli
