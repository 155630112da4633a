#include "core/execute/place/worker_place.h"

#include "core/execute/place/slurm_place.h"
#include "core/execute/place/ssh_place.h"

namespace warpwright {

Result<std::shared_ptr<WorkerPlace>> openPlace(const Target& target, const PlacedProgress& progress,
                                               std::stop_token stop) {
  if (target.place == Target::Place::ssh) return openSshPlace(target.name, progress, std::move(stop));
  if (target.place == Target::Place::slurm) return openSlurmPlace(target.name, target.gpu, progress, std::move(stop));
  return Error{ErrorKind::worker, toString(target) + " is not a place that workers are sent to.", std::nullopt};
}

}  // namespace warpwright
