// warpwright cache-policy: which loads of a kernel to keep in L1 and which to send past it. Of a program or a captured
// launch, whose requests the CPU engine takes and the model of the caches weighs; or of a graph written by hand.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/analyzer/linked_service.h"
#include "analysis/frontend/captured_units.h"
#include "app/cli/analysis_options.h"
#include "app/cli/cache_policy_gpu.h"
#include "app/cli/cache_policy_text.h"
#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/output.h"
#include "app/cli/program_option.h"
#include "app/cli/replay_gpu.h"
#include "app/cli/target.h"
#include "app/cli/time_limit.h"
#include "core/execute/tune/gpu_tuning.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/execute/tune/weigh_loads.h"
#include "core/report/traffic_chart.h"
#include "core/session/session.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  OutputOptions output;
  EngineOptions engine;
  std::string graph, method = "both";
  std::string file, kernel, capture, session, target = "cpu";
  std::vector<std::string> tries;
  GpuTimingOptions gpu;
  double timeLimit = 30, l1KiB = 0;
  uint64_t launchIndex = 0, launches = 8, mostLoads = 20;
  CLI::Option* limitGiven = nullptr;
};

class CachePolicyCommand {
 public:
  CachePolicyCommand(const Options& options, const Invocation& invocation)
      : options_(options), invocation_(invocation), line_(options.output.quiet || options.output.isJson()) {}

  int run() {
    if (!options_.graph.empty()) return solveGraph();
    if (options_.file.empty() && options_.capture.empty()) {
      return fail(usage("Say what to look at: FILE.cu --kernel NAME, --capture LAUNCH.wwcap, or --graph TRG.json."),
                  options_.output);
    }
    if (options_.capture.empty() && options_.kernel.empty()) {
      return fail(usage("Say which kernel's loads to weigh: --kernel NAME."), options_.output);
    }
    if (!options_.file.empty()) {
      auto program = programPath(options_.file, options_.engine.program, options_.engine.compilerFlags);
      if (!program.ok()) return fail(program.error(), options_.output);
      program_ = *std::move(program);
    }
    const Result<Target> target = readTarget(options_.target);
    if (!target.ok()) return fail(target.error(), options_.output);
    if (!target->gpu && target->place != Target::Place::here) {
      return fail(
          usage("The engine weighs loads here: --on cpu, or --on gpu, ssh:HOST/gpu or slurm:PARTITION/gpu to count on "
                "a GPU, too."),
          options_.output);
    }
    if (target->gpu && options_.capture.empty()) {
      return fail(
          usage("On a GPU the loads of a captured launch are counted: --capture LAUNCH.wwcap, from `warpwright run "
                "--capture` or `warpwright capture`."),
          options_.output);
    }
    if (!target->gpu && !options_.tries.empty())
      return fail(usage("--try is timed on a GPU: --on gpu."), options_.output);
    deviceName_ = options_.engine.device.empty() ? options_.engine.arch : options_.engine.device;
    if (target->gpu) {
      if (const Status reached = reachGpu(*target); !reached.ok()) return fail(reached.error(), options_.output);
    }
    const Result<Device> device = findDevice(deviceName_);
    if (!device.ok()) return fail(device.error(), options_.output);
    const auto show = [this](const EngineProgress& now) { line_.show(now.fraction, now.text); };
    if (target->gpu) {
      const Result<GpuWeighedLoads> weighed =
          weighOnGpu({taskOn(*device), analysis::unitFlagsOf(options_.capture), *target, place_, options_.gpu.timing(),
                      [this](const std::vector<std::string>& names) { return readTries(options_.tries, names); }},
                     show, invocation_.stop);
      line_.clear();
      return weighed.ok() ? print(*weighed, *device) : fail(weighed.error(), options_.output);
    }
    const auto service = analysis::makeLinkedAnalysisService(invocation_.stop);
    const Result<WeighedLoads> weighed =
        weighLoads(taskOn(*device), service.get(), requestsOfProgram, show, invocation_.stop);
    line_.clear();
    return weighed.ok() ? print(*weighed, *device) : fail(weighed.error(), options_.output);
  }

 private:
  static Error usage(std::string message) { return {ErrorKind::usage, std::move(message), {}}; }

