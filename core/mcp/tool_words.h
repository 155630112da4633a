#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace warpwright::mcp {

/// What documents of commands say, in words for an assistant. Each may throw nlohmann::json::exception on another
/// document.
std::string analysisWords(const nlohmann::json& document);
std::string rewriteWords(const nlohmann::json& document);
std::string verifyWords(const nlohmann::json& document);
std::string replayWords(const nlohmann::json& document);
std::string tuneWords(const nlohmann::json& document);

/// `warpwright.judge/1`: what each judge said; `accepted` is set already.
std::string judgeWords(const nlohmann::json& document);
/// Did every judge find the variant the same, with nothing new against it?
bool isAccepted(const nlohmann::json& judged);
/// The patch of the best variant that a tuning names; empty: there is none.
std::string patchIn(const nlohmann::json& tuned);

/// "warpwright://report/NAME"
std::string reportUri(const std::string& session);

}  // namespace warpwright::mcp
