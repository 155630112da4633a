// warpwright report S.wws --output report.html: what a session holds, as a page, SARIF, a patch, a table, or JSON.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "analysis/frontend/command_line.h"
#include "analysis/passes/all_passes.h"
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/finding_fixes.h"
#include "app/cli/output.h"
#include "core/base/file.h"
#include "core/base/number_text.h"
#include "core/report/kernel_tuner.h"
#include "core/report/report_input.h"
#include "core/report/tuning_csv.h"
#include "core/report/tuning_trace.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  std::string session, older, html, sarif, patch, json, csv, trace, kernelTuner, capture;
  bool withRefused = false;
};

std::string dump(const nlohmann::json& value) {
  return value.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

/// The options by which the session's program was read.
AnalysisOptions readingOf(const ReportInput& input) {
  AnalysisOptions reading;
  reading.arch = input.arch;
  const std::vector<std::string> words = frontend::splitShell(input.readingOptions);
  for (size_t i = 0; i + 1 < words.size(); i += 2) {
    if (words[i] == "--cuda") reading.cuda = words[i + 1];
    if (words[i] == "--program") reading.program = words[i + 1];
  }
  return reading;
}

/// Fixes of the findings: their changes are written again, where the files are as they were analysed.
Status addFixes(ReportInput& input, const Options& options, const Invocation& invocation) {
  for (const auto& [path, text] : input.sources) {
    const auto now = readFile(path);
    if (now.ok() && *now == text) continue;
    if (!options.output.quiet)
      std::fprintf(stderr, "note: %s has changed since: SARIF has the fixes of tried variants alone\n", path.c_str());
    return {};
  }
  Result<analysis::AnalyzeOptions> analyze = readingOf(input).resolve(input.flags);
  if (!analyze.ok()) return {};  // headers that were there then are not: nothing can be read alike
  analyze->comparesCode = true;
  analysis::Analyzer analyzer(*analyze);
  ProgressLine line(options.output.quiet);
  FindingFixes fixes = findingFixes(
      analyzer, input.analysis, [&](double fraction, std::string_view phase) { line.show(fraction, phase); },
      invocation.stop);
  input.fixes = std::move(fixes.files);
  input.open = std::move(fixes.open);
  return invocation.stop.stop_requested() ? Status(cancelledError()) : Status();
}

/// Writes a folder for Kernel Tuner. What it is told by is the launch that the tuning captured beside the session.
Status exportToKernelTuner(const ReportInput& input, const Options& options) {
  if (input.tunings.size() != 1) {
    return inputError(input.tunings.empty() ? "The session holds no tuning: `warpwright tune` makes one."
                                            : "The session holds several tunings: tune one kernel into a session of "
                                              "its own.");
  }
  const auto capture = CaptureReader::open(options.capture.empty() ? options.session + ".wwcap" : options.capture);
  if (!capture.ok()) return capture.error();
  const auto made = kernelTunerExport(input, input.tunings.front(), *capture);
  if (!made.ok()) return made.error();
  for (const auto& [name, bytes] : made->files) {
    const std::filesystem::path file = std::filesystem::path(options.kernelTuner) / name;
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    if (Status written = writeFileAtomically(file, bytes); !written.ok()) return written;
  }
  if (options.output.quiet) return {};
  for (const std::string& left : made->leftOut) std::fprintf(stderr, "note: left out: %s\n", left.c_str());
  std::fprintf(stderr, "note: %s holds %s: python3 tune.py in that folder asks Kernel Tuner for the fastest\n",
               displayPath(options.kernelTuner).c_str(), countText(made->variants, "text", "texts").c_str());
  return {};
}

int report(const Options& options, const Invocation& invocation) {
  const auto session = Session::open(options.session);
  if (!session.ok()) return fail(session.error(), options.output);
  auto input = readReportInput(*session);
  if (!input.ok()) return fail(input.error(), options.output);
  // A session of an earlier version does not say what its passes are.
  if (input->analysis.passes.empty()) input->analysis.passes = passes::allDescriptions();

  if (!options.older.empty()) {
    const auto older = Session::open(options.older);
    if (!older.ok()) return fail(older.error(), options.output);
    Result<SessionComparison> comparison = compareSessions(*older, *session);
    if (!comparison.ok()) return fail(comparison.error(), options.output);
    input->comparison = *std::move(comparison);
  }

  input->withRefused = options.withRefused;
  if (!options.sarif.empty()) {
    if (const Status added = addFixes(*input, options, invocation); !added.ok())
      return fail(added.error(), options.output);
  }
  std::vector<std::pair<std::string, std::string>> files;
  if (!options.html.empty()) files.emplace_back(options.html, htmlReport(*input));
  if (!options.sarif.empty()) files.emplace_back(options.sarif, dump(sarifReport(*input)));
  if (!options.patch.empty()) files.emplace_back(options.patch, patchReport(*input));
  if (!options.json.empty()) files.emplace_back(options.json, dump(jsonReport(*input)));
  if (!options.csv.empty()) files.emplace_back(options.csv, tuningCsv(input->tunings));
  if (!options.trace.empty()) files.emplace_back(options.trace, dump(tuningTrace(*input)));
  if (!options.kernelTuner.empty()) {
    if (const Status made = exportToKernelTuner(*input, options); !made.ok()) return fail(made.error(), options.output);
  }
  for (const auto& [file, text] : files) {
    if (const Status written = writeFileAtomically(file, text); !written.ok())
      return fail(written.error(), options.output);
  }
  if (options.output.isJson()) {
    std::printf("%s", dump(jsonReport(*input)).c_str());
  } else {
    std::printf("%s.\n", headline(*input).c_str());
    for (const auto& [file, text] : files) {
      std::printf("%s%s\n", displayPath(file).c_str(), text.empty() ? " (empty: there is no change to apply)" : "");
    }
  }
  return exitDone;
}

}  // namespace

Action addReportCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("session", options->session, "the session (.wws)")->required();
  app.add_option("--output", options->html, "write the report as one HTML file");
  app.add_option("--sarif", options->sarif, "write the findings as SARIF 2.1.0");
  app.add_flag("--with-refused", options->withRefused, "SARIF with what was refused, too");
  app.add_option("--patch", options->patch, "write the changes as a patch for `git apply`");
  app.add_option("--json", options->json, "write everything as JSON");
  app.add_option("--csv", options->csv, "write what was tuned as a table, a row a variant");
  app.add_option("--trace", options->trace, "write when which variant was judged, as a trace for ui.perfetto.dev");
  CLI::Option* tuner = app.add_option("--kernel-tuner", options->kernelTuner,
                                      "write the variants of a tuning and its launch into this folder, with a script "
                                      "that has Kernel Tuner time them");
  app.add_option("--capture", options->capture, "the captured launch for --kernel-tuner; without it SESSION.wwcap")
      ->needs(tuner);
  app.add_option("--against", options->older,
                 "an older session: the report holds what both measured beside each other");
  addOutputOptions(app, options->output);
  return [options](const Invocation& invocation) -> int {
    const bool asked = !options->html.empty() || !options->sarif.empty() || !options->patch.empty() ||
                       !options->json.empty() || !options->csv.empty() || !options->trace.empty() ||
                       !options->kernelTuner.empty();
    if (!asked && !options->output.isJson()) {
      return fail(Error{ErrorKind::usage,
                        "Say what to write: --output report.html, --sarif F, --patch F, --csv F, --trace F, "
                        "--kernel-tuner FOLDER or --json F.",
                        std::nullopt},
                  options->output);
    }
    return report(*options, invocation);
  };
}

}  // namespace warpwright::cli
