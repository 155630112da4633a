// warpwright profile -- PROGRAM ARGS: which kernels of a program take the GPU's time.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/gpu_run.h"
#include "app/cli/output.h"
#include "core/execute/gpu/gpu_program.h"
#include "core/execute/gpu/local_gpus.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  size_t most = 20;
};

double milliseconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-6;
}
double microseconds(uint64_t ns) {
  return static_cast<double>(ns) * 1e-3;
}

void printKernel(const KernelProfile& kernel, double whole) {
  std::printf("%6.1f %% %11.3f ms %8llu  %10.2f %10.2f %10.2f us  %s\n",
              whole > 0 ? milliseconds(kernel.totalNs) / whole * 100 : 0, milliseconds(kernel.totalNs),
              static_cast<unsigned long long>(kernel.launches), microseconds(kernel.minNs),
              microseconds(kernel.medianNs), microseconds(kernel.maxNs), kernel.name.c_str());
  const ProfiledShape& shape = kernel.shapes.front();
  const std::string more =
      kernel.shapes.size() > 1 ? ", and " + std::to_string(kernel.shapes.size() - 1) + " other shapes" : "";
  std::printf("%*s<<<(%u,%u,%u),(%u,%u,%u)>>>%s, %u registers a thread, %u + %u bytes of shared memory a block\n", 68,
              "", shape.grid[0], shape.grid[1], shape.grid[2], shape.block[0], shape.block[1], shape.block[2],
              more.c_str(), kernel.registers, shape.staticSharedBytes, shape.dynamicSharedBytes);
}

void printText(const ProgramProfile& profile, const Options& options) {
  const double whole = milliseconds(profile.kernelNs());
  std::printf("%8s %14s %8s  %10s %10s %13s  kernel\n", "share", "total", "launches", "min", "median", "max");
  for (size_t i = 0; i < profile.kernels.size() && i < options.most; ++i) printKernel(profile.kernels[i], whole);
  if (profile.kernels.size() > options.most)
    std::printf("and %zu kernels more\n", profile.kernels.size() - options.most);
  for (const CopyProfile& copy : profile.copies) {
    const double perSecond = copy.totalNs > 0 ? static_cast<double>(copy.bytes) / static_cast<double>(copy.totalNs) : 0;
    std::printf("%20.3f ms %8llu  %.1f MiB at %.1f GB/s  %s\n", milliseconds(copy.totalNs),
                static_cast<unsigned long long>(copy.count), static_cast<double>(copy.bytes) / 1048576.0, perSecond,
                copy.kind.c_str());
  }
  std::printf("Kernels took %.3f ms of %.3f ms between the first and the last of all these.\n", whole,
              milliseconds(profile.spanNs));
  if (profile.droppedRecords != 0) {
    std::printf("%llu launches or copies are missing: they failed, or the profiler had no room for them.\n",
                static_cast<unsigned long long>(profile.droppedRecords));
  }
}

int profile(const Options& options, const Invocation& invocation) {
  if (invocation.afterDashes.empty()) {
    return fail({ErrorKind::usage, "Say which program to run: warpwright profile -- PROGRAM ARGS.", {}});
  }
  const LocalGpus found = findLocalGpus();
  if (found.gpus.empty()) {
    return fail({ErrorKind::worker,
                 found.whyNone + " With its source, the CPU engine counts what each kernel does: warpwright run "
                                 "FILE.cu --metrics all.",
                 {}});
  }
  GpuProgramRequest request;
  request.mode = GpuProgramRequest::Mode::profile;
  Result<GpuProgramRun> run =
      runGpuProgram(request, invocation.afterDashes, !options.output.isJson(), {}, invocation.stop);
  if (!run.ok()) return fail(run.error());
  std::optional<Error> wrong = run->failure;
  if (!wrong && !run->loaded) wrong = notOnGpu(*run);
  if (!wrong && !run->profile) {
    wrong = inputError(
        "There is no profile: the program ended without leaving main or calling exit, so that its last records were "
        "lost.");
  }
  if (options.output.isJson()) {
    nlohmann::json answer = run->profile ? toJson(*run->profile) : nlohmann::json{{"schema", "warpwright.profile/1"}};
    answer["device"] = found.gpus.front().name;
    answer["driver"] = found.driver;
    addEnd(answer, *run);
    if (wrong) answer["failure"] = wrong->message;
    std::printf("%s\n", answer.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return wrong ? exitCode(*wrong) : exitDone;
  }
  if (!options.output.quiet) printNotes(*run);
  if (wrong) return fail(*wrong);
  printText(*run->profile, options);
  return exitDone;
}

}  // namespace

Action addProfileCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--most", options->most, "how many kernels to print")->capture_default_str();
  addOutputOptions(app, options->output);
  app.footer("Words after `--` are the program and its arguments. Times are of the GPU; the program runs as it would.");
  return [options](const Invocation& invocation) { return profile(*options, invocation); };
}

}  // namespace warpwright::cli
