#pragma once

#include <memory>
#include <string>

#include "core/execute/place/worker_place.h"

namespace warpwright {

/// Workers on the nodes of a Slurm cluster, as one job array for all jobs of a call. Programs,
/// captures and answers lie in a folder that this machine and the nodes see under one name:
/// $WARPWRIGHT_SLURM_FOLDER, else the user's cache ($XDG_CACHE_HOME/warpwright or
/// ~/.cache/warpwright). A task that is lost with its node is submitted once more, then its end
/// says so. `gpu`: each task asks for a GPU of its own (--gres=gpu:1). Errors as `openPlace`.
Result<std::shared_ptr<WorkerPlace>> openSlurmPlace(const std::string& partition, bool gpu,
                                                    const PlacedProgress& progress, std::stop_token stop);

}  // namespace warpwright
