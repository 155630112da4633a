#pragma once

#include <functional>
#include <istream>
#include <string>
#include <string_view>

#include "core/execute/service/analysis_service.h"

namespace warpwright {

/// What an analysis worker does for each request. `progress` may be called as often as is convenient.
struct WorkerFunctions {
  using Progress = std::function<void(const AnalysisResult& soFar, double fraction, std::string_view phase)>;
  std::function<Result<AnalysisResult>(const AnalysisRequest& request, const Progress& progress)> analyze;
  std::function<Result<Rewrite>(const RewriteRequest& request)> rewrite;
};

/// The worker's side of PROTOCOL.md: reads requests from `input`, one a line, until it ends, and hands each line of
/// the answer to `output`. Throttles progress and partial results. A line that is no request is answered with an error.
void serveAnalysis(std::istream& input, const std::function<void(const std::string& line)>& output,
                   const WorkerFunctions& functions);

}  // namespace warpwright
