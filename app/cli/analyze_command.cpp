// warpwright analyze PATH...: what may move in each kernel, with proof; and what its launches were in a run.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/chosen_units.h"
#include "analysis/analyzer/unit_workers.h"
#include "analysis/passes/all_passes.h"
#include "app/cli/analysis_options.h"
#include "app/cli/analysis_text.h"
#include "app/cli/commands.h"
#include "app/cli/finding_fixes.h"
#include "app/cli/output.h"
#include "app/cli/program_option.h"
#include "app/cli/session_origin.h"
#include "app/cli/shown_analysis.h"
#include "app/cli/target.h"
#include "app/cli/time_limit.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "core/base/processors.h"
#include "core/base/regular_file.h"
#include "core/execute/replay/observe_program.h"
#include "core/finding/baseline.h"
#include "core/finding/kernel_choice.h"
#include "core/kernel/kernel_name.h"
#include "core/session/keep_analysis.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::vector<std::string> paths;
  std::vector<std::string> passes;
  FailRule fail;
  std::string only;
  std::string baseline, newBaseline, session;
  bool isStable = false, withoutFixes = false, withRefused = false, allowsErrors = false;
  size_t jobs = usableProcessors();
  bool observe = false;
  bool comparesCode = false;
  bool withoutCache = false;
  std::string target = "cpu";  ///< where the observed program runs
  double timeLimitSeconds = 0;
  std::vector<std::string> compilerFlags;

  /// Words after `--` are the program's, where it is observed.
  std::vector<std::string> flags(const Invocation& invocation) const {
    std::vector<std::string> all = compilerFlags;
    if (!observe) all.insert(all.end(), invocation.afterDashes.begin(), invocation.afterDashes.end());
    return all;
  }
  /// Lines are printed as they become known; what a run adds is known at the end.
  bool streams() const { return output.format == "jsonl" && !observe; }
};

VerdictKind verdictNamed(const std::string& name) {
  for (const VerdictKind kind : {VerdictKind::applicable, VerdictKind::refused, VerdictKind::unknown}) {
    if (toString(kind) == name) return kind;
  }
  return VerdictKind::unknown;
}

/// A launch of a kernel that is nowhere would change nothing, and nobody would be told.
Status launchesNameKernels(const std::vector<std::string>& launches, const AnalysisResult& result) {
  const bool hasErrors = std::any_of(result.units.begin(), result.units.end(),
                                     [](const UnitSummary& unit) { return !unit.errors.empty(); });
  for (const std::string& text : launches) {
    const std::string name = text.substr(0, text.find("<<<"));
    std::vector<std::string> known, meant;
    for (const KernelSummary& kernel : result.kernels) known.push_back(kernel.name);
    for (const KernelSummary* kernel : kernelsNamed(result, name)) {
      const std::string full = nameWithParameters(*kernel);
      if (std::find(meant.begin(), meant.end(), full) == meant.end()) meant.push_back(full);
    }
    if (meant.size() > 1) return severalKernels(name, meant);
    if (hasErrors || !meant.empty()) continue;
    return Error{ErrorKind::usage, "--launch: " + noSuchKernel(name, known).message, std::nullopt};
  }
  return {};
}

/// The program that is to be observed. Errors (usage): which one is not clear.
Result<EngineJob> programToObserve(const Options& options, const Invocation& invocation) {
  if (options.paths.size() != 1)
    return Error{ErrorKind::usage, "--observe runs one program: name one of its files, or its folder.", std::nullopt};
  const Result<std::string> path = programPath(options.paths.front(), options.analysis.program, options.compilerFlags);
  if (!path.ok()) return path.error();
  EngineJob job = options.analysis.job(*path, options.compilerFlags, invocation.afterDashes);
  job.showOutput = options.output.format == "text" && options.target == "cpu";
  return job;
}

