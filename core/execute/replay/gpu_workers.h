#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/execute/place/kept_worker.h"
#include "core/job/gpu_job.h"

namespace warpwright {

/// Workers of GPUs of this machine, one each, that keep what they have loaded: jobs that differ in their variant alone
/// load capture and original once. A worker whose variant failed or computed something else is not kept, nor is one
/// that has counted or sampled, after which launches run otherwise.
class GpuWorkers {
 public:
  /// As `runAllOnGpu`.
  Result<std::vector<GpuOutcome>> runAll(const std::vector<GpuJob>& jobs,
                                         const std::function<void(const EngineProgress&)>& progress,
                                         std::stop_token stop);
  /// Ends those that are kept, and gives back the memory that they hold.
  void end() { kept_.clear(); }

 private:
  struct Kept {
    std::unique_ptr<KeptWorker> worker;
    nlohmann::json loaded;  ///< what it has loaded: see withoutVariant
  };
  static Result<GpuOutcome> runOne(Kept& kept, const GpuJob& job,
                                   const std::function<void(const EngineProgress&)>& progress, std::stop_token stop);

  std::map<int, Kept> kept_;  ///< by device
};

}  // namespace warpwright
