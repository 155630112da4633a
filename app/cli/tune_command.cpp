// warpwright tune FILE.cu --kernel NAME: writes variants of a kernel, judges each on a captured launch, keeps the best.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/analysis_options.h"
#include "app/cli/cache_policy_text.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/replay_gpu.h"
#include "app/cli/target.h"
#include "core/base/file.h"
#include "core/execute/tune/engine_tuning.h"
#include "core/execute/tune/gpu_tuning.h"
#include "core/execute/tune/policy_prediction.h"
#include "core/execute/tune/recorded_judge.h"
#include "core/execute/tune/service_maker.h"
#include "core/job/metric.h"
#include "core/job/request_traces.h"
#include "core/model/memory/timing.h"
#include "core/report/tuning_table.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::string file, kernel, capture, target, session, patch, strategy = "pruned", metric, budget;
  GpuTimingOptions gpu;
  std::vector<std::string> compilerFlags, passes;
  uint64_t launchIndex = 0;
  double timeLimit = 60;
};

/// "60s", "5m", "1h"; a number without a letter is seconds.
Result<std::optional<std::chrono::milliseconds>> readBudget(const std::string& text) {
  if (text.empty()) return std::optional<std::chrono::milliseconds>();
  size_t end = 0;
  double value = -1;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  const std::string unit = text.substr(end);
  const double scale = unit == "h" ? 3600 : unit == "m" ? 60 : unit == "s" || unit.empty() ? 1 : -1;
  if (end == 0 || !(value >= 0) || value > 1e7 || scale < 0) {
    return Error{ErrorKind::usage, "--budget takes a time such as 60s, 5m or 1h, not `" + text + "`.", std::nullopt};
  }
  return std::optional(std::chrono::milliseconds(static_cast<int64_t>(value * scale * 1000)));
}

class TuneCommand {
 public:
  TuneCommand(const Options& options, const Invocation& invocation)
      : options_(options), invocation_(invocation), line_(options.output.quiet || options.output.isJson()) {}

  int run() {
    auto target = parseTarget(options_.target);
    if (!target.ok()) return fail(target.error());
    const bool isRecorded = target->place == Target::Place::recorded;
    target_ = *target;
    metric_ = !options_.metric.empty() ? options_.metric : target_.gpu ? gpuTime : "engine/accesses";
    if (target_.gpu && metric_ != gpuTime) {
      return fail(Error{ErrorKind::usage, "On a GPU the metric is gpu/time.", std::nullopt});
    }
    auto budget = readBudget(options_.budget);
    if (!budget.ok()) return fail(budget.error());
    auto analyze = options_.analysis.resolve(options_.compilerFlags);
    if (!analyze.ok()) return fail(analyze.error());
    if (!isRecorded && options_.capture.empty() && invocation_.afterDashes.empty() && !fs::exists(options_.file)) {
      return fail(inputError("There is no file " + options_.file + "."));
    }
    analyze->passes = options_.passes;
    analyzer_.emplace(*analyze);
    Status ready = findSpace();
    if (ready.ok()) ready = openSession();
    if (ready.ok()) ready = reachTarget();
    if (ready.ok()) ready = isRecorded ? openRecording() : target_.gpu ? startGpu() : startEngine();
    if (!ready.ok()) return fail(ready.error());
    if (!isRecorded) predictPolicies();
    if (gpu_) leftOut_ = leaveOutUnfeedable(changes_);
    auto strategy = makeStrategy(options_.strategy, changes_);
    if (!strategy.ok()) return fail(strategy.error());
    strategy_ = std::move(strategy.value());
    const std::unique_ptr<AnalysisService> service = passesAsService(*analyze);
    AnalysisRequest context;
    context.paths = {options_.file};
    ServiceMaker maker(*service, context);
    VariantJudge& inner = isRecorded ? *recorded_ : gpu_ ? gpu_->judge() : engine_->judge();
    ResourceJudge resources(inner, *service, context, options_.kernel);
    VariantJudge& judge = gpu_ ? inner : resources;  // the driver has said what a kernel needs
    auto tuned = tune(
        *session_, problem_, *strategy_, maker, judge, {*budget, {}}, [this](const TuningProgress& now) { show(now); },
        invocation_.stop);
    line_.clear();
    if (!tuned.ok()) return fail(tuned.error());
    return finish(*tuned);
  }

