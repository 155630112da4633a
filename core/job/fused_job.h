#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/job/engine_job.h"
#include "core/job/program_field.h"
#include "core/model/fused_chip/fused_run.h"

namespace warpwright {

/// Launches of a kernel to run on the model of a chip whose CPU and GPU share the last cache, with a program that reads
/// ahead.
struct FusedRequest {
  std::string kernel;        ///< name without parameters
  std::string device;        ///< described with its CPU: "Fused 2012"
  std::string name, source;  ///< of the program, as `preexecution::Program::modelSource` has it
  std::vector<ProgramField> fields;
  uint32_t registersPerThread = 0;         ///< 0: not known, not a limit
  uint64_t firstLaunch = 0, launches = 1;  ///< of that kernel; after the last of them the user's program is ended
};

/// A run of a user's program for the sake of such launches.
struct FusedJob {
  EngineJob program;  ///< without `check`, `metrics` and `capture`
  FusedRequest request;
};

/// How it ended: as `EngineRun`, and what came of the launches; absent where the program did not come to them.
struct FusedEnd {
  EngineRun program;
  std::optional<memsim::FusedRun> run;
};

/// As `runOnEngine`.
Result<FusedEnd> runFusedOnEngine(const FusedJob& job, const std::function<void(const EngineProgress&)>& progress,
                                  std::stop_token stop);

/// The job's JSON is the program's with a field `fused`.
nlohmann::json toJson(const FusedJob& job);
void to_json(nlohmann::json& json, const FusedRequest& request);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, FusedRequest& request);

namespace memsim {

void to_json(nlohmann::json& json, const FusedRun& run);
/// May throw nlohmann::json::exception.
void from_json(const nlohmann::json& json, FusedRun& run);

}  // namespace memsim
}  // namespace warpwright
