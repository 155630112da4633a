#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/execute/tune/policy_on_gpu.h"
#include "core/job/target.h"

namespace warpwright::cli {

/// `warpwright cache-policy --capture F --on gpu`.
struct GpuPolicyCommand {
  std::filesystem::path capture;
  Target target;
  std::shared_ptr<WorkerPlace> place;        ///< where it is; null: here
  std::vector<memsim::RequestTrace> traces;  ///< of the same launch, by the engine
  Device device;                             ///< whose caches the engine models
  PolicyModelOptions model;
  ChooseOptions choose;
  GpuTiming timing;
  EngineJob program;               ///< how to compile it, where the capture does not say that
  std::vector<std::string> tries;  ///< words of --try
};

/// Both sources of the characterisation, and what was timed.
struct GpuPolicyAnswer {
  PolicyChoice choice;  ///< of the engine; loads that PTX does not tell apart are one
  GpuCharacter character;
  std::vector<TimedPolicy> timed;
  std::string gpu;        ///< its name
  size_t otherLoads = 0;  ///< in the code that nvcc makes, of none of the candidates
};

/// Errors: no GPU, no nvcc, no counters, the capture does not serve (what to do), --try names no load (usage),
/// cancelled.
Result<GpuPolicyAnswer> policyOnGpu(GpuPolicyCommand command, ProgressLine& line, std::stop_token stop);

/// What the GPU counted beside the engine, and the times.
std::string gpuPolicyText(const GpuPolicyAnswer& answer);

}  // namespace warpwright::cli
