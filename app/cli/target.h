#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/execute/place/worker_place.h"

namespace warpwright::cli {

class ProgressLine;

inline constexpr const char* targetHelp =
    "where to run: cpu, gpu, gpu:INDEX, ssh:HOST, slurm:PARTITION (the CPU engine there; "
    "ssh:HOST/gpu and slurm:PARTITION/gpu for a "
    "GPU), or recorded:FILE";

/// A target that something can be run on. Errors (usage): not a target; a recording.
Result<Target> readTarget(const std::string& target);

/// The place of a target, ready for workers; null: here. Errors: it cannot be reached, with what to
/// do.
Result<std::shared_ptr<WorkerPlace>> reach(const Target& target, ProgressLine& line, std::stop_token stop);

/// Runs programs on the CPU engine of a target, which stays reached as long as this lives.
struct PlacedEngine {
  std::shared_ptr<WorkerPlace> place;  ///< null: here
  RunEngine run;
};
/// Errors: not a target that has a CPU engine (usage); it cannot be reached.
Result<PlacedEngine> engineOf(const std::string& target, ProgressLine& line, std::stop_token stop);

}  // namespace warpwright::cli
