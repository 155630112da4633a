#pragma once

#include <stop_token>
#include <string>

#include "core/runner/deployment.h"
#include "core/runner/ssh_connection.h"
#include "core/runner/worker_place.h"

namespace warpwright {

/// Makes the deployment lie in the cache of the host: looks what is there, brings what is missing,
/// has it checked. Errors: another kind of machine, an older C library, no room, the connection.
Status deploy(const SshConnection& connection, const Deployment& deployment,
              const PlacedProgress& progress, std::stop_token stop);

/// Starts the agent there once its input begins with `agentGreeting`.
extern const char* const agentCommand;
std::string agentGreeting(const Deployment& deployment);

}  // namespace warpwright
