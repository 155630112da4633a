#pragma once

#include <string>

#include "core/base/result.h"

namespace warpwright::cli {

inline constexpr const char* targetHelp = "where to run: cpu, gpu, gpu:INDEX, ssh:HOST, slurm:PARTITION, or recorded:FILE";

/// Ok for `cpu`. Errors: not a target (usage); one that this build cannot reach, with what is missing and what works.
Status checkEngineTarget(const std::string& target);

}  // namespace warpwright::cli
