#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"

namespace warpwright::cli {

inline constexpr const char* targetHelp = "where to run: cpu, gpu, gpu:INDEX, ssh:HOST, slurm:PARTITION, or recorded:FILE";

/// Where something runs that can run on this machine: the CPU engine, or a GPU.
struct LocalTarget {
  std::optional<int> gpu;   ///< its index; none: the CPU engine
};

/// Errors: not a target (usage); one that this build cannot reach, with what is missing and what works.
Result<LocalTarget> readTarget(const std::string& target);

}  // namespace warpwright::cli
