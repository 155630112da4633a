#include "app/cli/replay_gpu.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "analysis/passes/read_ahead/captured_program.h"
#include "app/cli/replay_variant.h"
#include "core/job/conditions.h"
#include "core/model/fused_chip/fused_run.h"

namespace warpwright::cli {
namespace {

using Refused = std::vector<std::pair<std::string, Error>>;

class GpuReplaySession {
 public:
  GpuReplaySession(const GpuReplayCommand& command, const OutputOptions& output, const Invocation& invocation)
      : command_(command), output_(output), invocation_(invocation), line_(output.quiet || output.isJson()) {}

  int run() {
    Result<GpuReplayer> replayer = GpuReplayer::start(command_.replay, progressOf("original"), invocation_.stop);
    line_.clear();
    if (!replayer.ok()) return fail(replayer.error(), output_);
    const bool runs = replayer->notReproduced().empty();
    std::vector<ReplayVariant> variants;
    if (runs) {
      auto read =
          readReplayVariants(command_.variants, command_.launch, replayer->capture(), refused_, invocation_.stop);
      if (!read.ok()) return fail(read.error(), output_);
      variants = *std::move(read);
    }
    const std::vector<Result<GpuVariantReplay>> replays =
        replayer->runAll(variants, progressOf("variants"), invocation_.stop);
    line_.clear();
    for (size_t i = 0; i < replays.size(); ++i) {
      if (replays[i].ok()) {
        done_.push_back(*replays[i]);
      } else if (replays[i].error().kind == ErrorKind::input) {
        refused_.emplace_back(variants[i].name, replays[i].error());
      } else {
        return fail(replays[i].error(), output_);
      }
    }
    if (runs && command_.preexecution) {
      runPreexecution(*replayer);
      if (noPreexecution_ && noPreexecution_->kind == ErrorKind::cancelled) return fail(*noPreexecution_, output_);
    }
    print(*replayer);
    return code(*replayer);
  }

 private:
  static PreexecutionJob jobOf(const preexecution::Program& program) {
    const auto& skipFactors = memsim::profiledSkipFactors;
    return {program.librarySource, program.fields, {skipFactors.begin(), skipFactors.end()}};
  }

  /// Whatever goes wrong, what was measured before is shown all the same.
  void runPreexecution(const GpuReplayer& replayer) {
    const auto program = preexecution::programOf(replayer.capture(), {}, invocation_.stop);
    Result<GpuRun> run =
        program.ok() ? replayer.runWithPreexecution(jobOf(*program), progressOf("pre-execution"), invocation_.stop)
                     : program.error();
    line_.clear();
    if (run.ok() && run->run.failure) run = *run->run.failure;
    if (!run.ok()) {
      noPreexecution_ = run.error();
      return;
    }
    preexecution_ = std::move(*run);
    auto& notes = preexecution_->preexecution->notes;
    notes.insert(notes.begin(), program->notes.begin(), program->notes.end());
  }

  GpuReplayer::Progress progressOf(const std::string& name) {
    return [this, name](const EngineProgress& now) { line_.show(now.fraction, name + ": " + now.text); };
  }

  static void printFigures(const GpuKernelFigures& figures) {
    std::printf("  %u registers, %llu B shared, %llu B local, %u blocks a multiprocessor, occupancy %.0f %%\n",
                figures.registers, static_cast<unsigned long long>(figures.sharedBytes),
                static_cast<unsigned long long>(figures.localBytes), figures.blocksPerMultiprocessor,
                figures.occupancy * 100);
  }

  /// `original`: of a variant, beside whose counters its own are shown.
  static void printCounters(const std::map<std::string, double>& counters,
                            const std::map<std::string, double>* original = nullptr) {
    for (const auto& [name, value] : counters) {
      std::printf("  %s: %.6g", name.c_str(), value);
      const auto base = original ? original->find(name) : counters.end();
      if (original && base != original->end() && base->second > 0)
        std::printf(" (%+.1f %%)", (value / base->second - 1) * 100);
      std::printf("\n");
    }
  }

