#include "app/cli/program_change.h"

#include <optional>

namespace warpwright::cli {
namespace {

/// The finding; nothing where the analysis by itself does not have it, as one that is guarded.
std::optional<Opportunity> findingOf(analysis::Analyzer& analyzer, const FindingChange& change, std::stop_token stop) {
  Result<AnalysisResult> result = analyzer.analyze({change.file}, {}, std::move(stop));
  if (!result.ok()) return std::nullopt;
  for (KernelSummary& kernel : result->kernels) {
    for (Opportunity& found : kernel.opportunities) {
      if (found.id == change.opportunity) return std::move(found);
    }
  }
  return std::nullopt;
}

/// A finding of which no more is known promises no more than what was allowed.
bool reassociates(const std::optional<Opportunity>& finding, bool isAllowed) {
  return isAllowed && (!finding || finding->sameness == Sameness::reassociating);
}

}  // namespace

Result<ParameterValues> readValues(const std::vector<std::string>& words) {
  ParameterValues values;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return Error{ErrorKind::usage, "--set takes NAME=VALUE, not `" + word + "`.", std::nullopt};
    }
    values[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return values;
}

Result<ProgramPair> programWithChange(const FindingChange& change, const analysis::AnalyzeOptions& options,
                                      EngineJob program, std::stop_token stop) {
  analysis::AnalyzeOptions looking = options;
  // How its results stand to the original's has to be known, also of a pass that looks on request only.
  if (options.allowsReassociation) looking.passes = {passOfId(change.opportunity)};
  analysis::Analyzer analyzer(looking);
  const Result<Rewrite> rewrite = analyzer.rewrite(change.file, change.opportunity, change.values, stop);
  if (!rewrite.ok()) return rewrite.error();
  if (rewrite->onlyCreates()) {
    return Error{ErrorKind::usage, "The change only adds files that the program does not use: both are the same.",
                 std::nullopt};
  }
  std::map<std::string, std::string> after;
  for (const FileEdits& edits : rewrite->files) {
    const Result<std::string> before = textBefore(edits);
    if (!before.ok()) return before.error();
    Result<std::string> text = applyEdits(edits, *before);
    if (!text.ok()) return text.error();
    after[edits.file] = *std::move(text);
  }
  const std::optional<Opportunity> finding = findingOf(analyzer, change, std::move(stop));
  // What can be checked of it while it runs.
  std::vector<std::string> checks = finding ? checksOf(*finding) : std::vector<std::string>();
  return ProgramPair{changedProgram(std::move(program), after, std::move(checks)),
                     reassociates(finding, options.allowsReassociation), rewrite->summary, after};
}

}  // namespace warpwright::cli
