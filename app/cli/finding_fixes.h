#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "core/session/records.h"

namespace warpwright::cli {

/// What came of writing the change of each applicable finding, by the finding's id.
struct FindingFixes {
  std::map<std::string, std::vector<VariantFile>> files;  ///< what it makes of them: what `rewrite` writes
  std::map<std::string, std::string> open;                ///< why it cannot be written: what `rewrite` says
};

/// Writes the change of each applicable finding, with the usual values of its parameters. `stop`: findings that come
/// later are in neither of both.
FindingFixes findingFixes(analysis::Analyzer& analyzer, const AnalysisResult& result,
                          const std::function<void(double fraction, std::string_view phase)>& progress,
                          const std::stop_token& stop);

}  // namespace warpwright::cli
