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
  std::vector<std::pair<const KernelSummary*, const Opportunity*>> applicable;
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& finding : kernel.opportunities) {
      if (finding.verdict == VerdictKind::applicable) applicable.emplace_back(&kernel, &finding);
    }
  }
  FindingFixes fixes;
  for (size_t i = 0; i < applicable.size() && !stop.stop_requested(); ++i) {
    const auto& [kernel, finding] = applicable[i];
    if (fixes.files.contains(finding->id) || fixes.open.contains(finding->id)) continue;
    progress(static_cast<double>(i) / static_cast<double>(applicable.size()), "writing changes");
    const auto rewrite = analyzer.rewrite(kernel->definition.begin.file, finding->id, {}, stop);
    auto files = rewrite.ok() ? filesOf(*rewrite) : Result<std::vector<VariantFile>>(rewrite.error());
    if (files.ok())
      fixes.files[finding->id] = *std::move(files);
    else if (files.error().kind != ErrorKind::cancelled)
      fixes.open[finding->id] = files.error().message;
  }
  return fixes;
}

}  // namespace warpwright::cli
