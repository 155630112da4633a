#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/finding/analysis_result.h"
#include "core/lsp/editor_texts.h"

namespace warpwright::lsp {

/// Commands that an editor may ask to be carried out.
inline constexpr const char* applyCommand = "warpwright.apply";
inline constexpr const char* observeCommand = "warpwright.observe";
inline constexpr const char* verifyCommand = "warpwright.verify";

/// For which place of which file, and how actions are handed over.
struct ActionRequest {
  std::string path;
  std::string unit;  ///< the file whose analysis is told
  TextPosition start, end;
  std::vector<std::string> only;  ///< kinds; empty: all
  bool resolvesLater = false;     ///< the editor asks for the edit when an action is chosen; else it is a command
};

/// What can be done there: applicable findings that begin on the lines, written as quick fixes, trades as
/// `refactor.rewrite`; another value of a parameter is an action of its own where there is one parameter to choose. Of
/// each: to verify it. In a kernel: to observe its program. `data` of a rewrite is {"uri", "opportunity", "values"},
/// which is also what its command takes.
nlohmann::json actionsAt(const AnalysisResult& result, EditorTexts& texts, const ActionRequest& request);

}  // namespace warpwright::lsp
