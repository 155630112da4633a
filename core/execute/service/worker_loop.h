#pragma once

#include <functional>
#include <istream>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/execute/service/analysis_service.h"

namespace warpwright {

/// What an analysis worker does for each request. `progress` may be called as often as is convenient.
struct WorkerFunctions {
  using Progress = std::function<void(const AnalysisResult& soFar, double fraction, std::string_view phase)>;
  std::function<Result<AnalysisResult>(const AnalysisRequest& request, const Progress& progress)> analyze;
  std::function<Result<Rewrite>(const RewriteRequest& request)> rewrite;
  /// For an analysis whose units several workers look at: which units these are, and what one of them says, in
  /// parts, of which the last one is the answer. What they are written as is the analysis' own.
  std::function<Status(const AnalysisRequest& request, const nlohmann::json& params)> lookTogether;
  using Part = std::function<void(nlohmann::json part)>;
  std::function<Result<nlohmann::json>(size_t unit, const std::function<void(double, std::string_view)>& progress,
                                       const Part& part)>
      lookAt;
};

/// A worker that may have no more memory ends with this.
inline constexpr int exitOutOfMemory = 12;

/// The worker's side of PROTOCOL.md: reads requests from `input`, one a line, until it ends, and hands each line of
/// the answer to `output`. Throttles progress and partial results. A line that is no request is answered with an error.
void serveAnalysis(std::istream& input, const std::function<void(const std::string& line)>& output,
                   const WorkerFunctions& functions);

}  // namespace warpwright