 private:
  /// The passes, as the tuner asks for them. Findings of variants are not looked at: a second analyzer has one pass
  /// only.
  std::unique_ptr<AnalysisService> passesAsService(analysis::AnalyzeOptions options) {
    options.passes = {"redundant_barrier"};
    resources_.emplace(std::move(options));
    return makeInlineAnalysisService(
        [this](const AnalysisRequest& request) {
          resources_->setOpenTexts(request.openTexts);
          return resources_->analyze(request.paths, {}, invocation_.stop);
        },
        [this](const RewriteRequest& request) {
          analyzer_->setOpenTexts(request.context.openTexts);
          return analyzer_->rewrite(request.context.paths.front(), request.opportunity, request.values,
                                    invocation_.stop);
        });
  }

  Status findSpace() {
    auto analysis = analyzer_->analyze(
        {options_.file},
        [this](const AnalysisResult&, double fraction, std::string_view phase) { line_.show(fraction, phase); },
        invocation_.stop);
    if (!analysis.ok()) return analysis.error();
    analysis_ = std::move(analysis.value());
    auto changes = tunableChanges(analysis_, options_.kernel);
    if (!changes.ok()) return changes.error();
    changes_ = std::move(changes.value());
    for (const KernelSummary& kernel : analysis_.kernels) {
      for (const Opportunity& opportunity : kernel.opportunities) opportunities_[opportunity.id] = opportunity;
    }
    return {};
  }

  Status openSession() {
    auto session = Session::openOrCreate(options_.session);
    if (!session.ok()) return session.error();
    session_.emplace(std::move(session.value()));
    auto known = session_->latestAnalysis();
    if (!known.ok()) return known.error();
    if (*known) return {};
    std::map<std::string, std::string> sources;
    for (const UnitSummary& unit : analysis_.units) {
      if (Result<std::string> text = readFile(unit.file); text.ok()) sources[unit.file] = *std::move(text);
    }
    for (const KernelSummary& kernel : analysis_.kernels) {
      const std::string& file = kernel.definition.begin.file;
      if (Result<std::string> text = readFile(file); text.ok()) sources[file] = *std::move(text);
    }
    std::error_code ignored;
    if (Status set = session_->setValue("project", fs::weakly_canonical(options_.file, ignored).string()); !set.ok())
      return set;
    return session_->addAnalysis(analysis_, sources);
  }

  std::string arch() const { return options_.analysis.arch.empty() ? "sm_90" : options_.analysis.arch; }

  CaptureReplayer::Progress shower() {
    return [this](const EngineProgress& now) { line_.show(now.fraction, now.text); };
  }

  CapturedInputRequest launch() const {
    std::error_code ignored;
    CapturedInputRequest request;
    request.kernel = options_.kernel;
    request.launchIndex = options_.launchIndex;
    if (!options_.capture.empty()) request.capture = fs::absolute(options_.capture, ignored);
    request.newCapture = fs::absolute(options_.session + ".wwcap", ignored);
    EngineJob& job = request.program;
    job.path = fs::absolute(options_.file, ignored);
    job.compilerFlags = options_.compilerFlags;
    job.arguments = invocation_.afterDashes;
    job.arch = arch();
    job.toolkit = options_.analysis.cuda;
    job.timeLimit = std::chrono::milliseconds(static_cast<int64_t>(options_.timeLimit * 1000));
    return request;
  }

  Status reachTarget() {
    auto place = reach(target_, line_, invocation_.stop);
    if (!place.ok()) return place.error();
    place_ = *std::move(place);
    return {};
  }