/// Runs it. What it prints goes where `run` lets it go, and into no JSON.
Status observe(AnalysisResult& result, EngineJob job, const Options& options, const TimeLimit& limit,
               std::stop_token stop) {
  if (const auto left = limit.left()) job.timeLimit = *left;
  ProgressLine line(options.output.quiet || job.showOutput);
  const auto engine = engineOf(options.target, line, stop);
  if (!engine.ok()) return engine.error();
  const auto progress = [&](const EngineProgress& now) { line.show(now.fraction, now.text); };
  const Result<EngineRun> run = observeProgram(result, engine->run, job, progress, stop);
  line.clear();
  if (!run.ok()) return run.error();
  if (options.output.format == "text" && !job.showOutput) {
    std::cout << run->output;
    std::cerr << run->errorOutput;
  }
  if (options.output.quiet) return {};
  for (const std::string& note : result.observedRun->notes) std::fprintf(stderr, "note: %s\n", note.c_str());
  return {};
}

/// "3 of 187, about 2 min left: mmvq.cu"
std::string progressText(const analysis::UnitsProgress& now, double seconds) {
  std::string text = countText(now.done) + " of " + countText(now.all, "file", "files");
  if (now.fraction > 0.02 && seconds > 3)
    text += ", about " + durationText(std::round(seconds / now.fraction * (1 - now.fraction))) + " left";
  return text + (now.underWay.empty() ? "" : ": " + now.underWay);
}

/// Looks at all units, in workers.
Result<analysis::PartialAnswer> lookAtUnits(analysis::Analyzer& analyzer, const Options& options,
                                            const std::vector<std::string>& flags, AnalysisLines* lines,
                                            const TimeLimit& limit) {
  auto units = analyzer.begin({options.paths.begin(), options.paths.end()});
  if (!units.ok()) return units.error();
  Result<AnalysisRequest> request = options.analysis.request(options.paths.front(), flags);
  if (!request.ok()) return request.error();
  request->passes = analyzer.options().passes;
  request->launches = analyzer.options().launches;
  request->comparesCode = options.comparesCode;
  ProgressLine line(options.output.quiet);
  const auto begin = std::chrono::steady_clock::now();
  const auto progress = [&](const analysis::UnitsProgress& now) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    line.show(now.fraction, progressText(now, seconds.count()));
  };
  analysis::UnitWorkers workers({.program = ::warpwright::programPath("warpwright-analysis-worker"),
                                 .request = std::move(request.value()),
                                 .units = std::move(units.value()),
                                 .cache = options.withoutCache ? nullptr : analysis::userUnitCache(),
                                 .jobs = options.jobs},
                                progress, limit.token());
  const auto onUnit = [&](const AnalysisResult& soFar, const std::vector<size_t>& kernels) {
    line.clear();
    if (lines) lines->unit(soFar, kernels);
  };
  const auto onKernel = [&](const AnalysisResult& soFar, size_t kernel) {
    if (lines && lines->decided(soFar, kernel)) line.clear();
  };
  return analyzer.merge(workers, onUnit, onKernel);
}

/// Runs the program for what is left of the time, and looks again at what that tells. False: there was no time left,
/// or the command is to stop.
Result<bool> addObservedRun(analysis::Analyzer& analyzer, AnalysisResult& result, const EngineJob& program,
                            const Options& options, const TimeLimit& limit, std::stop_token stop) {
  if (limit.token().stop_requested()) return false;
  Status seen = observe(result, program, options, limit, stop);
  if (seen.ok()) seen = analyzer.addGuarded(result, std::move(stop));
  if (!seen.ok() && seen.error().kind != ErrorKind::cancelled) return seen.error();
  return seen.ok();
}

std::optional<std::string> textOf(const std::string& file) {
  const Result<std::string> text = readFile(file, largestSource);
  return text.ok() ? std::optional(*text) : std::nullopt;
}

/// Where a baseline lies, or will.
fs::path folderOf(const std::string& baseline) {
  std::error_code ignored;
  return fs::absolute(baseline, ignored).lexically_normal().parent_path();
}

