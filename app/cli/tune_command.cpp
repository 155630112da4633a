// warpwright tune FILE.cu --kernel NAME: writes variants of a kernel, judges each on a captured launch, keeps the best.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "analysis/analyzer/linked_service.h"
#include "app/cli/analysis_options.h"
#include "app/cli/cache_policy_text.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/program_option.h"
#include "app/cli/replay_gpu.h"
#include "app/cli/session_origin.h"
#include "app/cli/target.h"
#include "app/cli/time_limit.h"
#include "app/cli/tune_text.h"
#include "app/cli/tuning_input.h"
#include "core/base/file.h"
#include "core/execute/tune/tuning_task.h"
#include "core/job/program_profile.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::string file, kernel, capture, profile, target, session, patch, strategy = "pruned", metric, budget;
  GpuTimingOptions gpu;
  std::vector<std::string> compilerFlags, passes;
  uint64_t launchIndex = 0;
  double timeLimit = 60;
};

/// Errors: a time or a toolkit that is none; no file.
Result<TuningTask> readTask(const Options& options, const Invocation& invocation) {
  const auto target = parseTarget(options.target);
  if (!target.ok()) return target.error();
  Result<TuningTask> read = tuningTask({options.file, options.budget, options.compilerFlags, options.timeLimit},
                                       options.analysis, invocation.afterDashes);
  if (!read.ok()) return read;
  const bool isCaptured = target->place == Target::Place::recorded || !options.capture.empty();
  if (!isCaptured && invocation.afterDashes.empty() && !fs::exists(options.file))
    return inputError("There is no file " + options.file + ".");
  const auto program = programPath(options.file, options.analysis.program, options.compilerFlags);
  if (!program.ok() && !isCaptured) return program.error();
  std::error_code ignored;
  TuningTask& task = *read;
  task.target = options.target;
  if (!options.passes.empty()) task.context.passes = options.passes;
  task.kernel = options.kernel;
  task.launchIndex = options.launchIndex;
  if (!options.profile.empty()) {
    const Result<KeptProfile> profile = readKeptProfile(options.profile);
    if (!profile.ok()) return profile.error();
    const Result<uint64_t> longest = longestLaunch(profile->profile, options.kernel);
    if (!longest.ok()) return longest.error();
    task.launchIndex = *longest;
  }
  if (!options.capture.empty()) task.capture = fs::absolute(options.capture, ignored);
  task.strategy = options.strategy;
  task.metric = options.metric;
  task.timing = options.gpu.timing();
  task.session = options.session;
  task.program.path = fs::absolute(program.ok() ? *program : options.file, ignored);
  return read;
}

void show(ProgressLine& line, const TuningNow& now) {
  if (!now.phase.empty()) return line.show(now.fraction, now.phase);
  const size_t judged = now.table.rows.size(), most = now.table.most;
  std::string text = std::to_string(judged) + " of at most " + std::to_string(most);
  const TuningRow *original = now.table.original(), *best = now.table.best();
  if (original && original->value && *original->value > 0 && best && best->value)
    text += printed(", best %+.1f %%", (*best->value / *original->value - 1) * 100);
  if (now.secondsLeft >= 0) text += ", " + std::to_string(static_cast<int>(now.secondsLeft) + 1) + " s left";
  line.show(most == 0 ? -1 : static_cast<double>(judged) / static_cast<double>(most), text);
}

/// The best variant as a patch. Gives where it is; empty: there is none. Errors: it cannot be written.
Result<fs::path> writePatch(const Options& options, const Tuned& tuned) {
  if (!tuned.result.best) return fs::path();
  const fs::path patch = options.patch.empty() ? options.session + ".patch" : options.patch;
  std::error_code ignored;
  const std::string text = tuned.result.best->diff(fs::absolute(options.file, ignored).parent_path());
  if (Status written = writeFileAtomically(patch, text); !written.ok()) return written.error();
  return patch;
}

int run(const Options& options, const Invocation& invocation) {
  const Result<TuningTask> task = readTask(options, invocation);
  if (!task.ok()) return fail(task.error(), options.output);
  ProgressLine line(options.output.quiet || options.output.isJson());
  const auto service = analysis::makeLinkedAnalysisService(invocation.stop);
  const Result<Tuned> tuned =
      runTuning(*task, *service, [&](const TuningNow& now) { show(line, now); }, {}, invocation.stop);
  line.clear();
  if (!tuned.ok()) return fail(tuned.error(), options.output);
  Result<Session> session = Session::open(options.session);
  if (!session.ok()) return fail(session.error(), options.output);
  if (const Status kept = keepOrigin(*session, invocation, {options.analysis.words(), options.compilerFlags});
      !kept.ok())
    return fail(kept.error(), options.output);
  const Result<fs::path> patch = writePatch(options, *tuned);
  if (!patch.ok()) return fail(patch.error(), options.output);
  const auto textOf = options.output.isJson() ? tuningJson : tuningText;
  std::fputs(textOf(*tuned, *patch, options.output).c_str(), stdout);
  if (options.output.quiet) return exitDone;
  for (const std::string& note : tuned->table.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  const std::string caution = options.output.isJson() ? "" : tuningNote(*tuned);
  if (!caution.empty()) std::fprintf(stderr, "note: %s\n", caution.c_str());
  return exitDone;
}

}  // namespace

Action addTuneCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "the CUDA file that defines the kernel")->required();
  app.add_option("--kernel", options->kernel, "its name, as any command prints it, in short or in full")->required();
  app.add_option("--passes", options->passes,
                 "only changes of these passes, with commas between; cache_policy is tried only where it is named")
      ->delimiter(',');
  CLI::Option* capture =
      app.add_option("--capture", options->capture,
                     "a capture of the launch to judge by; without it, the program is run with the words after `--`");
  CLI::Option* index =
      app.add_option("--launch-index", options->launchIndex, "which launch of the kernel to capture, from 0")
          ->excludes(capture);
  app.add_option(
         "--profile", options->profile,
         "what `profile --format json` has printed of the program: the longest launch of the kernel is captured")
      ->excludes(capture)
      ->excludes(index);
  app.add_option("--on", options->target, targetHelp)->required();
  app.add_option("--session", options->session, "keeps all outcomes; run again with it to go on")->required();
  app.add_option("--budget", options->budget, "time to spend now: 60s, 5m, 1h; default: until there is no more to try");
  app.add_option("--strategy", options->strategy,
                 "pruned: the order of CGO'15; model: what the score "
                 "ranks first, until no change gains more than the model's band; exhaustive: every combination")
      ->capture_default_str();
  app.add_option("--metric", options->metric,
                 "what is to become small. On cpu: engine/accesses (default); model/cost, the ranking of the "
                 "timing model; any model/ metric of `replay`. On gpu: gpu/time, the median of a launch");
  addGpuTimingOptions(app, options->gpu);
  app.add_option("--patch", options->patch, "where to write the best variant; default: SESSION.patch");
  addTimeOption(app, "--time-limit", options->timeLimit, "seconds that a launch, or the program to capture, may take")
      ->capture_default_str();
  app.add_option("--compiler-flag", options->compilerFlags, "a flag for the compiler (-DN=3); may be repeated")
      ->allow_extra_args(false);
  addAnalysisOptions(app, options->analysis);
  addOutputOptions(app, options->output);
  addStableOption(app, options->output);
  app.footer("Words after `--` are the arguments of the program.");
  return [options](const Invocation& invocation) { return run(*options, invocation); };
}

}  // namespace warpwright::cli
