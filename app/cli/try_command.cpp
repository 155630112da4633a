// warpwright try PATH: the whole way in one go. Analyses, applies the applicable findings of a file to a copy of it,
// runs original and variant on the CPU engine, compares what they computed, does the same for trades, one by one, and
// writes a session and a report.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/chosen_units.h"
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/session_origin.h"
#include "app/cli/target.h"
#include "app/cli/time_limit.h"
#include "app/cli/tried_change.h"
#include "app/cli/try_on_gpu.h"
#include "app/cli/try_text.h"
#include "app/cli/unit_text.h"
#include "core/base/file.h"
#include "core/base/temporary_folder.h"
#include "core/finding/finding_rows.h"
#include "core/report/report_input.h"
#include "core/session/keep_analysis.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::string path, session, report, target = "cpu", budget = "45s", patch;
  std::vector<std::string> compilerFlags;
  double timeLimit = 120;
  size_t trades = 8;
};

/// The applicable findings by file, in the order of the analysis: those worth making as they are, or the trades.
std::map<std::string, std::vector<const Opportunity*>> applicableByFile(const AnalysisResult& analysis, bool trades) {
  std::map<std::string, std::vector<const Opportunity*>> found;
  for (const KernelSummary& kernel : analysis.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.verdict != VerdictKind::applicable || isTrade(opportunity, analysis.passes) != trades) continue;
      found[kernel.definition.begin.file].push_back(&opportunity);
    }
  }
  return found;
}

class Attempt {
 public:
  Attempt(const Options& options, const analysis::AnalyzeOptions& analyze, const Invocation& invocation)
      : options_(options),
        analyze_(analyze),
        analyzer_(analyze),
        invocation_(invocation),
        progress_(options.output.quiet || options.output.isJson()),
        tried_{analysis_,
               options.path,
               options.target,
               invocation.afterDashes,
               options.analysis.words(),
               options.compilerFlags,
               {},
               0,
               {},
               {}} {}

  int run() {
    if (const Status read = analyse(); !read.ok()) return fail(read.error(), options_.output);
    print(findingsText(analysis_));
    if (const Status left = sayErrors(); !left.ok()) return fail(left.error(), options_.output);
    const TemporaryFolder folder;
    const std::string file = options_.session.empty() ? (folder.path() / "session.wws").string() : options_.session;
    Result<Session> session = Session::openOrCreate(file);
    if (!session.ok()) return fail(session.error(), options_.output);
    if (const Status kept = keepAnalysis(*session, analysis_, options_.path, analyze_.arch); !kept.ok())
      return fail(kept.error(), options_.output);
    if (const Status kept = keepOrigin(*session, invocation_, {options_.analysis.words(), options_.compilerFlags});
        !kept.ok())
      return fail(kept.error(), options_.output);
    if (const Status tried = tryAll(*session); !tried.ok()) return fail(tried.error(), options_.output);
    if (const Status written = writeReport(*session); !written.ok()) return fail(written.error(), options_.output);
    tried_.session = options_.session;
    if (options_.output.isJson())
      std::fputs(documentText(triedJson(tried_), options_.output).c_str(), stdout);
    else
      print(endText(tried_));
    return exitOf();
  }

 private:
  void print(const std::string& text) const {
    if (options_.output.isJson()) return;
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
  }

  Status analyse() {
    Result<AnalysisResult> analysis = analyzer_.analyze(
        {options_.path},
        [this](const AnalysisResult&, double fraction, std::string_view phase) { progress_.show(fraction, phase); },
        invocation_.stop);
    progress_.clear();
    if (!analysis.ok()) return analysis.error();
    analysis_ = *std::move(analysis);
    setPrograms(analysis_, analysis::chosenPrograms({options_.path}, analyze_));
    return {};
  }

  /// Says what the compiler found wrong. Errors: that left no kernel to look at, and there is nothing to report.
  Status sayErrors() const {
    bool hasErrors = false;
    for (const UnitSummary& unit : analysis_.units) {
      std::fputs(unitText(unit).c_str(), stderr);
      hasErrors |= !isWithoutErrors(unit);
    }
    const bool nothingLeft = std::all_of(analysis_.kernels.begin(), analysis_.kernels.end(),
                                         [](const KernelSummary& kernel) { return kernel.hasErrors; });
    if (!hasErrors || !nothingLeft) return {};
    return inputError(std::string("No kernel is free of errors: nothing was tried. Correct these first") +
                      (options_.compilerFlags.empty() ? ", or give flags with --compiler-flag." : "."));
  }

  EngineJob runOf() const {
    EngineJob job = options_.analysis.job(options_.path, options_.compilerFlags, invocation_.afterDashes);
    job.timeLimit = timeLimitOf(options_.timeLimit);
    job.metrics = true;
    return job;
  }

