#include "core/execute/place/target_check.h"

#include "core/job/gpu_job.h"

namespace warpwright {

Result<std::string> checkTarget(const Target& target, const PlacedProgress& progress, std::stop_token stop) {
  std::shared_ptr<WorkerPlace> place;
  if (target.place == Target::Place::recorded) return "Measurements of " + target.name + ".";
  const bool isHere = target.place == Target::Place::here;
  if (!isHere) {
    auto opened = openPlace(target, progress, stop);
    if (!opened.ok()) return opened.error();
    place = *opened;
  }
  if (!target.gpu) {
    if (isHere) return std::string("The CPU engine is ready here.");
    return "The CPU engine is ready on " + target.name + ", for " + std::to_string(place->atOnce()) +
           " variants at once.";
  }
  // On a cluster this waits in the queue like any job.
  const Result<GpuInfo> gpu = describeGpu(target.firstDevice(), place.get(), stop);
  if (!gpu.ok()) return gpu.error();
  return gpu->name + (isHere ? " is ready here" : " is ready on " + target.name) + ", driver for CUDA " + gpu->driver +
         ".";
}

}  // namespace warpwright
