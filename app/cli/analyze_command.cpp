// warpwright analyze PATH...: what may move in each kernel, with proof; and what its launches were in a run.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/chosen_units.h"
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/program_option.h"
#include "app/cli/target.h"
#include "app/cli/unit_text.h"
#include "core/base/number_text.h"
#include "core/base/shell_word.h"
#include "core/execute/replay/observe_program.h"
#include "core/finding/finding_rows.h"
#include "core/finding/finding_text.h"
#include "core/finding/guard.h"
#include "core/finding/kernel_choice.h"
#include "core/finding/observed_text.h"
#include "core/kernel/kernel_name.h"
#include "core/report/report_input.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::vector<std::string> paths;
  std::vector<std::string> passes;
  std::string failOn;
  bool observe = false;
  bool comparesCode = false;
  std::string target = "cpu";  ///< where the observed program runs
  double timeLimitSeconds = 0;
  std::vector<std::string> compilerFlags;

  /// Words after `--` are the program's, where it is observed.
  std::vector<std::string> flags(const Invocation& invocation) const {
    std::vector<std::string> all = compilerFlags;
    if (!observe) all.insert(all.end(), invocation.afterDashes.begin(), invocation.afterDashes.end());
    return all;
  }
};

struct Counts {
  int applicable = 0, refused = 0, unknown = 0;
  void add(VerdictKind verdict) {
    ++(verdict == VerdictKind::applicable ? applicable : verdict == VerdictKind::refused ? refused : unknown);
  }
  int of(const std::string& verdict) const {
    return verdict == "applicable" ? applicable : verdict == "refused" ? refused : unknown;
  }
};

std::string shape(const std::array<std::optional<uint32_t>, 3>& extents) {
  std::string text = "(";
  for (size_t i = 0; i < 3; ++i) {
    text += (i ? "," : "") + (extents[i] ? std::to_string(*extents[i]) : std::string("?"));
  }
  return text + ")";
}

