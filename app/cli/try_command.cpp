// warpwright try PATH: the whole way in one go. Analyses, applies the applicable findings of a file to a copy of it,
// runs original and variant on the CPU engine, compares what they computed, and writes a session and a report.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/chosen_units.h"
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/unit_text.h"
#include "core/base/file.h"
#include "core/execute/replay/trace_programs.h"
#include "core/finding/finding_rows.h"
#include "core/job/kernel_trace.h"
#include "core/report/report_input.h"
#include "core/session/keep_analysis.h"

namespace warpwright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  OutputOptions output;
  AnalysisOptions analysis;
  std::string path, session, report;
  double timeLimit = 120;
};

/// The applicable findings by file, in the order of the analysis; trades are left to `warpwright tune`.
std::map<std::string, std::vector<const Opportunity*>> applicableByFile(const AnalysisResult& analysis) {
  std::map<std::string, std::vector<const Opportunity*>> found;
  for (const KernelSummary& kernel : analysis.kernels) {
    for (const Opportunity& opportunity : kernel.opportunities) {
      if (opportunity.verdict != VerdictKind::applicable || isTrade(opportunity, analysis.passes)) continue;
      found[kernel.definition.begin.file].push_back(&opportunity);
    }
  }
  return found;
}

std::string counted(size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

class Attempt {
 public:
  Attempt(const Options& options, const analysis::AnalyzeOptions& analyze, const Invocation& invocation)
      : options_(options),
        analyze_(analyze),
        analyzer_(analyze),
        invocation_(invocation),
        progress_(options.output.quiet || options.output.isJson()) {}

  int run() {
    Result<AnalysisResult> analysis = analyzer_.analyze(
        {options_.path},
        [this](const AnalysisResult&, double fraction, std::string_view phase) { progress_.show(fraction, phase); },
        invocation_.stop);
    progress_.clear();
    if (!analysis.ok()) return fail(analysis.error());
    analysis_ = *std::move(analysis);
    setPrograms(analysis_, analysis::chosenPrograms({options_.path}, analyze_));
    sayFindings();
    if (sayErrors()) return exitInput;

    Result<Session> session = Session::openOrCreate(options_.session);
    if (!session.ok()) return fail(session.error());
    if (const Status kept = keepAnalysis(*session, analysis_, options_.path, analyze_.arch); !kept.ok())
      return fail(kept.error());
    bool allIdentical = true;
    for (const auto& [file, opportunities] : applicableByFile(analysis_)) {
      Result<VariantRecord> variant = makeVariant(file, opportunities);
      if (!variant.ok()) {
        if (variant.error().kind == ErrorKind::cancelled) return fail(variant.error());
        say("%s: %s\n", displayPath(file).c_str(), variant.error().message.c_str());
        continue;
      }
      if (const Status verified = verify(file, *variant); !verified.ok()) return fail(verified.error());
      if (variant->verification) allIdentical &= sameOrNotRun(*variant->verification);
      if (const Status kept = keepVariant(*session, *variant); !kept.ok()) return fail(kept.error());
    }
    const int written = writeReport(*session);
    return written != exitDone ? written : allIdentical ? exitDone : exitFindings;
  }

 private:
  template <typename... Values>
  void say(const char* format, Values... values) {
    if (!options_.output.quiet) std::printf(format, values...);
  }

  static bool sameOrNotRun(const Verification& verification) {
    return verification.identical || verification.original.failure.has_value();
  }

  void sayFindings() {
    std::map<VerdictKind, int> count;
    for (const KernelSummary& kernel : analysis_.kernels) {
      for (const Opportunity& opportunity : kernel.opportunities) ++count[opportunity.verdict];
    }
    say("%s: %s applicable, %d refused, %d unknown.\n", counted(analysis_.kernels.size(), "kernel").c_str(),
        counted(static_cast<size_t>(count[VerdictKind::applicable]), "finding").c_str(), count[VerdictKind::refused],
        count[VerdictKind::unknown]);
  }

  /// Says what the compiler found wrong. True where that left no kernel to look at: then there is nothing to report.
  bool sayErrors() {
    bool hasErrors = false;
    for (const UnitSummary& unit : analysis_.units) {
      std::fputs(unitText(unit).c_str(), stderr);
      hasErrors |= std::any_of(unit.errors.begin(), unit.errors.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Diagnostic::Severity::error;
      });
    }
    const bool nothingLeft = std::all_of(analysis_.kernels.begin(), analysis_.kernels.end(),
                                         [](const KernelSummary& kernel) { return kernel.hasErrors; });
    if (hasErrors && nothingLeft) {
      std::fprintf(stderr, "warpwright: No kernel is free of errors: nothing was tried. Correct these first.\n");
    }
    return hasErrors && nothingLeft;
  }

  /// Stacks the rewrites: each is found again in the text that the last one left.
  Result<VariantRecord> makeVariant(const std::string& file, const std::vector<const Opportunity*>& opportunities) {
    VariantRecord variant;
    std::map<std::string, std::string> before, texts;
    for (const Opportunity* opportunity : opportunities) {
      progress_.show(-1, "rewriting " + displayPath(file));
      Result<Rewrite> rewrite = analyzer_.rewrite(file, opportunity->id, {}, invocation_.stop);
      if (!rewrite.ok()) {
        if (rewrite.error().kind == ErrorKind::cancelled) return rewrite.error();
        progress_.clear();
        say("%s: `%s` is left as it is: %s\n", displayPath(file).c_str(), opportunity->subject.c_str(),
            rewrite.error().message.c_str());
        continue;
      }
      const auto creates = [](const FileEdits& edits) { return edits.creates; };
      if (std::any_of(rewrite->files.begin(), rewrite->files.end(), creates)) continue;  // the program stays as it is
      for (const FileEdits& edits : rewrite->files) {
        if (!texts.contains(edits.file)) {
          Result<std::string> text = readFile(edits.file);
          if (!text.ok()) return text.error();
          before[edits.file] = texts[edits.file] = *text;
        }
        Result<std::string> after = applyEdits(edits, texts[edits.file]);
        if (!after.ok()) return after.error();
        texts[edits.file] = *std::move(after);
      }
      analyzer_.setOpenTexts(texts);
      variant.steps.push_back({opportunity->id, {}});
      variant.summary += (variant.summary.empty() ? "" : " ") + rewrite->summary;
      for (std::string& check : checksOf(*opportunity)) checks_[file].push_back(std::move(check));
    }
    progress_.clear();
    analyzer_.setOpenTexts({});
    if (variant.steps.empty()) return inputError("no change could be written.");
    for (const auto& [path, text] : texts) variant.files.push_back({path, before[path], text});
    variant.id = makeVariantId(variant.steps, variant.files);
    return variant;
  }

  Status verify(const std::string& file, VariantRecord& variant) {
    EngineJob program;
    program.path = programWith(file);
    program.arguments = invocation_.afterDashes;
    if (!analyze_.arch.empty()) program.arch = analyze_.arch;
    program.toolkit = options_.analysis.cuda;
    program.timeLimit = std::chrono::milliseconds(static_cast<int64_t>(options_.timeLimit * 1000));
    program.metrics = true;
    std::map<std::string, std::string> after;
    for (const VariantFile& one : variant.files) after[one.path] = one.after;
    const ChangedProgram jobs = changedProgram(std::move(program), after, checks_[file]);
    for (const std::string& argument : invocation_.afterDashes) {
      variant.command += (variant.command.empty() ? "" : " ") + argument;
    }
    Result<Verification> verification = verifyOnEngine(
        jobs.original, jobs.variant,
        [this](const EngineProgress& now) { progress_.show(now.fraction, now.phase + ": " + now.text); },
        invocation_.stop);
    progress_.clear();
    if (!verification.ok()) return verification.error();
    say("%s: %s applied to a copy. %s\n", displayPath(file).c_str(), counted(variant.steps.size(), "finding").c_str(),
        verification->summary.c_str());
    for (const KernelTrace& trace : verification->traces) {
      if (isChanged(trace.kernel, variant)) say("  %s\n", estimateSentence(trace).c_str());
    }
    for (const std::string& note : verification->variant.notes) {
      if (note.starts_with("Not traced")) say("  %s\n", note.c_str());
    }
    variant.verification = *std::move(verification);
    return {};
  }

  bool isChanged(const std::string& kernel, const VariantRecord& variant) const {
    for (const KernelSummary& summary : analysis_.kernels) {
      if (summary.name != kernel) continue;
      for (const Opportunity& opportunity : summary.opportunities) {
        for (const VariantStep& step : variant.steps) {
          if (step.opportunity == opportunity.id) return true;
        }
      }
    }
    return false;
  }

  /// A folder may hold several programs: one that is changed is run.
  fs::path programWith(const std::string& file) const {
    const bool isChosen = analysis_.programs.size() > 1 || !options_.analysis.program.empty();
    for (const ProgramSummary* program : programsWith(analysis_.programs, file)) {
      if (isChosen && !program->main.empty()) return program->main;
    }
    return fs::is_directory(options_.path) && runsAlone(file) ? fs::path(file) : fs::path(options_.path);
  }

  bool runsAlone(const std::string& file) const {
    for (const UnitSummary& unit : analysis_.units) {
      if (unit.file == file) return true;
    }
    return false;
  }

  Status keepVariant(Session& session, const VariantRecord& variant) {
    if (Status put = session.putVariant(variant); !put.ok()) return put;
    for (const VariantStep& step : variant.steps) {
      const auto& verification = variant.verification;
      const OpportunityStatus status = !verification || verification->original.failure ? OpportunityStatus::previewed
                                       : verification->identical                       ? OpportunityStatus::verified
                                                                                       : OpportunityStatus::differs;
      if (Status set = session.setStatus(step.opportunity, status); !set.ok()) return set;
    }
    return {};
  }

  int writeReport(const Session& session) {
    if (options_.report.empty()) return exitDone;
    const Result<ReportInput> input = readReportInput(session);
    if (!input.ok()) return fail(input.error());
    if (const Status written = writeFileAtomically(options_.report, htmlReport(*input)); !written.ok()) {
      return fail(written.error());
    }
    say("The report is in %s, the session in %s. No file of yours was changed.\n", displayPath(options_.report).c_str(),
        displayPath(options_.session).c_str());
    return exitDone;
  }

  const Options& options_;
  const analysis::AnalyzeOptions& analyze_;
  analysis::Analyzer analyzer_;
  const Invocation& invocation_;
  ProgressLine progress_;
  AnalysisResult analysis_;
  std::map<std::string, std::vector<std::string>> checks_;  // of the assumptions, by file
};

}  // namespace

Action addTryCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  addOutputOptions(app, options->output, "text");
  addAnalysisOptions(app, options->analysis);
  app.add_option("path", options->path, "A .cu file, a folder, or compile_commands.json")->required();
  app.add_option("--session", options->session, "Keeps what was found and tried in this file")->required();
  app.add_option("--report", options->report, "Writes the report as one HTML file");
  app.add_option("--time-limit", options->timeLimit, "Seconds that one run of the program may take");
  return [options](const Invocation& invocation) -> int {
    Result<analysis::AnalyzeOptions> analyze = options->analysis.resolve({});
    if (analyze.ok()) analyze->comparesCode = true;
    if (!analyze.ok()) return fail(analyze.error());
    return Attempt(*options, *analyze, invocation).run();
  };
}

}  // namespace warpwright::cli
