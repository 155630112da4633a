#pragma once

#include <chrono>
#include <stop_token>
#include <string>

#include "core/base/subprocess.h"
#include "core/execute/place/deployment.h"
#include "core/execute/place/ssh_connection.h"
#include "core/execute/place/worker_place.h"

namespace warpwright {

/// Makes the deployment lie in the cache of the host: looks what is there, brings what is missing,
/// has it checked. Errors: another kind of machine, an older C library, no room, the connection.
Status deploy(const SshConnection& connection, const Deployment& deployment, const PlacedProgress& progress,
              std::stop_token stop);

/// Starts the agent there once its input begins with `agentGreeting`.
extern const char* const agentCommand;
std::string agentGreeting(const Deployment& deployment);

/// Starts the agent there, says `request` (lines; may be empty), and waits for its end, `timeout` at most (0: for
/// ever). Errors: ssh does not start; cancelled.
Result<SubprocessEnd> askAgent(const SshConnection& connection, const Deployment& deployment,
                               const std::string& request, std::chrono::milliseconds timeout, std::stop_token stop);

}  // namespace warpwright
