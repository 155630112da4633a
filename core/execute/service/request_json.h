#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/execute/service/analysis_service.h"

namespace warpwright {

/// `params` of PROTOCOL.md, and back. Texts that are not UTF-8 survive (see jsonBytes).
nlohmann::json toJson(const AnalysisRequest& request);
nlohmann::json toJson(const RewriteRequest& request);
Result<AnalysisRequest> analysisRequestFromJson(const nlohmann::json& json);
Result<RewriteRequest> rewriteRequestFromJson(const nlohmann::json& json);

/// What a worker said went wrong; where that cannot be read, this.
Error errorFromJson(const nlohmann::json& json);

}  // namespace warpwright
