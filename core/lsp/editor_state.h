#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/execute/service/analysis_service.h"
#include "core/lsp/editor_settings.h"
#include "core/lsp/open_documents.h"
#include "core/lsp/workspace_edit.h"

namespace warpwright::lsp {

/// What a run has seen of the launches of a program.
struct ObservedProgram {
  ProgramSummary program;
  std::vector<ObservedKernel> kernels;
};

/// What is known of the editor, its files and their findings. `mutex` is held by whoever touches the rest.
struct EditorState {
  std::mutex mutex;
  OpenDocuments documents;
  EditorSettings settings;
  PositionEncoding encoding = PositionEncoding::utf16;
  EditAbilities edits;
  bool showsMarkdown = false, resolvesActions = false;
  std::vector<std::string> roots;                                         ///< folders that are open
  std::map<std::string, std::shared_ptr<const AnalysisResult>> findings;  ///< the newest, by analysed file
  std::vector<ObservedProgram> observed;

  /// The open folder that a file lies in, the innermost; empty: none.
  std::string rootOf(const std::string& path) const;
  /// What is known of the kernels in a file, with the file whose analysis says so: its own, else one that includes it.
  /// Null: nothing is.
  std::pair<std::string, std::shared_ptr<const AnalysisResult>> findingsIn(const std::string& path) const;
  /// Lines of the file moved: what is known of it moves with them, until it is analysed again.
  void moveLines(const std::string& path, const std::vector<MovedLines>& moved);
  /// How a file is analysed: with the texts that are open, and what runs have seen of its program.
  AnalysisRequest requestFor(const std::string& path) const;
};

}  // namespace warpwright::lsp