/// A baseline names files from its folder, those outside by "..": it holds in every copy of the project.
Result<Baseline> knownFindings(const std::string& file) {
  Result<Baseline> known = readBaseline(file);
  if (!known.ok()) return known;
  for (KnownFinding& one : known->findings) {
    if (one.file.starts_with("../")) one.file = (folderOf(file) / one.file).lexically_normal().string();
  }
  return known;
}

Status keepFindings(const std::string& file, Baseline baseline) {
  for (KnownFinding& one : baseline.findings) {
    if (one.file.starts_with('/')) one.file = fs::path(one.file).lexically_relative(folderOf(file)).generic_string();
  }
  return writeBaseline(file, baseline);
}

/// Marks what comments and the baseline say of findings, and says what is wrong with comments.
Status addMarks(ShownAnalysis& shown, KeepComments& comments, const Options& options) {
  shown.marks.kept = markKept(shown.result, comments);
  shown.notes = comments.notes(passes::allDescriptions());
  for (const std::string& note : shown.notes) {
    const auto isIt = [&](const UnitSummary& unit) { return note.starts_with(unit.file + ":"); };
    const auto unit = std::find_if(shown.result.units.begin(), shown.result.units.end(), isIt);
    if (unit != shown.result.units.end())
      unit->notes.push_back(note.substr(unit->file.size() + 1));
    else if (!shown.result.units.empty())
      shown.result.units.front().notes.push_back(note);
  }
  if (!options.baseline.empty()) {
    const Result<Baseline> known = knownFindings(options.baseline);
    if (!known.ok()) return known.error();
    shown.marks.fresh = newFindings(shown.result, *known, folderOf(options.baseline));
  }
  return {};
}

Status keepBaseline(const ShownAnalysis& shown, const Options& options) {
  if (options.newBaseline.empty()) return {};
  if (!shown.isWhole()) {
    const std::string why = shown.stopped.empty() ? "not all kernels were looked at" : shown.stopped;
    return inputError("The baseline " + options.newBaseline + " was not written: " + why +
                      ", and findings are missing.");
  }
  return keepFindings(options.newBaseline,
                      baselineOf(shown.result, shown.marks.keptOnes(), folderOf(options.newBaseline)));
}

/// For `report`, and for the window. Errors: those of the session.
Status keepSession(const ShownAnalysis& shown, const Options& options, const Invocation& invocation,
                   const std::vector<std::string>& flags) {
  if (options.session.empty()) return {};
  Result<Session> session = Session::openOrCreate(options.session);
  if (!session.ok()) return session.error();
  Status kept = keepAnalysis(*session, shown.result, options.paths.front(), options.analysis.arch);
  return kept.ok() ? keepOrigin(*session, invocation, {options.analysis.words(), flags}) : kept;
}

/// SARIF has the changes of findings as fixes. Those that the limit leaves no time for are missing, which it says.
void addFixes(ShownAnalysis& shown, analysis::Analyzer& analyzer, const Options& options, const TimeLimit& limit) {
  ProgressLine line(options.output.quiet);
  shown.fixes = findingFixes(
      analyzer, shown.result, [&](double fraction, std::string_view phase) { line.show(fraction, phase); },
      limit.token());
  if (limit.token().stop_requested() && shown.stopped.empty()) shown.stopped = limit.whyStopped();
}

void print(ShownAnalysis& shown, AnalysisLines& lines, const Options& options, const AskedWith& asked) {
  if (options.output.isJson()) {
    printJson(shown, std::cout);
  } else if (options.output.format == "sarif") {
    std::cout << sarifOf(shown).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  } else if (options.output.format == "jsonl") {
    lines.summary(shown);
  } else {
    printAnalysis(shown, asked);
  }
}

