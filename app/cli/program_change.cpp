#include "app/cli/program_change.h"

namespace warpwright::cli {
namespace {

/// What can be checked of the finding while it runs; nothing where the analysis by itself does not have it, as of one
/// that is guarded.
std::vector<std::string> checksFor(analysis::Analyzer& analyzer, const FindingChange& change, std::stop_token stop) {
  const Result<AnalysisResult> result = analyzer.analyze({change.file}, {}, std::move(stop));
  if (!result.ok()) return {};
  for (const KernelSummary& kernel : result->kernels) {
    for (const Opportunity& found : kernel.opportunities) {
      if (found.id == change.opportunity) return checksOf(found);
    }
  }
  return {};
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

Result<ChangedProgram> programWithChange(const FindingChange& change, const analysis::AnalyzeOptions& options,
                                         EngineJob program, std::stop_token stop) {
  analysis::Analyzer analyzer(options);
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
  return changedProgram(std::move(program), after, checksFor(analyzer, change, std::move(stop)));
}

}  // namespace warpwright::cli