  Status startEngine() {
    auto engine =
        EngineTuning::start({launch(), metric_, place_, place_ ? place_->atOnce() : 1}, shower(), invocation_.stop);
    if (!engine.ok()) return engine.error();
    engine_ = std::move(engine.value());
    problem_ = engine_->problem();
    return {};
  }

  Status startGpu() {
    GpuTuningRequest request;
    request.input = launch();
    if (Status placed = placeOn(request, target_, place_, invocation_.stop); !placed.ok()) return placed;
    request.timing = options_.gpu.timing();
    auto gpu = GpuTuning::start(std::move(request), shower(), invocation_.stop);
    if (!gpu.ok()) return gpu.error();
    gpu_ = std::move(gpu.value());
    problem_ = gpu_->problem();
    return {};
  }

  /// What the model of the caches says about the loads of the launch comes first. Where it says nothing, the search
  /// goes without.
  void predictPolicies() {
    for (TunableChange& change : changes_) {
      if (change.kind != TunableChange::Kind::policy) continue;
      const CapturedInputRequest request = launch();
      EngineJob job = request.program;
      job.device = problem_.device;
      job.workers = std::max(1U, std::thread::hardware_concurrency());
      job.requestTrace = RequestTraceRequest{{}, options_.kernel, 0, 1};
      if (!findDevice(job.device).ok()) job.device.clear();
      const auto device = findDevice(job.device.empty() ? job.arch : job.device);
      auto traces = requestsOfCapture(request.capture.empty() ? request.newCapture : request.capture, job, shower(),
                                      invocation_.stop);
      if (!device.ok() || !traces.ok()) {
        line_.clear();
        if (!options_.output.quiet)
          std::fprintf(stderr, "note: No policy was predicted. %s\n",
                       (device.ok() ? traces.error() : device.error()).message.c_str());
        return;
      }
      const PolicyModel model(std::move(traces.value()), *device, {.threads = job.workers});
      const auto choice = choosePolicy(
          model, namesOf(model.loads()), {}, [this](const std::string& what) { line_.show(-1, what); },
          invocation_.stop);
      if (choice.ok()) change.predicted = predictedPolicies(opportunities_[change.opportunity], *choice);
    }
  }

  Status openRecording() {
    auto judge = RecordedJudge::open(target_.name, options_.kernel, metric_);
    if (!judge.ok()) return judge.error();
    problem_ = {options_.kernel,
                options_.target,
                (*judge)->device(),
                metric_,
                (*judge)->unit(),
                "recorded",
                options_.kernel + " for " + metric_ + ", " + options_.target};
    recorded_ = std::move(judge.value());
    return {};
  }

  /// "result (shared_to_register, c_factor=4)" of each step.
  std::string describe(const VariantSteps& steps) const {
    std::string text;
    for (const VariantStep& step : steps) {
      const auto found = opportunities_.find(step.opportunity);
      text += text.empty() ? "" : " + ";
      text += found == opportunities_.end() ? step.opportunity : found->second.pass + " " + found->second.subject;
      for (const auto& [name, value] : step.values) text += " " + name + "=" + value;
    }
    return steps.empty() ? "original" : text;
  }

  void show(const TuningProgress& now) {
    std::string text = std::to_string(now.judged) + " of at most " + std::to_string(now.most);
    if (now.original && now.best && *now.original > 0) {
      char best[48];
      std::snprintf(best, sizeof best, ", best %+.1f %%", (*now.best / *now.original - 1) * 100);
      text += best;
    }
    if (now.secondsLeft >= 0) text += ", " + std::to_string(static_cast<int>(now.secondsLeft) + 1) + " s left";
    line_.show(now.most == 0 ? -1 : static_cast<double>(now.judged) / static_cast<double>(now.most), text);
  }

  int finish(const TuningResult& result) {
    fs::path patch = options_.patch.empty() ? fs::path(options_.session + ".patch") : fs::path(options_.patch);
    std::error_code ignored;
    if (result.best) {
      const std::string text = result.best->diff(fs::absolute(options_.file, ignored).parent_path());
      if (Status written = writeFileAtomically(patch, text); !written.ok()) return fail(written.error());
    } else {
      patch.clear();
    }
    if (Status kept = keepTable(result); !kept.ok()) return fail(kept.error());
    options_.output.isJson() ? printJson(result, patch) : printText(result, patch);
    return exitDone;
  }