int exitCodeOf(const ShownAnalysis& shown, bool workerFailed, const Options& options) {
  if (countFailing(shown.result, shown.marks, options.fail) > 0) return exitFindings;
  if (workerFailed) return exitWorker;
  if (!shown.stopped.empty()) return exitInput;
  // Errors are in the answer, and findings may be missing for them; where no kernel is left, there is no answer.
  const bool hasErrors = !std::ranges::all_of(shown.result.units, isWithoutErrors);
  const bool nothingLeft = std::ranges::all_of(shown.result.kernels, &KernelSummary::hasErrors);
  return hasErrors && (nothingLeft || !options.allowsErrors) ? exitInput : exitDone;
}

/// What is wrong with the command line that no option sees by itself.
Status checkOptions(const Options& options) {
  if (options.fail.on == "new" && options.baseline.empty()) {
    return Error{ErrorKind::usage,
                 "--fail-on new needs --baseline FILE: what is not in it is new. `--write-baseline FILE` writes one.",
                 std::nullopt};
  }
  if (!options.baseline.empty()) {
    if (const auto known = readBaseline(options.baseline); !known.ok()) return known.error();
  }
  return {};
}

int analyzeCommand(const Options& options, const Invocation& invocation) {
  const TimeLimit limit(options.timeLimitSeconds, invocation.stop);
  const std::vector<std::string> flags = options.flags(invocation);
  if (Status right = checkOptions(options); !right.ok()) return fail(right.error(), options.output);
  Result<analysis::AnalyzeOptions> analyze = options.analysis.resolve(flags);
  if (!analyze.ok()) return fail(analyze.error(), options.output);
  std::optional<EngineJob> program;
  if (options.observe) {
    Result<EngineJob> found = programToObserve(options, invocation);
    if (!found.ok()) return fail(found.error(), options.output);
    program = *std::move(found);
  }
  if (!options.passes.empty()) analyze->passes = options.passes;
  analyze->comparesCode = options.comparesCode;
  analysis::Analyzer analyzer(*analyze);
  ShownAnalysis shown;
  if (!options.only.empty()) shown.only = verdictNamed(options.only);
  shown.withRefused = options.withRefused;
  shown.isStable = options.isStable;
  shown.arch = options.analysis.arch;
  KeepComments comments(textOf);
  AnalysisLines lines(shown.only, shown.isStable, comments);
  Result<analysis::PartialAnswer> answer =
      lookAtUnits(analyzer, options, flags, options.streams() ? &lines : nullptr, limit);
  if (!answer.ok()) return fail(answer.error(), options.output);
  const std::vector<fs::path> paths(options.paths.begin(), options.paths.end());
  shown.notLookedAt = std::move(answer->notLookedAt);
  for (const size_t kernel : answer->undecided) {
    const KernelSummary& one = answer->result.kernels[kernel];
    shown.undecided.push_back({one.nameAt, nameWithParameters(one)});
  }
  shown.result = std::move(answer->result);
  if (shown.notLookedAt.empty()) {
    if (Status named = launchesNameKernels(analyze->launches, shown.result); !named.ok())
      return fail(named.error(), options.output);
  }
  bool isAll = shown.notLookedAt.empty() && shown.undecided.empty();
  if (program) {
    const Result<bool> ran = addObservedRun(analyzer, shown.result, *program, options, limit, invocation.stop);
    if (!ran.ok()) return fail(ran.error(), options.output);
    isAll = isAll && *ran;
  }
  if (!isAll) shown.stopped = limit.whyStopped();
  const bool isSarif = options.output.format == "sarif";
  if (!isSarif && !invocation.stop.stop_requested())
    setPrograms(shown.result, analysis::chosenPrograms(paths, analyzer.options()));
  if (options.isStable && !options.streams()) sortByPlace(shown.result);
  if (Status marked = addMarks(shown, comments, options); !marked.ok()) return fail(marked.error(), options.output);
  if (isSarif && !options.withoutFixes) addFixes(shown, analyzer, options, limit);
  print(shown, lines, options, {options.paths.front(), options.analysis, flags});
  // What was found is printed all the same: stdout has its document.
  if (Status kept = keepBaseline(shown, options); !kept.ok()) return fail(kept.error());
  if (Status kept = keepSession(shown, options, invocation, flags); !kept.ok()) return fail(kept.error());
  return exitCodeOf(shown, answer->workerFailed, options);
}

