#include "core/lsp/editor_state.h"

#include <algorithm>
#include <filesystem>

#include "core/finding/moved_lines.h"

namespace warpwright::lsp {

std::string EditorState::rootOf(const std::string& path) const {
  std::string best;
  for (const std::string& root : roots) {
    const auto below = std::filesystem::path(path).lexically_relative(root);
    if (!below.empty() && *below.begin() != ".." && root.size() > best.size()) best = root;
  }
  return best;
}

std::pair<std::string, std::shared_ptr<const AnalysisResult>> EditorState::findingsIn(const std::string& path) const {
  const auto hasKernels = [&](const AnalysisResult& result) {
    return std::any_of(result.kernels.begin(), result.kernels.end(),
                       [&](const KernelSummary& kernel) { return kernel.definition.begin.file == path; });
  };
  const auto own = findings.find(path);
  if (own != findings.end() && hasKernels(*own->second)) return *own;
  for (const auto& one : findings) {
    if (hasKernels(*one.second)) return one;
  }
  return {};
}

void EditorState::moveLines(const std::string& path, const std::vector<MovedLines>& moved) {
  if (moved.empty()) return;
  for (auto& [file, known] : findings) {
    AnalysisResult now = *known;
    for (const MovedLines& one : moved) warpwright::moveLines(now, path, one.line, one.delta);
    known = std::make_shared<const AnalysisResult>(std::move(now));
  }
}

AnalysisRequest EditorState::requestFor(const std::string& path) const {
  AnalysisRequest request;
  request.paths = {path};
  request.project = rootOf(path);
  for (const auto& [file, document] : documents) request.openTexts[file] = document.text;
  request.flags = settings.flags;
  request.launches = settings.launches;
  request.passes = settings.passes;
  request.arch = settings.arch;
  request.device = settings.device;
  request.toolkit = settings.toolkit;
  for (const ObservedProgram& one : observed) {
    if (one.program.main == path || one.program.has(path)) request.observed = one.kernels;
  }
  return request;
}

}  // namespace warpwright::lsp
