#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/finding/analysis_result.h"
#include "core/lsp/editor_texts.h"

namespace warpwright::lsp {

/// What is to be said at a place of a file: findings whose subject stands there, or on its line, with verdict, reason,
/// what they rest on and evidence by line; on the name of a kernel what is known of it. {"contents", "range"}; null:
/// nothing is.
nlohmann::json hoverAt(const AnalysisResult& result, EditorTexts& texts, const std::string& path, TextPosition at,
                       bool isMarkdown);

}  // namespace warpwright::lsp
