#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/engine_options.h"
#include "app/cli/output.h"
#include "app/cli/program_change.h"
#include "app/cli/program_option.h"
#include "app/cli/session_origin.h"
#include "app/cli/target.h"
#include "core/base/file.h"
#include "core/job/kernel_trace.h"
#include "core/job/reassociated.h"
#include "core/report/report_input.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string original, variant, opportunity, session;
  std::vector<std::string> assumptions, values, allowed;
  bool metrics = false, ignoreOutput = false;
  EngineOptions engine;
  OutputOptions output;
};

void printText(const Verification& verification, bool quiet) {
  std::printf("%s\n", inColour(verificationShape(verification), verification.summary).c_str());
  for (const OutputDifference& difference : verification.differences) {
    if (verification.differences.size() > 1) std::printf("  %s\n", difference.message.c_str());
  }
  for (const EngineFinding& finding : verification.findings) std::printf("%s\n", findingText(finding).c_str());
  if (!verification.hint.empty()) std::printf("%s\n", verification.hint.c_str());
  for (const KernelTrace& trace : verification.traces) std::printf("%s\n", estimateSentence(trace).c_str());
  std::fflush(stdout);
  if (quiet) return;
  for (const std::string& note : verification.variant.notes) std::fprintf(stderr, "note: %s\n", note.c_str());
}

/// The program, and the same with the change of a finding. Errors: as programWithChange.
Result<ProgramPair> jobsOfFinding(const Options& options, const Invocation& invocation) {
  const EngineOptions& how = options.engine;
  Result<ParameterValues> values = readValues(options.values);
  if (!values.ok()) return values.error();
  const Result<std::string> path = programPath(options.original, how.program, how.compilerFlags);
  if (!path.ok()) return path.error();
  AnalysisOptions analysis = how.reading();
  analysis.allowed = options.allowed;
  const auto resolved = analysis.resolve(how.compilerFlags);
  if (!resolved.ok()) return resolved.error();
  return programWithChange({options.original, options.opportunity, *std::move(values)}, *resolved,
                           how.job(*path, invocation.afterDashes), invocation.stop);
}

/// The two programs. Of a file without `main` it is the program that it is a part of, with the variant's text in its
/// place. Errors: those of programPath; a variant that cannot be read.
Result<ProgramPair> jobsOf(const Options& options, const Invocation& invocation) {
  const EngineOptions& how = options.engine;
  const Result<std::string> path = programPath(options.original, how.program, how.compilerFlags);
  if (!path.ok()) return path.error();
  std::error_code ignored;
  const fs::path file = fs::absolute(options.original, ignored).lexically_normal();
  const bool areFiles = fs::is_regular_file(file, ignored) && fs::is_regular_file(options.variant, ignored);
  std::string start = *path;
  if (areFiles && start == options.original) {
    const auto programs = analysis::programsOf(file, how.compilerFlags);
    if (programs.ok() && programs->size() == 1 && !programs->front().main.empty())
      start = programs->front().main.string();
  }
  EngineJob original = how.job(*path, invocation.afterDashes);
  EngineJob variant = how.job(options.variant, invocation.afterDashes);
  if (!areFiles || fs::absolute(start, ignored).lexically_normal() == file) return ProgramPair{{original, variant}};
  Result<std::string> text = readFile(options.variant);
  if (!text.ok()) return text.error();
  original.path = variant.path = start;
  variant.openTexts[file.string()] = *std::move(text);
  return ProgramPair{{original, variant}};
}

/// The change of a finding as a session keeps it; nothing where two programs were compared. Errors: a file cannot be
/// read.
Result<std::optional<VariantRecord>> variantOf(const Options& options, const ProgramPair& jobs,
                                               const Verification& verification) {
  if (options.opportunity.empty()) return std::optional<VariantRecord>();
  const Result<ParameterValues> values = readValues(options.values);
  if (!values.ok()) return values.error();
  VariantRecord variant;
  variant.steps = {{options.opportunity, *values}};
  variant.summary = jobs.summary;
  for (const auto& [path, after] : jobs.after) {
    Result<std::string> before = readFile(path);
    if (!before.ok()) return before.error();
    variant.files.push_back({path, *std::move(before), after});
  }
  variant.id = makeVariantId(variant.steps, variant.files);
  variant.verification = verification;
  variant.command = recordOf(jobs.original, verification).arguments;
  return std::optional(std::move(variant));
}

