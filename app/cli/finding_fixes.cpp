#include "app/cli/finding_fixes.h"

#include "app/cli/output.h"

namespace warpwright::cli {
namespace {

/// The texts before and after; none where a file cannot be read or has changed since.
std::vector<VariantFile> filesOf(const Rewrite& rewrite) {
  std::vector<VariantFile> files;
  for (const FileEdits& edits : rewrite.files) {
    Result<std::string> before = textBefore(edits);
    if (!before.ok()) return {};
    Result<std::string> after = applyEdits(edits, *before);
    if (!after.ok()) return {};
    files.push_back({edits.file, *std::move(before), *std::move(after)});
  }
  return files;
}

}  // namespace

std::map<std::string, std::vector<VariantFile>> findingFixes(
    analysis::Analyzer& analyzer, const AnalysisResult& result,
    const std::function<void(double fraction, std::string_view phase)>& progress, const std::stop_token& stop) {
  std::vector<std::pair<const KernelSummary*, const Opportunity*>> applicable;
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& finding : kernel.opportunities) {
      if (finding.verdict == VerdictKind::applicable) applicable.emplace_back(&kernel, &finding);
    }
  }
  std::map<std::string, std::vector<VariantFile>> fixes;
  for (size_t i = 0; i < applicable.size() && !stop.stop_requested(); ++i) {
    const auto& [kernel, finding] = applicable[i];
    if (fixes.contains(finding->id)) continue;
    progress(static_cast<double>(i) / static_cast<double>(applicable.size()), "writing changes");
    const auto rewrite = analyzer.rewrite(kernel->definition.begin.file, finding->id, {}, stop);
    if (!rewrite.ok()) continue;
    if (std::vector<VariantFile> files = filesOf(*rewrite); !files.empty()) fixes[finding->id] = std::move(files);
  }
  return fixes;
}

}  // namespace warpwright::cli
