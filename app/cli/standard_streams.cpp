#include "app/cli/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace warpwright::cli {

Result<std::function<void(const std::string&)>> takeOutput() {
  const int answers = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
  if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    return Error{ErrorKind::io, std::string("Standard output cannot be written: ") + std::strerror(errno) + ".",
                 std::nullopt};
  }
  return std::function<void(const std::string&)>([answers](const std::string& text) {
    for (std::string_view rest = text; !rest.empty();) {
      const ssize_t written = ::write(answers, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) ::_exit(1);
      rest.remove_prefix(static_cast<size_t>(written));
    }
  });
}

void readInput(const std::function<void(std::string_view)>& accept, const std::function<bool()>& isOver,
               const std::stop_token& stop) {
  constexpr int patience = 200;  // milliseconds until `stop` is looked at again
  std::array<char, 65536> piece;
  while (!isOver() && !stop.stop_requested()) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&input, 1, patience);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(STDIN_FILENO, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return;
    accept({piece.data(), static_cast<size_t>(got)});
  }
}

}  // namespace warpwright::cli
