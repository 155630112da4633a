// warpwright replay CAPTURE [--variant FILE.cu]...: runs a captured launch again, with the original and with variants.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/frontend/captured_units.h"
#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/output.h"
#include "app/cli/replay_gpu.h"
#include "app/cli/replay_variant.h"
#include "app/cli/target.h"
#include "app/cli/time_limit.h"
#include "core/execute/gpu/counters.h"
#include "core/execute/replay/replay_capture.h"
#include "core/job/metric.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  OutputOptions output;
  std::string capture, target, metrics, launch;
  std::vector<std::string> variants, tolerances;
  GpuTimingOptions gpu;
  double timeLimit = 0;
  unsigned workers = 1;
  bool stalls = false, preexecution = false;
};

class ReplayCommand {
 public:
  ReplayCommand(const Options& options, const Invocation& invocation)
      : options_(options), invocation_(invocation), line_(options.output.quiet || options.output.isJson()) {}

  int run() {
    const auto target = readTarget(options_.target);
    if (!target.ok()) return fail(target.error(), options_.output);
    auto place = reach(*target, line_, invocation_.stop);
    if (!place.ok()) return fail(place.error(), options_.output);
    if (target->gpu) return runOnGpu(*target, *std::move(place));
    if (options_.stalls) {
      return fail(
          Error{ErrorKind::usage,
                "--stalls samples a GPU: use --on gpu. On cpu, --metrics model/cost says what bounds the launch.",
                std::nullopt},
          options_.output);
    }
    if (options_.preexecution) {
      return fail(
          Error{
              ErrorKind::usage,
              "--preexecution runs beside a GPU: use --on gpu. Without one, `warpwright preexec` has a model of a chip "
              "whose CPU and GPU share a cache.",
              std::nullopt},
          options_.output);
    }
    Result<std::vector<MetricInfo>> metrics = selectMetrics(options_.metrics);
    if (!metrics.ok()) return fail(metrics.error(), options_.output);
    metrics_ = std::move(metrics.value());
    ReplayOptions replay;
    std::error_code ignored;
    replay.capture = fs::absolute(options_.capture, ignored);
    Result<std::map<std::string, Tolerance>> tolerances = readTolerances(options_.tolerances);
    if (!tolerances.ok()) return fail(tolerances.error(), options_.output);
    replay.tolerances = std::move(tolerances.value());
    replay.timeLimit = timeLimitOf(options_.timeLimit);
    replay.workers = options_.workers;
    replay.metrics = needTrace(metrics_);
    replay.place = *std::move(place);
    Result<CaptureReplayer> replayer = CaptureReplayer::start(replay, progressOf("original"), invocation_.stop);
    line_.clear();
    if (!replayer.ok()) return fail(replayer.error(), options_.output);
    std::vector<std::pair<std::string, Error>> refused;
    std::vector<ReplayVariant> variants;
    if (replayer->notReproduced().empty()) {
      auto read =
          readReplayVariants(options_.variants, options_.launch, replayer->capture(), refused, invocation_.stop);
      if (!read.ok()) return fail(read.error(), options_.output);
      variants = *std::move(read);
    }
    const Result<std::vector<VariantReplay>> done =
        replayer->runAll(variants, progressOf("variants"), invocation_.stop);
    line_.clear();
    if (!done.ok()) return fail(done.error(), options_.output);
    print(*replayer, *done, refused);
    return code(*replayer, *done, refused);
  }

 private:
  int runOnGpu(const Target& target, std::shared_ptr<WorkerPlace> place) {
    if (options_.preexecution && options_.gpu.cache == "warm") {
      return fail(
          Error{ErrorKind::usage, "--preexecution measures from cold caches: leave out --cache warm.", std::nullopt},
          options_.output);
    }
    GpuReplayCommand command;
    const auto addOnce = [&counters = command.replay.counters](const std::string& name) {
      if (std::find(counters.begin(), counters.end(), name) == counters.end()) counters.push_back(name);
    };
    for (const std::string& name : CLI::detail::split(options_.metrics, ',')) {
      if (name == "all" || name == "hardware")
        std::ranges::for_each(gpu::usualCounters(), addOnce);
      else if (!name.empty())
        addOnce(name);
    }
    for (const std::string& name : command.replay.counters) {
      if (!name.starts_with("engine/") && !name.starts_with("model/")) continue;
      return fail(Error{ErrorKind::usage,
                        name + " is counted by the CPU engine: use --on cpu. On a GPU, --metrics are hardware counters "
                               "by NVIDIA's names, or `hardware` for the usual ones.",
                        std::nullopt},
                  options_.output);
    }
    std::error_code ignored;
    command.replay.capture = fs::absolute(options_.capture, ignored);
    command.replay.units = analysis::unitFlagsOf(command.replay.capture);
    command.replay.device = target.firstDevice();
    command.replay.place = std::move(place);
    command.target = toString(target);
    if (target.place == Target::Place::here && !target.device && options_.variants.size() > 1) {
      auto others = likeGpus(0, invocation_.stop);
      if (!others.ok()) return fail(others.error(), options_.output);
      command.replay.otherDevices = *std::move(others);
    }
    Result<std::map<std::string, Tolerance>> tolerances = readTolerances(options_.tolerances);
    if (!tolerances.ok()) return fail(tolerances.error(), options_.output);
    command.replay.tolerances = std::move(tolerances.value());
    if (options_.timeLimit > 0) command.replay.launchSeconds = options_.timeLimit;
    command.replay.timing = options_.gpu.timing();
    if (options_.stalls) command.replay.stalls = StallSampling::all;
    command.capture = options_.capture;
    command.variants = options_.variants;
    command.launch = options_.launch;
    command.preexecution = options_.preexecution;
    return replayOnGpu(command, options_.output, invocation_);
  }

