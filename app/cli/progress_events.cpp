#include "app/cli/progress_events.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "core/mcp/command_line.h"

namespace warpwright::cli {
namespace {

/// The descriptor of the one that awaits it; -1: none does. Programs that are started from here do not get it.
int openEvents() {
  const char* told = std::getenv(mcp::progressVariable);
  if (!told || std::string_view(told) != "3") return -1;
  ::unsetenv(mcp::progressVariable);
  return ::fcntl(3, F_SETFD, FD_CLOEXEC) == 0 ? 3 : -1;
}

int eventChannel() {
  static const int events = openEvents();
  return events;
}

}  // namespace

bool isProgressAwaited() {
  return eventChannel() >= 0;
}

void tellProgress(double fraction, std::string_view phase) {
  const int events = eventChannel();
  if (events < 0) return;
  const std::string line = mcp::progressLine(fraction, std::string(phase));
  // Lines this short are written whole or not at all; one that nobody reads is no loss.
  [[maybe_unused]] const ssize_t written = ::write(events, line.data(), line.size());
}

}  // namespace warpwright::cli
