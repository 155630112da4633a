// warpwright capture -o OUT.wwcap -- PROGRAM ARGS: one launch of a compiled program, taken on a GPU.

#include <CLI/CLI.hpp>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/runner/local_gpus.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  std::string target = "launch.wwcap", kernel;
  uint64_t launchIndex = 0;
};

int capture(const Invocation& invocation) {
  if (invocation.afterDashes.empty()) {
    return fail({ErrorKind::usage, "Say which program to run: warpwright capture -o OUT.wwcap -- PROGRAM ARGS.", {}});
  }
  const LocalGpus found = findLocalGpus();
  const std::string why = found.gpus.empty() ? found.whyNone : "The capture library is not part of this build.";
  return fail({ErrorKind::worker, why + " With its source, a launch is captured on the CPU engine: warpwright run FILE.cu "
                                        "--capture OUT.wwcap.", {}});
}

}  // namespace

Action addCaptureCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("-o,--output", options->target, "the capture to write")->capture_default_str();
  app.add_option("--kernel", options->kernel, "the kernel to capture; without it, any");
  app.add_option("--launch-index", options->launchIndex, "which launch of that kernel, from 0")->capture_default_str();
  addOutputOptions(app, options->output);
  app.footer("Words after `--` are the program and its arguments.");
  return [options](const Invocation& invocation) { return capture(invocation); };
}

}  // namespace warpwright::cli
