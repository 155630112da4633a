#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "core/session/records.h"

namespace warpwright::cli {

/// What the change of each applicable finding makes of its files, with the usual values of its parameters, by the
/// finding's id: what `rewrite` writes. A finding whose change cannot be written now has none. `stop`: there are no
/// more then.
std::map<std::string, std::vector<VariantFile>> findingFixes(
    analysis::Analyzer& analyzer, const AnalysisResult& result,
    const std::function<void(double fraction, std::string_view phase)>& progress, const std::stop_token& stop);

}  // namespace warpwright::cli