  /// For `warpwright report` and the IDE.
  Status keepTable(const TuningResult& result) {
    for (const KernelSummary& kernel : analysis_.kernels) {
      if (kernel.name != options_.kernel) continue;
      const auto device = findDevice(problem_.device);
      TuningTable table =
          tuningTable(problem_, result.history, kernel, device.ok() ? std::optional(*device) : std::nullopt);
      table.strategy = strategy_->name();
      table.complete = result.complete;
      table.most = strategy_->mostVariants();
      table.seconds = result.seconds;
      table.session = options_.session;
      if (gpu_) table.stalls = gpu_->stalls();
      return session_->setValue(tuningTableKey(options_.kernel),
                                toJson(table).dump(-1, ' ', false, json::error_handler_t::replace));
    }
    return {};
  }

  void printText(const TuningResult& result, const fs::path& patch) const {
    const double original = result.history.find({})->score.value_or(0);
    std::printf("%s, %s, %s: %zu variants judged (%zu now) in %.1f s%s\n", options_.kernel.c_str(),
                problem_.conditions.c_str(), strategy_->name().c_str(), result.history.size() - 1, result.judgedNow,
                result.seconds, result.complete ? "" : "; the budget is spent, run it again to go on");
    for (const TuningOutcome* outcome : result.history.outcomes()) {
      if (!outcome->score) {
        std::printf("  %-60s  not usable: %s\n", describe(outcome->steps).c_str(), outcome->reason.c_str());
        continue;
      }
      printScore(*outcome, original);
    }
    for (const std::string& reason : leftOut_) std::printf("  not tried: %s\n", reason.c_str());
    if (!result.best) {
      std::printf("The original is the best: no patch was written.\n");
    } else {
      std::printf("Best: %s. The patch is in %s; no file of yours was changed.\n", describe(result.best->steps).c_str(),
                  displayPath(patch.string()).c_str());
      for (const std::string& text : assumptionsOf(*result.best)) std::printf("  It rests on: %s\n", text.c_str());
    }
    if (!options_.output.quiet && problem_.target == "cpu") {
      std::fprintf(
          stderr,
          metric_ == modelCost
              ? "note: This is a ranking by a model of %s, good to about %.0f %%, and no time: measure the patch on "
                "the GPU before you keep it.\n"
              : "note: These are counts, for %s where they are modelled. They say what is asked of memory, not how "
                "long it takes: measure the patch on the GPU before you keep it.\n",
          problem_.device.c_str(), memsim::estimateBand * 100);
    }
  }

  void printScore(const TuningOutcome& outcome, double original) const {
    const std::string name = describe(outcome.steps);
    if (!gpu_ && !outcome.scoreLow) {
      std::printf("  %-60s  %.0f %s", name.c_str(), *outcome.score, problem_.unit.c_str());
      if (!outcome.steps.empty() && original > 0) std::printf(" (%+.1f %%)", (*outcome.score / original - 1) * 100);
      std::printf("\n");
      return;
    }
    std::printf("  %-60s  %.4g %s (%.4g … %.4g)", name.c_str(), *outcome.score, problem_.unit.c_str(),
                outcome.scoreLow.value_or(*outcome.score), outcome.scoreHigh.value_or(*outcome.score));
    if (!outcome.steps.empty()) std::printf("  %s %.3fx", outcome.verdict.c_str(), original / *outcome.score);
    std::printf("\n");
  }

  std::vector<std::string> assumptionsOf(const VariantRecord& variant) const {
    std::vector<std::string> texts;
    for (const VariantStep& step : variant.steps) {
      const auto found = opportunities_.find(step.opportunity);
      if (found == opportunities_.end()) continue;
      for (const Assumption& assumption : found->second.assumptions) {
        const std::string text = toText(assumption.text);
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
      }
    }
    return texts;
  }

