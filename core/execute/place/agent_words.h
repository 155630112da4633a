#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/execute/place/worker_call.h"

namespace warpwright {

/// The agent and the one who speaks with it must be of one version: it is a part of the name of
/// their folder.
inline constexpr int agentVersion = 1;

/// How a worker ended, as an agent says it.
nlohmann::json toJson(const WorkerEnd& end);
/// May throw nlohmann::json::exception.
WorkerEnd workerEndFromJson(const nlohmann::json& json);

/// Names of files in the cache of an agent: hexadecimal digits, then perhaps a dot and letters.
/// Nothing else is opened there.
bool isCacheName(std::string_view name);

/// A name for a folder that nobody else has: 32 random hexadecimal digits.
std::string randomFolderName();

/// Bytes as text, for what goes through lines of JSON.
std::string base64Of(std::string_view bytes);
/// Back. Errors: other characters.
Result<std::string> fromBase64(std::string_view text);

}  // namespace warpwright