std::string launchText(const KernelSummary& kernel) {
  if (kernel.launches.empty()) return "no launch found: give one with --launch";
  std::string text;
  for (const Launch& launch : kernel.launches) {
    const std::string one = "block " + shape(launch.block);
    if (text.find(one) == std::string::npos) text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

void printOpportunity(const Opportunity& found) {
  std::cout << "  " << toString(found.verdict) << "  line " << found.range.begin.line << "  " << found.title << '\n'
            << "      " << found.reason << '\n';
  for (const Assumption& assumption : found.assumptions) std::cout << "      Rests on: " << assumption.text << '\n';
  if (found.verdict == VerdictKind::applicable && found.sameness != Sameness::bitwise)
    std::cout << "      " << samenessText(found.sameness) << '\n';
  if (found.verdict == VerdictKind::refused) {
    for (const Evidence& step : found.evidence) {
      std::cout << "      line " << step.at.line << ": " << step.text << '\n';
    }
  }
  if (found.verdict == VerdictKind::applicable) std::cout << "      " << found.id << '\n';
}

// What else could be done with the same array: one line each.
void printOther(const Opportunity& found, const Opportunity& lead, const PassDescriptions& passes) {
  std::cout << "      " << passTitle(passes, found.pass) << ": " << toString(found.verdict) << ": ";
  if (found.verdict == VerdictKind::applicable) {
    std::cout << found.id << '\n';
  } else {
    std::cout << (toText(found.reason) == toText(lead.reason) ? "for the same reason." : toText(found.reason)) << '\n';
  }
}

// What `rewrite` must be given to find the kernel again: its own file if that is a unit, else the unit that includes
// it.
std::string rewriteInput(const AnalysisResult& result, const std::string& file, const std::string& firstPath) {
  for (const UnitSummary& unit : result.units) {
    if (unit.file == file) return displayPath(file);
  }
  return result.units.size() == 1 ? displayPath(result.units.front().file) : firstPath;
}

/// The command that shows the change of a finding: with all that the analysis was given, as the finding depends on it.
std::string rewriteCommandLine(const AnalysisResult& result, const Opportunity& found, const Options& options,
                               const std::vector<std::string>& compilerFlags) {
  std::string text = "warpwright rewrite " +
                     shellWord(rewriteInput(result, found.range.begin.file, options.paths.front())) +
                     " --opportunity " + found.id;
  for (const std::string& launch : options.analysis.launches) text += " --launch " + shellWord(launch);
  if (!options.analysis.arch.empty()) text += " --arch " + shellWord(options.analysis.arch);
  if (!options.analysis.device.empty()) text += " --device " + shellWord(options.analysis.device);
  if (!options.analysis.program.empty()) text += " --program " + shellWord(options.analysis.program);
  if (options.analysis.cuda != "auto") text += " --cuda " + shellWord(options.analysis.cuda);
  text += " --diff";
  for (size_t i = 0; i < compilerFlags.size(); ++i) text += (i == 0 ? " -- " : " ") + shellWord(compilerFlags[i]);
  return text;
}

Counts printText(const AnalysisResult& result, const Options& options, const std::vector<std::string>& compilerFlags) {
  if (result.programs.size() > 1) {
    std::string names;
    for (const ProgramSummary& program : result.programs) names += (names.empty() ? "" : ", ") + program.name;
    std::cout << result.programs.size() << " programs: " << names << ". --program NAME looks at one of them.\n";
  }
  for (const UnitSummary& unit : result.units) std::cout << unitText(unit);
  Counts counts;
  const Opportunity* first = nullptr;
  for (const KernelSummary& kernel : result.kernels) {
    const std::string in = inPrograms(kernel, result);
    std::cout << displayPath(kernel.definition.begin.file) << ':' << kernel.nameAt.line << ": " << kernel.name << "  "
              << launchText(kernel) << (in.empty() ? "" : "  " + in) << "  shared " << kernel.resources.sharedBytes
              << " B";
    if (const std::string registers = registersText(kernel.resources); !registers.empty())
      std::cout << "  " << registers;
    std::cout << '\n';
    for (const std::string& sentence : observedTexts(kernel)) std::cout << "  " << sentence << '\n';
    if (kernel.hasErrors)
      std::cout << "  has errors: nothing in it is changed\n";
    else if (!kernel.unknownReason.empty())
      std::cout << "  " << kernel.unknownReason << '\n';
    for (const FindingRow& row : foldFindings(kernel.opportunities, result.passes)) {
      const Opportunity& lead = kernel.opportunities[row.leading];
      printOpportunity(lead);
      const bool better = !first || (isTrade(*first, result.passes) && !isTrade(lead, result.passes));
      if (better && lead.verdict == VerdictKind::applicable) first = &lead;
      for (const size_t other : row.alternatives) printOther(kernel.opportunities[other], lead, result.passes);
      for (const size_t other : row.folded) printOther(kernel.opportunities[other], lead, result.passes);
    }
    for (const Opportunity& found : kernel.opportunities) counts.add(found.verdict);
  }
  if (result.kernels.empty()) {
    std::cout << "No kernel was found. If kernels stand in another file of the project, name its folder instead.\n";
  }
  std::cout << result.kernels.size() << (result.kernels.size() == 1 ? " kernel: " : " kernels: ") << counts.applicable
            << " applicable, " << counts.refused << " refused, " << counts.unknown << " unknown.";
  double seconds = 0;
  for (const UnitSummary& unit : result.units) seconds += unit.proofSeconds;
  std::cout << " Proofs: " << durationText(seconds) << ".\n";
  if (result.observedRun) std::cout << observedRunText(*result.observedRun) << '\n';
  const bool lacksBlocks = std::any_of(result.kernels.begin(), result.kernels.end(), [](const KernelSummary& kernel) {
    return kernel.observed.empty() && wantsBlock(kernel);
  });
  if (lacksBlocks) {
    std::cout << "Blocks that the text does not tell: --observe runs the program once to see them, "
                 "--launch 'KERNEL<<<grid,(x,y,z)>>>' gives them.\n";
  }
  if (first) std::cout << "See a change: " << rewriteCommandLine(result, *first, options, compilerFlags) << '\n';
  return counts;
}

Counts countsOf(const AnalysisResult& result) {
  Counts counts;
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& found : kernel.opportunities) counts.add(found.verdict);
  }
  return counts;
}

