#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/execute/tune/policy_on_gpu.h"
#include "core/execute/tune/weigh_loads.h"
#include "core/job/target.h"

namespace warpwright {

/// Where the loads of a captured launch are counted beside the model, and what is timed.
struct GpuWeighingTask {
  WeighingTask loads;                  ///< of a capture; the device is what the engine models
  std::vector<UnitFlags> units;        ///< how the program's files are compiled
  Target target;                       ///< with a GPU
  std::shared_ptr<WorkerPlace> place;  ///< where it is; null: here
  GpuTiming timing;
  /// Policies to time besides, for candidates of these names; empty: none.
  std::function<Result<std::vector<TimedPolicy>>(const std::vector<std::string>& names)> tries;
};

/// Both sources of the characterisation, and what was timed.
struct GpuWeighedLoads {
  std::string kernel;
  PolicyChoice choice;  ///< of the engine; loads that PTX does not tell apart are one
  GpuCharacter character;
  std::vector<TimedPolicy> timed;
  std::string gpu;        ///< its name
  size_t otherLoads = 0;  ///< in the code that nvcc makes, of none of the candidates
};

/// Errors: no GPU, no nvcc, no counters, the capture does not serve (what to do), of `tries`, cancelled.
Result<GpuWeighedLoads> weighOnGpu(const GpuWeighingTask& task,
                                   const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);

}  // namespace warpwright
