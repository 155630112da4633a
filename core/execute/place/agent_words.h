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
void to_json(nlohmann::json& json, const WorkerEnd& end);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, WorkerEnd& end);

/// Names of files in the cache of an agent: hexadecimal digits, then perhaps a dot and letters.
/// Nothing else is opened there.
bool isCacheName(std::string_view name);

/// A name for a folder that nobody else has: 32 random hexadecimal digits.
std::string randomFolderName();

}  // namespace warpwright