Counts printJson(const AnalysisResult& result) {
  std::cout << toJson(result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  return countsOf(result);
}

Counts printSarif(const AnalysisResult& result, const Options& options) {
  ReportInput input;
  input.analysis = result;
  input.arch = options.analysis.arch;
  std::error_code ignored;
  input.root = std::filesystem::current_path(ignored);
  std::cout << sarifReport(input).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  return countsOf(result);
}

/// A launch of a kernel that is nowhere would change nothing, and nobody would be told.
Status launchesNameKernels(const std::vector<std::string>& launches, const AnalysisResult& result) {
  const bool hasErrors = std::any_of(result.units.begin(), result.units.end(),
                                     [](const UnitSummary& unit) { return !unit.errors.empty(); });
  for (const std::string& text : launches) {
    const std::string name = text.substr(0, text.find("<<<"));
    std::vector<std::string> known, meant;
    for (const KernelSummary& kernel : result.kernels) {
      known.push_back(kernel.name);
      const bool isMeant = meansKernelOfSource(name, kernel.name, kernel.signature);
      const std::string full = nameWithParameters(kernel);
      if (isMeant && std::find(meant.begin(), meant.end(), full) == meant.end()) meant.push_back(full);
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
  EngineJob job;
  std::error_code ignored;
  job.path = std::filesystem::absolute(*path, ignored);
  job.compilerFlags = options.compilerFlags;
  job.arguments = invocation.afterDashes;
  if (!options.analysis.arch.empty()) job.arch = options.analysis.arch;
  job.toolkit = options.analysis.cuda;
  job.timeLimit = std::chrono::milliseconds(static_cast<int64_t>(options.timeLimitSeconds * 1000));
  job.showOutput = options.output.format == "text" && options.target == "cpu";
  return job;
}

/// Runs it. What it prints goes where `run` lets it go, and into no JSON.
Status observe(AnalysisResult& result, const EngineJob& job, const Options& options, const Invocation& invocation) {
  ProgressLine line(options.output.quiet || job.showOutput);
  const auto engine = engineOf(options.target, line, invocation.stop);
  if (!engine.ok()) return engine.error();
  const auto progress = [&](const EngineProgress& now) { line.show(now.fraction, now.text); };
  const Result<EngineRun> run = observeProgram(result, engine->run, job, progress, invocation.stop);
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

int analyzeCommand(const Options& options, const Invocation& invocation) {
  const std::vector<std::string> flags = options.flags(invocation);
  Result<analysis::AnalyzeOptions> analyze = options.analysis.resolve(flags);
  if (!analyze.ok()) return fail(analyze.error());
  std::optional<EngineJob> program;
  if (options.observe) {
    Result<EngineJob> found = programToObserve(options, invocation);
    if (!found.ok()) return fail(found.error());
    program = *std::move(found);
  }
  if (!options.passes.empty()) analyze->passes = options.passes;
  analyze->comparesCode = options.comparesCode;
  analysis::Analyzer analyzer(*analyze);
  ProgressLine progress(options.output.quiet);
  const std::vector<std::filesystem::path> paths(options.paths.begin(), options.paths.end());
  Result<AnalysisResult> result = analyzer.analyze(
      paths, [&](const AnalysisResult&, double fraction, std::string_view phase) { progress.show(fraction, phase); },
      invocation.stop);
  progress.clear();
  if (!result.ok()) return fail(result.error());

  if (Status named = launchesNameKernels(analyze->launches, *result); !named.ok()) return fail(named.error());
  if (program) {
    if (Status seen = observe(*result, *program, options, invocation); !seen.ok()) return fail(seen.error());
    if (Status guarded = analyzer.addGuarded(*result, invocation.stop); !guarded.ok()) return fail(guarded.error());
  }
  const bool isSarif = options.output.format == "sarif";
  if (!isSarif) setPrograms(*result, analysis::chosenPrograms(paths, *analyze));
  const Counts counts = options.output.isJson() ? printJson(*result)
                        : isSarif               ? printSarif(*result, options)
                                                : printText(*result, options, flags);
  // Errors are in the answer; where they left no kernel to look at, there is no answer.
  const bool hasErrors = std::any_of(result->units.begin(), result->units.end(),
                                     [](const UnitSummary& unit) { return !unit.errors.empty(); });
  const bool nothingLeft = std::all_of(result->kernels.begin(), result->kernels.end(),
                                       [](const KernelSummary& kernel) { return kernel.hasErrors; });
  if (hasErrors && nothingLeft) return exitInput;
  if (!options.failOn.empty() && counts.of(options.failOn) > 0) return exitFindings;
  return exitDone;
}

}  // namespace

Action addAnalyzeCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("PATH", options->paths, "CUDA files, folders, or a compile_commands.json")->required();
  addAnalysisOptions(app, options->analysis);
  addDeviceOption(app, options->analysis);
  app.add_option("--passes", options->passes, "Only these passes, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--fail-on", options->failOn, "Exit with 1 if there is a finding of this verdict")
      ->check(CLI::IsMember({"applicable", "refused", "unknown"}));
  app.add_flag("--compare-code", options->comparesCode,
               "Compile with nvcc where only its code tells whether a change rounds as before; `rewrite`, `tune` and "
               "`try` always do");
  CLI::Option* observe = app.add_flag(
      "--observe", options->observe,
      "Run the program once, with the words after `--` as its arguments, and tell what each kernel is launched with");
  app.add_option("--on", options->target, "Where the observed program runs: cpu (here), ssh:HOST, slurm:PARTITION")
      ->needs(observe);
  app.add_option("--time-limit", options->timeLimitSeconds,
                 "Seconds after which the observed program is stopped; 0: none")
      ->check(CLI::NonNegativeNumber)
      ->needs(observe);
  app.add_option("--compiler-flag", options->compilerFlags, "A flag for the compiler (-DN=3); may be repeated")
      ->allow_extra_args(false);
  addOutputOptions(app, options->output, "text,json,sarif");
  app.footer(
      "Words after `--` are compiler flags: warpwright analyze a.cu -- -I include -DN=16\n"
      "With --observe they are the program's: warpwright analyze a.cu --observe --compiler-flag -DN=16 -- input.txt "
      "100");
  return [options](const Invocation& invocation) { return analyzeCommand(*options, invocation); };
}

}  // namespace warpwright::cli
