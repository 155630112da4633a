// warpwright try PATH --on gpu: a whole program from its source to a faster one, measured before and after.
#include "app/cli/try_on_gpu.h"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/linked_service.h"
#include "app/cli/program_option.h"
#include "app/cli/try_gpu_text.h"
#include "app/cli/tuning_input.h"
#include "core/base/file.h"
#include "core/execute/tune/program_speedup.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

Result<ProgramTask> readTask(const GpuTryOptions& options, const Invocation& invocation) {
  const Result<TuningTask> tuning = tuningTask({options.path, options.budget, options.compilerFlags, options.timeLimit},
                                               options.analysis, invocation.afterDashes);
  if (!tuning.ok()) return tuning.error();
  const auto program = programPath(options.path, options.analysis.program, options.compilerFlags);
  if (!program.ok()) return program.error();
  std::error_code ignored;
  ProgramTask task;
  task.tuning = *tuning;
  task.tuning.session = options.session;
  task.tuning.program.path = fs::absolute(*program, ignored).lexically_normal();
  task.tuning.program.workingFolder = fs::current_path(ignored);
  return task;
}

/// A name that no file has, where the user gave none.
fs::path patchPath(const GpuTryOptions& options, const ProgramSpeedup& speedup) {
  if (!options.patch.empty()) return options.patch;
  const std::string stem = fs::path(speedup.whole.program).stem().string() + "-faster";
  std::error_code ignored;
  fs::path name = stem + ".patch";
  for (int number = 2; fs::exists(name, ignored); ++number) name = stem + "-" + std::to_string(number) + ".patch";
  return name;
}

/// Empty: nothing is changed, or what is changed computes something else.
Result<fs::path> writePatch(const GpuTryOptions& options, const ProgramSpeedup& speedup) {
  if (!speedup.isChanged() || !speedup.whole.outputs.difference.empty()) return fs::path();
  VariantRecord change;
  change.files = speedup.files;
  const fs::path patch = patchPath(options, speedup);
  std::error_code ignored;
  const fs::path root = fs::is_directory(options.path, ignored) ? fs::absolute(options.path, ignored).lexically_normal()
                                                                : fs::path(speedup.whole.program).parent_path();
  if (const Status written = writeFileAtomically(patch, change.diff(root)); !written.ok()) return written.error();
  return patch;
}

}  // namespace

int tryOnGpu(const GpuTryOptions& options, const Invocation& invocation) {
  const Result<ProgramTask> task = readTask(options, invocation);
  if (!task.ok()) return fail(task.error(), options.output);
  ProgressLine line(options.output.quiet || options.output.isJson());
  const auto service = analysis::makeLinkedAnalysisService(invocation.stop);
  Result<ProgramSpeedup> speedup = speedUpProgram(
      *task, *service, [&](double fraction, const std::string& phase) { line.show(fraction, phase); }, invocation.stop);
  line.clear();
  if (!speedup.ok()) {
    Error error = speedup.error();
    if (error.kind == ErrorKind::worker)
      error.message += " Without a GPU, `warpwright try` compares what changed programs compute on the CPU engine.";
    return fail(error, options.output);
  }
  const Result<fs::path> patch = writePatch(options, *speedup);
  if (!patch.ok()) return fail(patch.error(), options.output);
  if (options.output.isJson())
    std::printf("%s\n",
                speedupJson(*speedup, *patch).dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  else
    std::fputs(speedupText(*speedup, *patch).c_str(), stdout);
  return speedup->whole.outputs.difference.empty() ? exitDone : exitFindings;
}

}  // namespace warpwright::cli
