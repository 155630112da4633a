#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/execute/service/analysis_service.h"
#include "core/finding/opportunity.h"
#include "core/job/engine_job.h"
#include "core/job/request_traces.h"
#include "core/model/cache_policy/choose_policy.h"

namespace warpwright {

/// Runs a program up to the launches that its job names and gives what they asked of memory: `requestsOfProgram`, or
/// what a test has in its place.
using TakeRequests = std::function<Result<std::vector<memsim::RequestTrace>>(
    EngineJob job, const std::function<void(const EngineProgress&)>& progress, std::stop_token stop)>;

/// Whose loads are weighed, on which caches, and how.
struct WeighingTask {
  EngineJob program;              ///< how to build and run it; with a capture: how that is replayed
  std::filesystem::path capture;  ///< a captured launch in place of the program; empty: the program is run
  std::string kernel;             ///< may be empty with a capture
  uint64_t firstLaunch = 0;       ///< of the kernel, from 0
  uint64_t launches = RequestTraceRequest().launches;
  Device device;                       ///< whose L1 caches they are
  std::optional<Opportunity> finding;  ///< what the source can follow, where that is known
  AnalysisRequest source;              ///< else: how the kernel's file is read to find it; no paths: not looked for
  PolicyModelOptions model;
  ChooseOptions choose;  ///< `mayChange` follows from the finding
};

/// Loads with their weights, and what is chosen for them.
struct WeighedLoads {
  std::string kernel;
  PolicyChoice choice;
  std::optional<Opportunity> finding;  ///< what can write the choice; none: the source was not looked at, or cannot
  ParameterValues values;              ///< with which the finding writes the choice
};

/// What the launches of the task asked of memory, on the CPU engine here. Errors: as of the run, no such launch,
/// cancelled.
Result<std::vector<memsim::RequestTrace>> requestsOf(const WeighingTask& task, const TakeRequests& ofProgram,
                                                     const std::function<void(const EngineProgress&)>& progress,
                                                     std::stop_token stop);

/// Weighs the loads of one kernel and chooses which of them to keep in L1: what `cache-policy`, the dock of loads and
/// every tuning call. `service` is used by nobody else meanwhile; null: the source is not looked at. Errors: of
/// `requestsOf`; cancelled.
Result<WeighedLoads> weighLoads(const WeighingTask& task, AnalysisService* service, const TakeRequests& ofProgram,
                                const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);

}  // namespace warpwright
