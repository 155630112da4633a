#pragma once

#include <nlohmann/json.hpp>

#include "core/base/source_range.h"
#include "core/report/report_input.h"

namespace warpwright {

/// A file as SARIF names it: relative to the input's root where it lies below it.
nlohmann::json sarifArtifact(const ReportInput& input, const std::string& file);
nlohmann::json sarifLocation(const ReportInput& input, const SourceRange& range);
/// SARIF 2.1.0 with one run of Warpwright.
nlohmann::json sarifDocument(const ReportInput& input, const nlohmann::json& rules, const nlohmann::json& results,
                             const nlohmann::json& notifications);

}  // namespace warpwright
