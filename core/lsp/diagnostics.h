#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/finding/analysis_result.h"
#include "core/lsp/editor_settings.h"
#include "core/lsp/editor_texts.h"

namespace warpwright::lsp {

/// Lists of diagnostics by the file that they stand in: what is applicable as information, trades as hints, what the
/// compiler says as errors and warnings, headers that are missing as warnings; unknown and refused findings as hints
/// where the settings want them. `data.id` of a finding is that of its opportunity.
std::map<std::string, nlohmann::json> diagnosticsOf(const AnalysisResult& result, EditorTexts& texts,
                                                    const EditorSettings& settings);

/// One finding as a diagnostic.
nlohmann::json diagnosticOf(const Opportunity& found, const PassDescriptions& passes, EditorTexts& texts);

/// The file that a finding stands in: where it is not told, that of its kernel.
std::string fileOf(const Opportunity& found, const KernelSummary& kernel);

}  // namespace warpwright::lsp
