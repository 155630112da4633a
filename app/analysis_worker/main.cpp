// The analysis worker of the IDE: see core/execute/service/PROTOCOL.md. A crash here is a message there.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "analysis/analyzer/linked_service.h"
#include "core/execute/service/worker_loop.h"

namespace {

using namespace warpwright;

void writeLine(int fd, std::string line) {
  line += '\n';
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t written = ::write(fd, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) ::_exit(1);  // nobody listens any more
    rest.remove_prefix(static_cast<size_t>(written));
  }
}

}  // namespace

int main() {
  // The owner may die without closing our input; a worker in the middle of a long proof would not notice. (The signal
  // is tied to the thread that started us: the service's own, which lives longer than its worker.)
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  // Answers go to a descriptor of their own: whatever a library prints must not get between the lines.
  const int answers = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (answers < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;

  analysis::KeptAnalyzers kept;
  WorkerFunctions functions;
  functions.analyze = [&](const AnalysisRequest& request, const WorkerFunctions::Progress& progress) {
    return kept.answer(request, progress, {});
  };
  functions.rewrite = [&](const RewriteRequest& request) -> Result<Rewrite> {
    if (request.context.paths.size() != 1) {
      return Error{ErrorKind::usage, "A rewrite is about one file.", std::nullopt};
    }
    return kept.get(request.context).rewrite(request.context.paths[0], request.opportunity, request.values, {});
  };
  serveAnalysis(std::cin, [&](const std::string& line) { writeLine(answers, line); }, functions);
}
