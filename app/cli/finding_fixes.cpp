#include "app/cli/finding_fixes.h"

#include "app/cli/output.h"

namespace warpwright::cli {
namespace {

/// The texts before and after. Errors: a file cannot be read or has changed since.
Result<std::vector<VariantFile>> filesOf(const Rewrite& rewrite) {
  std::vector<VariantFile> files;
  for (const FileEdits& edits : rewrite.files) {
    Result<std::string> before = textBefore(edits);
    if (!before.ok()) return before.error();
    Result<std::string> after = applyEdits(edits, *before);
    if (!after.ok()) return after.error();
    files.push_back({edits.file, *std::move(before), *std::move(after)});
  }
  return files;
}

}  // namespace

FindingFixes findingFixes(analysis::Analyzer& analyzer, const AnalysisResult& result,
                          const std::function<void(double fraction, std::string_view phase)>& progress,
                          const std::stop_token& stop) {
  std::vector<FindingAt> applicable;
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    const std::vector<Opportunity>& findings = result.kernels[k].opportunities;
    for (size_t i = 0; i < findings.size(); ++i) {
      if (findings[i].verdict == VerdictKind::applicable) applicable.emplace_back(k, i);
    }
  }
  FindingFixes fixes;
  for (size_t i = 0; i < applicable.size() && !stop.stop_requested(); ++i) {
    const FindingAt& at = applicable[i];
    const KernelSummary& kernel = result.kernels[at.first];
    progress(static_cast<double>(i) / static_cast<double>(applicable.size()), "writing changes");
    const auto rewrite = analyzer.rewrite(kernel.definition.begin.file, kernel.opportunities[at.second].id, {}, stop);
    auto files = rewrite.ok() ? filesOf(*rewrite) : Result<std::vector<VariantFile>>(rewrite.error());
    if (files.ok())
      fixes.files[at] = *std::move(files);
    else if (files.error().kind != ErrorKind::cancelled)
      fixes.open[at] = files.error().message;
  }
  return fixes;
}

}  // namespace warpwright::cli