  /// What is weighed. Where the kernel's file is at hand, only what it can follow is chosen.
  WeighingTask taskOn(const Device& device) const {
    WeighingTask task;
    task.program = options_.engine.job(options_.file.empty() ? options_.capture : program_, invocation_.afterDashes);
    if (deviceName_ != task.program.arch) task.program.device = deviceName_;
    if (options_.limitGiven->count() != 0) task.program.timeLimit = timeLimitOf(options_.timeLimit);
    std::error_code ignored;
    if (!options_.capture.empty()) task.capture = fs::absolute(options_.capture, ignored);
    task.kernel = options_.kernel;
    task.firstLaunch = options_.launchIndex;
    task.launches = options_.launches;
    task.device = device;
    if (!options_.file.empty()) {
      AnalysisOptions how;
      how.arch = options_.engine.arch;
      how.cuda = options_.engine.cuda;
      if (auto source = how.request(options_.file, options_.engine.compilerFlags); source.ok()) task.source = *source;
    }
    task.model = {.mostLoads = options_.mostLoads,
                  .l1Bytes = static_cast<uint64_t>(options_.l1KiB * 1024),
                  .threads = options_.engine.workers};
    task.choose.exact = options_.method != "heuristic";
    task.choose.heuristic = options_.method != "exact";
    task.choose.solverSeconds = options_.timeLimit;
    return task;
  }

  /// The model is one of that GPU where nothing else was asked for.
  Status reachGpu(const Target& target) {
    auto place = reach(target, line_, invocation_.stop);
    if (!place.ok()) return place.error();
    place_ = *std::move(place);
    const Result<GpuInfo> gpu = describeGpu(target.firstDevice(), place_.get(), invocation_.stop);
    if (!gpu.ok()) {
      Error none = gpu.error();
      if (none.kind != ErrorKind::cancelled) none.message += " Leave --on out: then the model alone weighs the loads.";
      return none;
    }
    if (options_.engine.device.empty() && findDevice(deviceName(*gpu)).ok()) deviceName_ = deviceName(*gpu);
    return {};
  }

  int print(const WeighedLoads& weighed, const Device& device) {
    const PolicyChoice& choice = weighed.choice;
    if (const Status kept = keepGraph(choice, weighed.kernel); !kept.ok()) return fail(kept.error(), options_.output);
    if (!options_.output.isJson()) {
      std::fputs(policyText(choice, weighed.kernel, options_.output.quiet).c_str(), stdout);
      if (weighed.finding && !options_.output.quiet)
        std::fputs(writingText(choice, *weighed.finding, weighed.values).c_str(), stdout);
      return exitDone;
    }
    nlohmann::json answer = toJson(choice);
    if (weighed.finding) answer["opportunity"] = weighed.finding->id, answer["values"] = weighed.values;
    return printJson(std::move(answer), weighed.kernel, device);
  }

  int print(const GpuWeighedLoads& weighed, const Device& device) {
    if (const Status kept = keepGraph(weighed.choice, weighed.kernel); !kept.ok())
      return fail(kept.error(), options_.output);
    if (!options_.output.isJson()) {
      std::fputs(policyText(weighed.choice, weighed.kernel, options_.output.quiet).c_str(), stdout);
      std::fputs(gpuPolicyText(weighed).c_str(), stdout);
      return exitDone;
    }
    nlohmann::json answer = toJson(weighed.choice);
    answer["gpu"] = toJson(weighed.character, weighed.choice, weighed.timed);
    answer["gpu"]["name"] = weighed.gpu;
    answer["gpu"]["other_loads"] = weighed.otherLoads;
    return printJson(std::move(answer), weighed.kernel, device);
  }

  int printJson(nlohmann::json answer, const std::string& kernel, const Device& device) const {
    answer["schema"] = "warpwright.cache-policy/1";
    answer["kernel"] = kernel;
    answer["device"] = device.name;
    std::fputs(documentText(std::move(answer), options_.output).c_str(), stdout);
    return exitDone;
  }

  std::string writingText(const PolicyChoice& choice, const Opportunity& finding, const ParameterValues& values) const {
    std::string text;
    if (!values.empty()) {
      text = "Write it:\n  warpwright rewrite " + displayPath(options_.file) + " --opportunity " + finding.id;
      for (const auto& [name, value] : values) text += " --set '" + name + "=" + value + "'";
      text += " --diff\n";
    }
    for (size_t i = 0; i < choice.loads.size(); ++i) {
      if (!parameterOf(finding, choice.loads[i]).empty()) continue;
      const auto why = std::find_if(finding.evidence.begin(), finding.evidence.end(), [&](const Evidence& step) {
        return step.at.line == choice.loads[i].at.line && step.at.column == choice.loads[i].at.column;
      });
      text += (why != finding.evidence.end()
                   ? toText(why->text)
                   : choice.names[i] + " stays as it is: the body of the kernel does not spell this load") +
              ".\n";
    }
    return text;
  }

  /// For the report, and for the dock in the IDE.
  Status keepGraph(const PolicyChoice& choice, const std::string& kernel) const {
    if (options_.session.empty() || choice.graph.loads.empty()) return {};
    Result<Session> session = Session::openOrCreate(options_.session);
    if (!session.ok()) return session.error();
    return session->setValue(trafficGraphKey, keptGraph(kernel, choice.graph));
  }

