#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "core/finding/baseline.h"
#include "core/session/records.h"

namespace warpwright::cli {

/// What came of writing the change of each applicable finding, by its place in the answer: ids are the same in files
/// that have kernels of one name.
struct FindingFixes {
  std::map<FindingAt, std::vector<VariantFile>> files;  ///< what it makes of them: what `rewrite` writes
  std::map<FindingAt, std::string> open;                ///< why it cannot be written: what `rewrite` says
};

/// Writes the change of each applicable finding, with the usual values of its parameters. `stop`: findings that come
/// later are in neither of both.
FindingFixes findingFixes(analysis::Analyzer& analyzer, const AnalysisResult& result,
                          const std::function<void(double fraction, std::string_view phase)>& progress,
                          const std::stop_token& stop);

}  // namespace warpwright::cli