  static void printStalls(const GpuRun& run) {
    if (!run.whyNoStalls.empty()) std::printf("  %s\n", run.whyNoStalls.c_str());
    if (!run.stalls) return;
    std::printf("  where its warps are and what they wait for (%llu samples of %u launches):\n",
                static_cast<unsigned long long>(run.stalls->samples), run.stalls->launches);
    for (const StallLine& line : stallLines(*run.stalls, 12)) {
      std::printf("  %6s %%  %-24s %s\n", line.share.c_str(), line.place.c_str(), line.reasons.c_str());
    }
  }

  static void printPreexecution(const GpuRun& run, const GpuRun& original) {
    const GpuTimes& times = *run.times;
    const PreexecutionRun& beside = *run.preexecution;
    if (const BufferComparison* difference = run.run.firstDifference()) {
      std::printf("with pre-execution: the kernel computes something else beside it: %s\n",
                  difference->message().c_str());
      return;
    }
    std::printf(
        "with pre-execution: %s: %.3fx (%.3f … %.3f) with skip factor %u. The same, bit by bit or within tolerance.\n",
        times.verdict.c_str(), times.speedup.value, times.speedup.low, times.speedup.high, beside.skipFactor);
    std::printf("  memory of the CPU: %.4g ms (%.4g … %.4g) by itself, %.4g ms (%.4g … %.4g) with the program\n",
                times.original.value * 1e3, times.original.low * 1e3, times.original.high * 1e3,
                times.variant.value * 1e3, times.variant.low * 1e3, times.variant.high * 1e3);
    if (original.times) {
      std::printf("  memory of the GPU: %.4g ms, without the start of the launch, 2 to 5 µs, that the others hold\n",
                  original.times->original.value * 1e3);
    }
    std::printf("  %s; %s\n  by skip factor:", conditionsText(times).c_str(), beside.cpu.c_str());
    for (const PreexecutionRun::Try& one : beside.tries) std::printf(" %u %.3fx", one.skipFactor, one.speedup.value);
    std::printf("\n");
    if (!beside.coherent) {
      std::printf(
          "  This GPU reaches the CPU's memory over the bus only and shares no cache with the CPU: there is little to "
          "be gained here.\n");
    }
    for (const std::string& note : beside.notes) std::printf("  %s\n", note.c_str());
  }

  void print(const GpuReplayer& replayer) const {
    const std::string target = command_.target == "gpu" ? "gpu:0" : command_.target;
    if (output_.isJson()) {
      std::fputs(documentText(answer(replayer, target), output_).c_str(), stdout);
      return;
    }
    const LaunchCapture& capture = replayer.capture();
    const GpuRun& original = replayer.original();
    std::printf("%s, launch %llu, %s on %s, compiled by %s\n", capture.kernel.signature.c_str(),
                static_cast<unsigned long long>(capture.kernelLaunch), toString(shapeOf(capture)).c_str(),
                original.gpu.name.c_str(), replayer.compiledBy().c_str());
    const std::string wrong = replayer.notReproduced();
    const bool varies = std::any_of(original.run.buffers.begin(), original.run.buffers.end(),
                                    [](const BufferComparison& buffer) { return buffer.notBitwise != 0; });
    const char* steady = varies ? "computes the same each time, but for rounding" : "computes the same each time";
    std::printf("original: %s\n", wrong.empty() ? steady : wrong.c_str());
    for (const std::string& note : original.run.notes) std::printf("  %s\n", note.c_str());
    if (!replayer.againstCapture().empty()) std::printf("  %s\n", replayer.againstCapture().c_str());
    if (wrong.empty()) printFigures(original.original);
    if (original.times) {
      const GpuTimes& times = *original.times;
      std::printf("  %.4g ms (%.4g … %.4g), %s\n", times.original.value * 1e3, times.original.low * 1e3,
                  times.original.high * 1e3, conditionsText(times).c_str());
    }
    printCounters(original.originalCounters);
    if (!original.whyNoCounters.empty()) std::printf("  %s\n", original.whyNoCounters.c_str());
    printStalls(original);
    for (const GpuVariantReplay& variant : done_) {
      std::printf("%s: %s. %s\n", variant.replay.name.c_str(), toString(variant.replay.verdict()).c_str(),
                  variant.message().c_str());
      if (variant.replay.shape != shapeOf(capture))
        std::printf("  launched as %s\n", toString(variant.replay.shape).c_str());
      if (!variant.replay.run.failure) printFigures(variant.gpu.variant);
      printCounters(variant.gpu.variantCounters, &variant.gpu.originalCounters);
      printStalls(variant.gpu);
    }
    if (preexecution_) printPreexecution(*preexecution_, original);
    if (noPreexecution_) std::printf("with pre-execution: not run. %s\n", noPreexecution_->message.c_str());
    for (const auto& [name, reason] : refused_) std::printf("%s: refused. %s\n", name.c_str(), reason.message.c_str());
  }