  json stepsJson(const VariantSteps& steps) const {
    json list = json::array();
    for (const VariantStep& step : steps) {
      json object = {{"opportunity", step.opportunity}, {"values", step.values}};
      if (const auto found = opportunities_.find(step.opportunity); found != opportunities_.end()) {
        object["pass"] = found->second.pass;
        object["subject"] = found->second.subject;
      }
      list.push_back(std::move(object));
    }
    return list;
  }

  void printJson(const TuningResult& result, const fs::path& patch) const {
    json variants = json::array();
    for (const TuningOutcome* outcome : result.history.outcomes()) {
      json object = {{"steps", stepsJson(outcome->steps)}, {"accepted", outcome->accepted}};
      object["score"] = outcome->score ? json(*outcome->score) : json(nullptr);
      if (!outcome->reason.empty()) object["reason"] = outcome->reason;
      if (!outcome->verdict.empty()) object["verdict"] = outcome->verdict;
      if (outcome->scoreLow) object["low"] = *outcome->scoreLow;
      if (outcome->scoreHigh) object["high"] = *outcome->scoreHigh;
      object["metrics"] = outcome->metrics;
      variants.push_back(std::move(object));
    }
    json answer = {{"schema", "warpwright.tune/1"},
                   {"kernel", options_.kernel},
                   {"target", problem_.target},
                   {"device", problem_.device},
                   {"metric", problem_.metric},
                   {"unit", problem_.unit},
                   {"conditions", problem_.conditions},
                   {"strategy", strategy_->name()},
                   {"complete", result.complete},
                   {"judged_now", result.judgedNow},
                   {"seconds", result.seconds},
                   {"variants", variants},
                   {"left_out", leftOut_},
                   {"best", nullptr}};
    if (result.best) {
      answer["best"] = {{"variant", result.best->id},
                        {"steps", stepsJson(result.best->steps)},
                        {"score", *result.history.best()->score},
                        {"assumptions", assumptionsOf(*result.best)},
                        {"patch", patch.string()}};
    }
    std::printf("%s\n", answer.dump(2, ' ', false, json::error_handler_t::replace).c_str());
  }

  const Options& options_;
  const Invocation& invocation_;
  ProgressLine line_;
  std::optional<analysis::Analyzer> analyzer_, resources_;
  AnalysisResult analysis_;
  std::map<std::string, Opportunity> opportunities_;
  std::vector<TunableChange> changes_;
  std::vector<std::string> leftOut_;
  std::optional<Session> session_;
  Target target_;
  std::shared_ptr<WorkerPlace> place_;
  std::string metric_;
  std::unique_ptr<EngineTuning> engine_;
  std::unique_ptr<GpuTuning> gpu_;
  std::unique_ptr<RecordedJudge> recorded_;
  std::unique_ptr<TuningStrategy> strategy_;
  TuningProblem problem_;
};

}  // namespace

Action addTuneCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "the CUDA file that defines the kernel")->required();
  app.add_option("--kernel", options->kernel, "its name")->required();
  app.add_option("--passes", options->passes,
                 "only changes of these passes, with commas between; cache_policy is tried only where it is named")
      ->delimiter(',');
  CLI::Option* capture =
      app.add_option("--capture", options->capture,
                     "a capture of the launch to judge by; without it, the program is run with the words after `--`");
  app.add_option("--launch-index", options->launchIndex, "which launch of the kernel to capture, from 0")
      ->excludes(capture);
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
  app.add_option("--time-limit", options->timeLimit, "seconds that a launch, or the program to capture, may take")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  app.add_option("--compiler-flag", options->compilerFlags, "a flag for the compiler (-DN=3); may be repeated")
      ->allow_extra_args(false);
  addAnalysisOptions(app, options->analysis);
  addOutputOptions(app, options->output);
  app.footer("Words after `--` are the arguments of the program.");
  return [options](const Invocation& invocation) { return TuneCommand(*options, invocation).run(); };
}

}  // namespace warpwright::cli
