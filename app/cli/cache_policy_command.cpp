// warpwright cache-policy: which loads of a kernel to keep in L1 and which to send past it. Of a program or a captured
// launch, whose requests the CPU engine takes and the model of the caches weighs; or of a graph written by hand.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/passes/all_passes.h"
#include "app/cli/analysis_options.h"
#include "app/cli/cache_policy_gpu.h"
#include "app/cli/cache_policy_text.h"
#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/output.h"
#include "app/cli/replay_gpu.h"
#include "app/cli/target.h"
#include "core/execute/tune/gpu_tuning.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/job/request_traces.h"
#include "core/model/cache_policy/choose_policy.h"
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
      return fail(usage("Say what to look at: FILE.cu --kernel NAME, --capture LAUNCH.wwcap, or --graph TRG.json."));
    }
    if (options_.capture.empty() && options_.kernel.empty()) {
      return fail(usage("Say which kernel's loads to weigh: --kernel NAME."));
    }
    const Result<Target> target = readTarget(options_.target);
    if (!target.ok()) return fail(target.error());
    if (!target->gpu && target->place != Target::Place::here) {
      return fail(
          usage("The engine weighs loads here: --on cpu, or --on gpu, ssh:HOST/gpu or slurm:PARTITION/gpu to count on "
                "a GPU, too."));
    }
    if (target->gpu && options_.capture.empty()) {
      return fail(
          usage("On a GPU the loads of a captured launch are counted: --capture LAUNCH.wwcap, from `warpwright run "
                "--capture` or `warpwright capture`."));
    }
    if (!target->gpu && !options_.tries.empty()) return fail(usage("--try is timed on a GPU: --on gpu."));
    deviceName_ = options_.engine.device.empty() ? options_.engine.arch : options_.engine.device;
    if (target->gpu) {
      if (const Status reached = reachGpu(*target); !reached.ok()) return fail(reached.error());
    }
    const Result<Device> device = findDevice(deviceName_);
    if (!device.ok()) return fail(device.error());
    Result<std::vector<memsim::RequestTrace>> traces = takeRequests();
    line_.clear();
    if (!traces.ok()) return fail(traces.error());
    if (target->gpu) return runOnGpu(*target, std::move(traces.value()), *device);
    const std::string kernel = traces->empty() ? options_.kernel : traces->front().kernel;
    const PolicyModel model(std::move(traces.value()), *device, modelOptions());
    const std::optional<Opportunity> finding = findingOf(kernel);
    std::vector<bool> mayChange;
    for (size_t i = 0; finding && i < model.loads().size(); ++i)
      mayChange.push_back(!parameterOf(*finding, model.loads()[i]).empty());
    const Result<PolicyChoice> choice = choosePolicy(
        model, namesOf(model.loads()), chooseOptions(std::move(mayChange)),
        [this](const std::string& what) { line_.show(-1, what); }, invocation_.stop);
    line_.clear();
    if (!choice.ok()) return fail(choice.error());
    if (const Status kept = keepGraph(*choice); !kept.ok()) return fail(kept.error());
    const ParameterValues values =
        finding ? valuesOf(*finding, choice->loads, choice->best().operators) : ParameterValues();
    if (!options_.output.isJson()) {
      std::fputs(policyText(*choice, kernel, options_.output.quiet).c_str(), stdout);
      if (finding && !options_.output.quiet) std::fputs(writingText(*choice, *finding, values).c_str(), stdout);
      return exitDone;
    }
    nlohmann::json answer = toJson(*choice);
    if (finding) answer["opportunity"] = finding->id, answer["values"] = values;
    answer["schema"] = "warpwright.cache-policy/1";
    answer["kernel"] = kernel;
    answer["device"] = device->name;
    std::printf("%s\n", answer.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return exitDone;
  }

 private:
  static Error usage(std::string message) { return {ErrorKind::usage, std::move(message), {}}; }

  PolicyModelOptions modelOptions() const {
    return {.mostLoads = options_.mostLoads,
            .l1Bytes = static_cast<uint64_t>(options_.l1KiB * 1024),
            .threads = options_.engine.workers};
  }

  ChooseOptions chooseOptions(std::vector<bool> mayChange) const {
    return {.exact = options_.method != "heuristic",
            .heuristic = options_.method != "exact",
            .mayChange = std::move(mayChange),
            .solverSeconds = options_.timeLimit};
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

  int runOnGpu(const Target& target, std::vector<memsim::RequestTrace> traces, const Device& device) {
    std::error_code ignored;
    const std::string kernel = traces.empty() ? options_.kernel : traces.front().kernel;
    GpuPolicyCommand command{fs::absolute(options_.capture, ignored),
                             target,
                             place_,
                             std::move(traces),
                             device,
                             modelOptions(),
                             chooseOptions({}),
                             options_.gpu.timing(),
                             options_.engine.job(options_.file.empty() ? options_.capture : options_.file, {}),
                             options_.tries};
    const Result<GpuPolicyAnswer> answer = policyOnGpu(std::move(command), line_, invocation_.stop);
    line_.clear();
    if (!answer.ok()) return fail(answer.error());
    if (const Status kept = keepGraph(answer->choice); !kept.ok()) return fail(kept.error());
    if (!options_.output.isJson()) {
      std::fputs(policyText(answer->choice, kernel, options_.output.quiet).c_str(), stdout);
      std::fputs(gpuPolicyText(*answer).c_str(), stdout);
      return exitDone;
    }
    nlohmann::json object = toJson(answer->choice);
    object["schema"] = "warpwright.cache-policy/1";
    object["kernel"] = kernel;
    object["device"] = device.name;
    object["gpu"] = toJson(answer->character, answer->choice, answer->timed);
    object["gpu"]["name"] = answer->gpu;
    object["gpu"]["other_loads"] = answer->otherLoads;
    std::printf("%s\n", object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
    return exitDone;
  }

  /// What the pass says about the kernel's loads, where their file is at hand.
  std::optional<Opportunity> findingOf(const std::string& kernel) {
    if (options_.file.empty()) return std::nullopt;
    AnalysisOptions how;
    how.arch = options_.engine.arch;
    how.cuda = options_.engine.cuda;
    Result<analysis::AnalyzeOptions> analyze = how.resolve(options_.engine.compilerFlags);
    if (!analyze.ok()) return std::nullopt;
    analyze->passes = passes::idsOf(Family::cachePolicy);
    const Result<AnalysisResult> result = analysis::Analyzer(*analyze).analyze({options_.file}, {}, invocation_.stop);
    if (!result.ok()) return std::nullopt;
    for (const KernelSummary& summary : result->kernels) {
      if (summary.name == kernel && !summary.opportunities.empty()) return summary.opportunities.front();
    }
    return std::nullopt;
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
                   ? why->text
                   : choice.names[i] + " stays as it is: the body of the kernel does not spell this load") +
              ".\n";
    }
    return text;
  }

  /// For the report, and for the dock in the IDE.
  Status keepGraph(const PolicyChoice& choice) const {
    if (options_.session.empty() || choice.graph.loads.empty()) return {};
    Result<Session> session = Session::openOrCreate(options_.session);
    if (!session.ok()) return session.error();
    return session->setValue("traffic graph",
                             toJson(choice.graph).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  }

  Result<std::vector<memsim::RequestTrace>> takeRequests() {
    EngineJob job =
        options_.engine.job(options_.capture.empty() ? options_.file : options_.capture, invocation_.afterDashes);
    if (deviceName_ != job.arch) job.device = deviceName_;
    if (options_.limitGiven->count() != 0)
      job.timeLimit = std::chrono::milliseconds(static_cast<int64_t>(options_.timeLimit * 1000));
    job.requestTrace =
        requestsToWeigh(options_.kernel, options_.launchIndex, options_.capture.empty() ? options_.launches : 1);
    const auto show = [this](const EngineProgress& now) { line_.show(now.fraction, now.text); };
    if (options_.capture.empty()) return requestsOfProgram(std::move(job), show, invocation_.stop);
    return requestsOfCapture(job.path, job, show, invocation_.stop);
  }

  int solveGraph() {
    Result<TrafficGraph> graph = readTrafficGraph(options_.graph);
    if (!graph.ok()) return fail(graph.error());
    nlohmann::json answer{{"schema", "warpwright.cache-policy/1"}};
    std::vector<std::pair<const char*, CachePolicy>> solved;
    if (options_.method != "heuristic") {
      Result<CachePolicy> exact = solveExactly(*graph, {.seconds = options_.timeLimit}, invocation_.stop);
      if (!exact.ok()) return fail(exact.error());
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
    if (options_.output.isJson()) std::cout << answer.dump(2) << '\n';
    return exitDone;
  }

  const Options& options_;
  const Invocation& invocation_;
  ProgressLine line_;
  std::string deviceName_;
  std::shared_ptr<WorkerPlace> place_;
};

}  // namespace

Action addCachePolicyCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  addOutputOptions(app, options->output);
  app.add_option("FILE", options->file, "a CUDA program whose loads to weigh: it is run on the CPU engine");
  app.add_option("--kernel", options->kernel, "its kernel");
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
