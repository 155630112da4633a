#pragma once

#include <csignal>

namespace warpwright::engine {

/// Sent to a worker's thread when its launch has to end.
inline constexpr int deadlineSignal = SIGURG;

/// Installs the handlers where nobody has.
void ensureFaultHandlers();
/// Gives the calling thread a stack for signal handlers.
void useAlternateStack();

}  // namespace warpwright::engine