  int solveGraph() {
    Result<TrafficGraph> graph = readTrafficGraph(options_.graph);
    if (!graph.ok()) return fail(graph.error(), options_.output);
    nlohmann::json answer{{"schema", "warpwright.cache-policy/1"}};
    std::vector<std::pair<const char*, CachePolicy>> solved;
    if (options_.method != "heuristic") {
      Result<CachePolicy> exact = solveExactly(*graph, {.seconds = options_.timeLimit}, invocation_.stop);
      if (!exact.ok()) return fail(exact.error(), options_.output);
      solved.emplace_back("exact", *std::move(exact));
    }
    if (options_.method != "exact") solved.emplace_back("heuristic", solveHeuristically(*graph));

    for (const auto& [method, policy] : solved) {
      answer[method] = toJson(*graph, policy);
      if (!options_.output.isJson()) std::fputs(solutionText(method, *graph, policy).c_str(), stdout);
    }
    if (solved.size() == 2) {
      const double gap = solved[0].second.reduction - solved[1].second.reduction;
      answer["gap"] = gap;
      if (!options_.output.isJson()) std::printf("The heuristic leaves %.6g bytes.\n", gap);
    }
    if (options_.output.isJson()) std::fputs(documentText(std::move(answer), options_.output).c_str(), stdout);
    return exitDone;
  }

  const Options& options_;
  const Invocation& invocation_;
  ProgressLine line_;
  std::string deviceName_, program_;
  std::shared_ptr<WorkerPlace> place_;
};

}  // namespace

Action addCachePolicyCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  addOutputOptions(app, options->output);
  addStableOption(app, options->output);
  app.add_option("FILE", options->file, "a CUDA program whose loads to weigh: it is run on the CPU engine");
  app.add_option("--kernel", options->kernel, "its kernel, as any command prints it, in short or in full");
  CLI::Option* capture =
      app.add_option("--capture", options->capture, "a captured launch to weigh the loads of, in place of a program");
  app.add_option("--launch-index", options->launchIndex, "the first launch of the kernel to look at, from 0")
      ->excludes(capture);
  app.add_option("--launches", options->launches, "how many launches to look at; the program is ended after them")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000))
      ->excludes(capture);
  app.add_option("--loads", options->mostLoads, "candidates: the loads that are executed most")
      ->capture_default_str()
      ->check(CLI::Range(1, 60));
  app.add_option("--l1", options->l1KiB, "KiB of L1 in place of what shared memory leaves")
      ->check(CLI::Range(1.0, 1024.0));
  app.add_option("--session", options->session, "keeps the graph in a session, for its report and the IDE");
  app.add_option("--graph", options->graph, "solves a traffic-reduction graph: {\"loads\": […], \"pairs\": […]}");
  app.add_option("--method", options->method, "exact, heuristic or both")
      ->check(CLI::IsMember({"exact", "heuristic", "both"}));
  app.add_option("--on", options->target,
                 "gpu: count hits of loads alone and in pairs on a GPU beside the model, and time the solutions there; "
                 "gpu:INDEX, ssh:HOST/gpu, slurm:PARTITION/gpu")
      ->capture_default_str();
  app.add_option(
         "--try", options->tries,
         "on gpu: time this policy, too: 'LOAD=OPERATOR; LOAD=OPERATOR' with the names of the table and cg, cs, "
         "no_allocate, evict_first or evict_last; may be repeated")
      ->allow_extra_args(false);
  addGpuTimingOptions(app, options->gpu);
  EngineOptions& engine = options->engine;
  app.add_option("--arch", engine.arch, "the GPU whose L1 cache it is: sm_90")->capture_default_str();
  app.add_option("--device", engine.device, "the GPU by name (H200, GTX 680); default: one of --arch");
  app.add_option("--cuda", engine.cuda, "root of a CUDA toolkit whose headers to use; none: Warpwright's own")
      ->capture_default_str();
  app.add_option("--compiler-flag", engine.compilerFlags, "a flag for the compiler (-DN=3); may be repeated")
      ->allow_extra_args(false);
  app.add_option("--memory", engine.memoryLimitBytes, "device memory (2G, 512M); default: 8 GiB at most")
      ->transform(CLI::AsSizeValue(false));
  app.add_option("--workers", engine.workers, "threads that run blocks and the model")
      ->capture_default_str()
      ->check(CLI::Range(1, 256));
  options->limitGiven =
      app.add_option("--time-limit", options->timeLimit,
                     "seconds that the exact solver may take (default 30); where given, the program, too");
  app.footer("Words after `--` are the arguments of the program.");
  return [options](const Invocation& invocation) { return CachePolicyCommand(*options, invocation).run(); };
}

}  // namespace warpwright::cli
