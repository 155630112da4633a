#pragma once

#include <memory>
#include <string>

#include "core/execute/place/worker_place.h"

namespace warpwright {

/// Workers on a host that OpenSSH reaches. What they need lies there in $XDG_CACHE_HOME/warpwright
/// (else ~/.cache/warpwright): programs and libraries as trees under their hash, captures and code
/// as files under theirs; each is brought once. Errors as `openPlace`.
Result<std::shared_ptr<WorkerPlace>> openSshPlace(const std::string& host, const PlacedProgress& progress,
                                                  std::stop_token stop);

}  // namespace warpwright