  CaptureReplayer::Progress progressOf(const std::string& name) {
    return [this, name](const EngineProgress& now) { line_.show(now.fraction, name + ": " + now.text); };
  }

  void print(const CaptureReplayer& replayer, const std::vector<VariantReplay>& variants,
             const std::vector<std::pair<std::string, Error>>& refused) const {
    if (options_.output.isJson()) {
      std::vector<std::string> tags;
      for (const MetricInfo& metric : metrics_) tags.push_back(metric.tag);
      nlohmann::json answer = replayJson(replayer, {options_.capture, options_.target, refused}, variants, tags);
      std::fputs(documentText(std::move(answer), options_.output).c_str(), stdout);
      return;
    }
    const LaunchCapture& capture = replayer.capture();
    std::printf("%s, launch %llu, %s\n", capture.kernel.signature.c_str(),
                static_cast<unsigned long long>(capture.kernelLaunch), toString(shapeOf(capture)).c_str());
    const std::string wrong = replayer.notReproduced();
    std::printf("original: %s\n", wrong.empty() ? "gives the captured reference again" : wrong.c_str());
    printMetrics(replayer.original());
    if (wrong.empty() && !options_.output.quiet) printPoisoned(replayer);
    for (const VariantReplay& variant : variants) {
      std::printf("%s: %s. %s\n", variant.name.c_str(), toString(variant.verdict()).c_str(), variant.message().c_str());
      if (variant.shape != shapeOf(capture)) std::printf("  launched as %s\n", toString(variant.shape).c_str());
      printMetrics(variant.run, &replayer.original());
      for (const EngineFinding& finding : variant.newFindings) std::printf("%s\n", findingText(finding).c_str());
    }
    for (const auto& [name, reason] : refused) std::printf("%s: refused. %s\n", name.c_str(), reason.message.c_str());
  }

  static void printPoisoned(const CaptureReplayer& replayer) {
    std::string names;
    for (const std::string& name : replayer.original().poisoned) names += (names.empty() ? "" : ", ") + name;
    if (names.empty()) {
      std::fprintf(
          stderr,
          "note: No memory is mere output of this launch: what it writes it also reads, or it changes nothing.\n");
    } else {
      std::fprintf(stderr, "note: Hidden from variants, since the launch only writes it: %s.\n", names.c_str());
    }
  }

  void printMetrics(const ReplayRun& run, const ReplayRun* original = nullptr) const {
    const auto values = metricsOf(run);
    for (const MetricInfo& metric : metrics_) {
      const auto value = values.find(metric.tag);
      if (value == values.end()) continue;
      std::printf("  %s: %.0f", metric.name.c_str(), value->second);
      if (original) {
        const auto before = metricsOf(*original);
        const auto base = before.find(metric.tag);
        if (base != before.end() && base->second > 0)
          std::printf(" (%+.1f %%)", (value->second / base->second - 1) * 100);
      }
      std::printf("\n");
    }
  }

  static int code(const CaptureReplayer& replayer, const std::vector<VariantReplay>& variants,
                  const std::vector<std::pair<std::string, Error>>& refused) {
    if (replayer.original().failure) return exitCode(*replayer.original().failure);
    int worst = replayer.notReproduced().empty() ? exitDone : exitInput;
    for (const VariantReplay& variant : variants) {
      const bool same = variant.verdict() == VariantReplay::Verdict::same;
      worst = std::max<int>(worst, variant.run.failure ? exitCode(*variant.run.failure)
                                   : same              ? exitDone
                                                       : exitFindings);
    }
    return refused.empty() ? worst : std::max<int>(worst, exitInput);
  }

  const Options& options_;
  const Invocation& invocation_;
  ProgressLine line_;
  std::vector<MetricInfo> metrics_;
};

}  // namespace

Action addReplayCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("capture", options->capture, "a launch capture (.wwcap), from `warpwright run --capture`")->required();
  app.add_option("--variant", options->variants,
                 "a changed text of the file that defines the kernel; of another file of the program: ORIGINAL=FILE; "
                 "of several: a "
                 "folder with them under their own names, as `rewrite --output` writes it. Its launch "
                 "may differ: a change of the block or the grid in its host code is followed. May be repeated")
      ->allow_extra_args(false);
  app.add_option("--variant-launch", options->launch,
                 "how the variants are launched, '<<<grid,block,shared>>>' with _ for what stays, where their host "
                 "code leaves it open");
  app.add_option("--on", options->target, targetHelp)->required();
  app.add_option("--metrics", options->metrics,
                 "what to count, separated by commas: on cpu engine/accesses, model/cost, model/l2_sectors, ... or "
                 "all; on gpu hardware "
                 "counters by NVIDIA's names (dram__bytes_read.sum, ...) or hardware for the usual ones");
  app.add_flag("--stalls", options->stalls, "on gpu: sample where warps wait, and for what, by source line");
  app.add_flag("--preexecution", options->preexecution,
               "on gpu: also time the original with its pre-execution program on the CPU beside it, with the captured "
               "memory where CPU and "
               "GPU both reach it");
  addGpuTimingOptions(app, options->gpu);
  addToleranceOption(app, options->tolerances);
  addTimeOption(app, "--time-limit", options->timeLimit, "seconds after which a launch is stopped; 0: none");
  app.add_option("--workers", options->workers, "threads that run blocks")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  addOutputOptions(app, options->output);
  addStableOption(app, options->output);
  return [options](const Invocation& invocation) { return ReplayCommand(*options, invocation).run(); };
}

}  // namespace warpwright::cli
