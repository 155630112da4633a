// warpwright profile -- PROGRAM ARGS: which kernels of a program take the GPU's time.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/gpu_run.h"
#include "app/cli/output.h"
#include "core/execute/replay/profile_program.h"
#include "core/report/profile_trace.h"

namespace warpwright::cli {
namespace {

using nlohmann::json;

struct Options {
  OutputOptions output;
  size_t most = 20;
  std::string trace, from;
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

Status writeTrace(const Options& options, const ProgramProfile& profile, const std::string& device) {
  if (options.trace.empty()) return {};
  if (Status written = writeProfileTrace(options.trace, profile, device); !written.ok()) return written;
  const std::string note = whatTraceLeavesOut(options.trace, profile);
  if (!options.output.quiet && !note.empty()) std::fprintf(stderr, "note: %s\n", note.c_str());
  return {};
}

/// Shows a profile that was kept.
int show(const Options& options) {
  const Result<KeptProfile> kept = readKeptProfile(options.from);
  if (!kept.ok()) return fail(kept.error(), options.output);
  if (const Status written = writeTrace(options, kept->profile, kept->device); !written.ok())
    return fail(written.error(), options.output);
  if (options.output.isJson()) {
    json answer = toJson(kept->profile);
    if (!kept->device.empty()) answer["device"] = kept->device;
    std::printf("%s\n", answer.dump(2, ' ', false, json::error_handler_t::replace).c_str());
  } else {
    printText(kept->profile, options);
  }
  return exitDone;
}

/// Where there is no GPU, something else tells of the kernels.
Error withEngine(Error error) {
  if (error.kind == ErrorKind::worker)
    error.message +=
        " With its source, the CPU engine counts what each kernel does: warpwright run FILE.cu --metrics all.";
  return error;
}

int profile(const Options& options, const Invocation& invocation) {
  if (!options.from.empty() && invocation.afterDashes.empty()) return show(options);
  if (!options.from.empty())
    return fail({ErrorKind::usage, "--from shows a profile that was kept: leave out the program.", {}}, options.output);
  if (invocation.afterDashes.empty()) {
    return fail({ErrorKind::usage, "Say which program to run: warpwright profile -- PROGRAM ARGS.", {}},
                options.output);
  }
  const Result<ProfiledProgram> profiled =
      profileProgram({invocation.afterDashes, {}, !options.output.isJson()}, {}, invocation.stop);
  if (!profiled.ok()) return fail(withEngine(profiled.error()), options.output);
  const GpuProgramRun& run = profiled->run;
  if (run.profile) {
    const Status written = writeTrace(options, *run.profile, profiled->gpu.name);
    if (!written.ok()) return fail(written.error(), options.output);
  }
  if (options.output.isJson()) {
    std::printf("%s\n", toJson(*profiled).dump(2, ' ', false, json::error_handler_t::replace).c_str());
    return profiled->failure ? exitCode(*profiled->failure) : exitDone;
  }
  if (!options.output.quiet) printNotes(run);
  if (profiled->failure) return fail(*profiled->failure, options.output);
  printText(*run.profile, options);
  return exitDone;
}

}  // namespace

Action addProfileCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--most", options->most, "how many kernels to print")->capture_default_str();
  app.add_option("--trace", options->trace,
                 "write when each launch, copy and fill was to this file, as a trace for ui.perfetto.dev");
  app.add_option("--from", options->from,
                 "a profile that --format json printed: show it, or write its trace, in place of running a program");
  addOutputOptions(app, options->output);
  app.footer("Words after `--` are the program and its arguments. Times are of the GPU; the program runs as it would.");
  return [options](const Invocation& invocation) { return profile(*options, invocation); };
}

}  // namespace warpwright::cli