void addOutputChoices(CLI::App& app, Options& options) {
  app.add_option("--only", options.only, "Show findings of this verdict alone")
      ->check(CLI::IsMember({"applicable", "refused", "unknown"}));
  app.add_flag("--stable", options.isStable,
               "Show no times, and sort by file and line: the same bytes for the same text");
  app.add_flag("--no-fixes", options.withoutFixes,
               "SARIF without the changes of findings: writing them takes about a second each");
  app.add_flag("--with-refused", options.withRefused, "SARIF with what was refused, too");
  app.add_flag("--allow-errors", options.allowsErrors,
               "Do not exit with 3 where a file has errors, as long as they leave a kernel to look at");
  app.add_option("--baseline", options.baseline, "Findings that are known: what is not in this file is new");
  app.add_option("--write-baseline", options.newBaseline, "Write what is applicable now as a baseline");
  app.add_option("--session", options.session, "Keep what was found in this file, for `report` and the window");
  app.add_option(
         "--fail-on", options.fail.on,
         "Exit with 1 if there is a finding that is not in the baseline (new), or of this verdict. Trades, which "
         "only a measurement can judge, do not count as new or applicable, nor does what a comment keeps")
      ->check(CLI::IsMember({"new", "applicable", "refused", "unknown"}));
  app.add_flag("--with-trades", options.fail.withTrades, "--fail-on counts trades, too");
}

}  // namespace

Action addAnalyzeCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("PATH", options->paths, "CUDA files, folders, or a compile_commands.json")->required();
  addAnalysisOptions(app, options->analysis);
  addAllowOption(app, options->analysis.allowed);
  addDeviceOption(app, options->analysis);
  app.add_option("--passes", options->passes, "Only these passes, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  addOutputChoices(app, *options);
  app.add_option("--jobs", options->jobs, "Files that are looked at side by side, each in a process")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  addTimeOption(
      app, "--time-limit", options->timeLimitSeconds,
      "Seconds after which no file is looked at any more and an observed program is stopped: what there is is "
      "shown; 0: none");
  app.add_flag("--compare-code", options->comparesCode,
               "Compile with nvcc where only its code tells whether a change rounds as before; `rewrite`, `tune` and "
               "`try` always do");
  app.add_flag("--no-cache", options->withoutCache,
               "Look at every file anew, and keep nothing of it (else in $XDG_CACHE_HOME/warpwright or "
               "~/.cache/warpwright; $WARPWRIGHT_CACHE names another folder, or `none`)");
  CLI::Option* observe = app.add_flag(
      "--observe", options->observe,
      "Run the program once, with the words after `--` as its arguments, and tell what each kernel is launched with");
  app.add_option("--on", options->target, "Where the observed program runs: cpu (here), ssh:HOST, slurm:PARTITION")
      ->needs(observe);
  app.add_option("--compiler-flag", options->compilerFlags, "A flag for the compiler (-DN=3); may be repeated")
      ->allow_extra_args(false);
  addOutputOptions(app, options->output, "text,json,jsonl,sarif");
  app.footer(
      "Words after `--` are compiler flags: warpwright analyze a.cu -- -I include -DN=16\n"
      "With --observe they are the program's: warpwright analyze a.cu --observe --compiler-flag -DN=16 -- input.txt "
      "100\n"
      "`// warpwright: keep(PASS) why` in the source keeps what stands there as it is.\n"
      "Exit: 1 where --fail-on says so; 3 where a file has errors (what could be read is shown), or a limit came\n"
      "first; 4 where a worker failed.");
  return [options](const Invocation& invocation) { return analyzeCommand(*options, invocation); };
}

}  // namespace warpwright::cli