  /// First what is worth making as it is, a file at a time; then trades by themselves.
  Status tryAll(Session& session) {
    const Result<PlacedEngine> engine = engineOf(options_.target, progress_, invocation_.stop);
    if (!engine.ok()) return engine.error();
    ChangeTrier trier(analyzer_, analysis_, runOf(), options_.path, !options_.analysis.program.empty(), engine->run,
                      [this](double fraction, std::string_view phase) { progress_.show(fraction, phase); });
    for (const auto& [file, opportunities] : applicableByFile(analysis_, false)) {
      if (const Status tried = tryOne(trier, session, file, opportunities, false); !tried.ok()) return tried;
    }
    size_t left = options_.trades;
    for (const auto& [file, opportunities] : applicableByFile(analysis_, true)) {
      for (const Opportunity* trade : opportunities) {
        if (left == 0) {
          ++tried_.tradesLeft;
          continue;
        }
        --left;
        if (const Status tried = tryOne(trier, session, file, {trade}, true); !tried.ok()) return tried;
      }
    }
    return {};
  }

  Status tryOne(ChangeTrier& trier, Session& session, const std::string& file,
                const std::vector<const Opportunity*>& opportunities, bool isTrade) {
    Result<TriedChange> change = trier.tryOut(file, opportunities, isTrade, invocation_.stop);
    progress_.clear();
    if (!change.ok()) return change.error();
    print(changeText(*change));
    tried_.changes.push_back(*std::move(change));
    const VariantRecord& variant = tried_.changes.back().variant;
    return variant.verification ? keepVariant(session, variant) : Status();
  }

  Status writeReport(const Session& session) {
    if (options_.report.empty()) return {};
    Result<ReportInput> input = readReportInput(session);
    if (!input.ok()) return input.error();
    if (options_.session.empty()) input->sessionFile.clear();
    if (const Status written = writeFileAtomically(options_.report, htmlReport(*input)); !written.ok()) return written;
    tried_.report = options_.report;
    return {};
  }

  /// A change that computes something else weighs more than one that could not be compared.
  int exitOf() const {
    if (tried_.has(TriedChange::Outcome::differs)) return exitFindings;
    const bool nothingWritten = !tried_.changes.empty() && !tried_.has(TriedChange::Outcome::identical);
    return tried_.has(TriedChange::Outcome::notCompared) || nothingWritten ? exitInput : exitDone;
  }

  const Options& options_;
  const analysis::AnalyzeOptions& analyze_;
  analysis::Analyzer analyzer_;
  const Invocation& invocation_;
  ProgressLine progress_;
  AnalysisResult analysis_;
  Tried tried_;
};

int runOnGpu(const Options& options, const Target& target, const Invocation& invocation) {
  // A program takes the first GPU by itself.
  if (!target.isGpuHere() || target.firstDevice() != 0)
    return fail({ErrorKind::usage, "A whole program is tried on the first GPU of this machine: --on gpu.", {}},
                options.output);
  if (!options.report.empty())
    return fail({ErrorKind::usage,
                 "There is no report of a whole program on a GPU: keep its kernels with --session and report those.",
                 {}},
                options.output);
  return tryOnGpu({options.output, options.analysis, options.path, options.session, options.budget, options.patch,
                   options.compilerFlags, options.timeLimit},
                  invocation);
}

}  // namespace

Action addTryCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  addOutputOptions(app, options->output);
  addStableOption(app, options->output);
  addAnalysisOptions(app, options->analysis);
  app.add_option("path", options->path, "A .cu file, a folder, or compile_commands.json")->required();
  app.add_option("--on", options->target,
                 "Where the CPU engine runs: cpu (here), ssh:HOST, slurm:PARTITION. Or gpu: the program is built with "
                 "nvcc and profiled, the kernels that take its time are tuned, and the whole is measured")
      ->capture_default_str();
  app.add_option("--budget", options->budget, "On a GPU: time to spend on each kernel: 45s, 5m, 1h")
      ->capture_default_str();
  app.add_option("--patch", options->patch, "On a GPU: where to write the change; default: NAME-faster.patch here");
  app.add_option("--compiler-flag", options->compilerFlags,
                 "A flag for the compiler (-DN=3, -Iinclude); may be repeated")
      ->allow_extra_args(false);
  app.add_option("--session", options->session, "Keeps what was found and tried in this file");
  app.add_option("--report", options->report, "Writes the report as one HTML file");
  app.add_option("--trades", options->trades,
                 "How many changes that only pay sometimes to try, each by itself; 0: none")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber);
  addTimeOption(app, "--time-limit", options->timeLimit, "Seconds that one run of the program may take; 0: any")
      ->capture_default_str();
  app.footer(
      "Words after `--` are the arguments of the program.\n"
      "Exit: 0 all that was tried computes the same, or there was nothing to try; 1 something differs; 3 the original\n"
      "did not run to its end or nothing could be compared.\n\n"
      "On a GPU: 0 the program is faster or nothing is changed; 1 the changed program leaves something else; 3 it "
      "does\n"
      "not build or run.");
  return [options](const Invocation& invocation) -> int {
    const Result<Target> target = parseTarget(options->target);
    if (target.ok() && target->gpu) return runOnGpu(*options, *target, invocation);
    Result<analysis::AnalyzeOptions> analyze = options->analysis.resolve(options->compilerFlags);
    if (!analyze.ok()) return fail(analyze.error(), options->output);
    analyze->comparesCode = true;
    return Attempt(*options, *analyze, invocation).run();
  };
}

}  // namespace warpwright::cli