  nlohmann::json answer(const GpuReplayer& replayer, const std::string& target) const {
    nlohmann::json answer = replayJson(replayer, {command_.capture, target, refused_}, done_);
    if (noPreexecution_) answer["preexecution"] = {{"not_run", noPreexecution_->message}};
    if (!preexecution_) return answer;
    nlohmann::json& object = answer["preexecution"] = *preexecution_->preexecution;
    object["times"] = *preexecution_->times;
    const BufferComparison* difference = preexecution_->run.firstDifference();
    object["verdict"] = difference ? "differs" : "same";
    if (difference) object["message"] = difference->message();
    return answer;
  }

  int code(const GpuReplayer& replayer) const {
    int worst = exitDone;
    if (preexecution_ && !preexecution_->run.same()) worst = exitFindings;
    if (noPreexecution_) worst = exitCode(*noPreexecution_);
    if (const auto& failure = replayer.original().run.failure) worst = std::max<int>(worst, exitCode(*failure));
    for (const GpuVariantReplay& variant : done_) {
      const auto& failure = variant.replay.run.failure;
      const bool same = variant.replay.verdict() == VariantReplay::Verdict::same;
      worst = std::max<int>(worst, failure ? exitCode(*failure) : same ? exitDone : exitFindings);
    }
    return refused_.empty() ? worst : std::max<int>(worst, exitInput);
  }

  const GpuReplayCommand& command_;
  const OutputOptions& output_;
  const Invocation& invocation_;
  ProgressLine line_;
  std::vector<GpuVariantReplay> done_;
  std::optional<GpuRun> preexecution_;  ///< with its times
  std::optional<Error> noPreexecution_;
  Refused refused_;
};

}  // namespace

GpuTiming GpuTimingOptions::timing() const {
  GpuTiming timing;
  timing.rule.minSeconds = minTime;
  timing.rule.budgetSeconds = maxTime;
  timing.warm = cache == "warm";
  timing.energy = energy;
  return timing;
}

void addGpuTimingOptions(CLI::App& app, GpuTimingOptions& options) {
  app.add_option("--cache", options.cache, "on gpu: L2 before each launch, cold (flushed) or warm")
      ->capture_default_str()
      ->check(CLI::IsMember({"cold", "warm"}));
  app.add_option("--min-time", options.minTime,
                 "on gpu: seconds of launches to measure at least, of original and variant together")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 3600.0));
  app.add_option("--max-time", options.maxTime, "on gpu: seconds to spend on measuring one variant at most")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 3600.0));
  app.add_flag("--energy", options.energy, "on gpu: also measure the energy of a launch");
}

int replayOnGpu(const GpuReplayCommand& command, const OutputOptions& output, const Invocation& invocation) {
  return GpuReplaySession(command, output, invocation).run();
}

}  // namespace warpwright::cli
