#pragma once

#include <nlohmann/json.hpp>

#include "core/base/source_range.h"
#include "core/report/report_input.h"

namespace warpwright {

/// How many there are in the text, as SARIF counts columns; a byte that is no UTF-8 counts as one.
size_t codePoints(std::string_view text);
/// A file as SARIF names it: relative to the input's root where it lies below it.
nlohmann::json sarifArtifact(const ReportInput& input, const std::string& file);
/// A page of resources/help, without its ending, where it lies on this machine; null: there is none of the name.
nlohmann::json helpPageUri(const std::string& page);
nlohmann::json sarifLocation(const ReportInput& input, const SourceRange& range);
/// SARIF 2.1.0 with one run of Warpwright.
nlohmann::json sarifDocument(const ReportInput& input, const nlohmann::json& rules, const nlohmann::json& results,
                             const nlohmann::json& notifications);

}  // namespace warpwright