Status keep(const Options& options, const ProgramPair& jobs, const Verification& verification,
            const Invocation& invocation) {
  if (options.session.empty()) return {};
  const auto variant = variantOf(options, jobs, verification);
  if (!variant.ok()) return variant.error();
  return keepRun(options.session, recordOf(jobs.original, verification), *variant ? &**variant : nullptr, invocation,
                 {options.engine.reading().words(), options.engine.compilerFlags});
}

int verify(const Options& options, const Invocation& invocation) {
  if (options.variant.empty() == options.opportunity.empty())
    return fail(Error{ErrorKind::usage, "Say what to compare with: --against VARIANT or --opportunity ID.", {}},
                options.output);
  auto jobs = options.variant.empty() ? jobsOfFinding(options, invocation) : jobsOf(options, invocation);
  if (!jobs.ok()) return fail(jobs.error(), options.output);
  auto& [original, variant] = static_cast<ChangedProgram&>(*jobs);
  variant.assumptions.insert(variant.assumptions.end(), options.assumptions.begin(), options.assumptions.end());
  original.countAccesses = variant.countAccesses = options.output.isJson();
  original.metrics = options.metrics;
  original.boundSums = jobs->reassociates;
  Result<Verification> result = Error{ErrorKind::worker, "", std::nullopt};
  {
    ProgressLine line(options.output.quiet);
    const auto runEngine = engineOf(options.engine.target, line, invocation.stop);
    if (!runEngine.ok()) return fail(runEngine.error(), options.output);
    result = verifyWith(
        runEngine->run, original, variant, {options.ignoreOutput, false},
        [&](const EngineProgress& now) { line.show(now.fraction, now.text); }, invocation.stop);
  }
  if (!result.ok()) return fail(result.error(), options.output);
  if (jobs->reassociates) judgeReassociated(*result);
  if (const Status kept = keep(options, *jobs, *result, invocation); !kept.ok())
    return fail(kept.error(), options.output);
  if (options.output.isJson()) {
    nlohmann::json answer = toJson(*result);
    answer["schema"] = "warpwright.verify/1";
    std::fputs(documentText(std::move(answer), options.output).c_str(), stdout);
  } else {
    printText(*result, options.output.quiet);
  }
  if (result->original.failure) return exitCode(*result->original.failure);
  if (result->variant.failure) return exitCode(*result->variant.failure);
  const bool isWithin = jobs->reassociates && isWithinRounding(*result);
  return isWithin || (result->identical && result->findings.empty()) ? exitDone : exitFindings;
}

}  // namespace

Action addVerifyCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("path", options->original, "the original: a .cu file, a folder, or a compile_commands.json")
      ->required();
  CLI::Option* against = app.add_option("--against", options->variant, "the variant");
  CLI::Option* opportunity = app.add_option("--opportunity", options->opportunity,
                                            "id of a finding, from `warpwright analyze`: its change is the variant")
                                 ->excludes(against);
  app.add_option("--set", options->values, "NAME=VALUE of a parameter of the finding")
      ->allow_extra_args(false)
      ->needs(opportunity);
  addAllowOption(app, options->allowed)->needs(opportunity);
  app.add_option("--assume", options->assumptions,
                 "what the variant rests on, checked while it runs: \"block=256,1,1\", \"kernel: disjoint=src,dst\"")
      ->allow_extra_args(false);
  app.add_flag("--metrics", options->metrics,
               "where results are identical, trace both as well: what each kernel asks of memory "
               "before and after, and how a model of the GPU ranks the change");
  app.add_flag("--ignore-output", options->ignoreOutput,
               "do not compare what the programs print: for those that print times or other "
               "values that vary by themselves");
  app.add_option("--session", options->session, "Keeps the comparison in this file, for its report and the window");
  addEngineOptions(app, options->engine);
  addOutputOptions(app, options->output);
  addStableOption(app, options->output);
  return [options](const Invocation& invocation) { return verify(*options, invocation); };
}

}  // namespace warpwright::cli
