// The analysis worker of the IDE: see core/execute/service/PROTOCOL.md. A crash here is a message there.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>

#include "analysis/analyzer/linked_service.h"
#include "analysis/analyzer/unit_parts.h"
#include "analysis/frontend/compile_command_json.h"
#include "core/base/json_text.h"
#include "core/execute/service/worker_loop.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

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

/// Of the data that the process may have, in bytes; 0: no limit.
rlim_t memoryLimit = 0;

/// Who gets no more memory fails in many ways: an exception that nobody is made for, a null that nobody looks at. Only
/// calls what a signal handler may.
void endOutOfMemory(int signal) {
  char text[128] = {};
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? 0 : ::read(file, text, sizeof text - 1);
  unsigned long pages = 0;
  int field = 0;  // the sixth is data
  for (ssize_t i = 0; i < length && field <= 5; ++i) {
    if (text[i] == ' ')
      ++field;
    else if (field == 5)
      pages = pages * 10 + static_cast<unsigned long>(text[i] - '0');
  }
  if (pages * static_cast<unsigned long>(::sysconf(_SC_PAGESIZE)) > memoryLimit / 2) ::_exit(exitOutOfMemory);
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// One unit must not take the memory of all others.
void limitMemory(uint64_t bytes) {
#if __has_feature(address_sanitizer)
  return;  // it has more of its own than any unit
#endif
  if (bytes == 0) return;
  memoryLimit = bytes;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_DATA, &limit);
  std::set_new_handler([] { ::_exit(exitOutOfMemory); });
  for (const int signal : {SIGABRT, SIGSEGV}) ::signal(signal, endOutOfMemory);
}

/// What runs is to end early: whoever asked for it has asked for something newer and says so by a signal. The worker
/// lives on with what it has read and found.
class EndedBySignal {
 public:
  EndedBySignal() {
    ::sigemptyset(&signals_);
    ::sigaddset(&signals_, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);  // before there are other threads
    std::thread([this] {
      for (int signal = 0; ::sigwait(&signals_, &signal) == 0;) {
        const std::lock_guard lock(mutex_);
        stop_.request_stop();
      }
    }).detach();
  }
  /// Of a request that begins now.
  std::stop_token begin() {
    const std::lock_guard lock(mutex_);
    stop_ = std::stop_source();
    return stop_.get_token();
  }

 private:
  sigset_t signals_{};
  std::mutex mutex_;
  std::stop_source stop_;
};

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

  static EndedBySignal ended;  // as long as its thread
  analysis::KeptAnalyzers kept;
  kept.useCache(analysis::userUnitCache());
  analysis::Analyzer* together = nullptr;  ///< of `kept`, for units of one analysis
  WorkerFunctions functions;
  functions.analyze = [&](const AnalysisRequest& request, const WorkerFunctions::Progress& progress) {
    together = nullptr;  // it may have to make room
    return kept.answer(request, progress, ended.begin());
  };
  functions.rewrite = [&](const RewriteRequest& request) -> Result<Rewrite> {
    if (request.context.paths.size() != 1) {
      return Error{ErrorKind::usage, "A rewrite is about one file.", std::nullopt};
    }
    together = nullptr;
    return kept.get(request.context).rewrite(request.context.paths[0], request.opportunity, request.values, {});
  };
  functions.lookTogether = [&](const AnalysisRequest& request, const nlohmann::json& params) -> Status {
    auto units = frontend::unitsFromJson(params.value("units", nlohmann::json::array()));
    if (!units.ok()) return units.error();
    limitMemory(params.value("memory_bytes", uint64_t{0}));
    // Whoever started us has asked the cache before, and says which.
    const auto cache = params.value("cache", nlohmann::json());
    kept.useCache(cache.is_null() ? nullptr : std::make_shared<analysis::UnitCache>(bytesFromJson(cache)));
    together = &kept.get(request);
    return together->lookTogether(std::move(units.value()));
  };
  functions.lookAt = [&](size_t unit, const analysis::UnitProgress& progress,
                         const WorkerFunctions::Part& part) -> Result<nlohmann::json> {
    if (!together) return Error{ErrorKind::usage, "Which units there are has not been said.", std::nullopt};
    analysis::ToldInParts told(part, progress);
    if (Status looked = together->lookAt(unit, told, {}); !looked.ok()) return looked.error();
    return told.last();
  };
  serveAnalysis(std::cin, [&](const std::string& line) { writeLine(answers, line); }, functions);
}
