#include "core/base/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>

extern char** environ;

namespace warpwright {
namespace {

/// While bytes wait for a pipe to take them: another thread may close its end meanwhile.
constexpr int patienceMilliseconds = 50;

using Clock = std::chrono::steady_clock;

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  int get() const { return fd_; }
  bool isOpen() const { return fd_ >= 0; }

 private:
  int fd_;
};

/// A close-on-exec pipe whose ends lie above the descriptors that the child will use.
struct Pipe {
  Descriptor read, write;
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    for (Descriptor* end : {&read, &write}) {
      if (end->get() > 9) continue;
      Descriptor moved(::fcntl(end->get(), F_DUPFD_CLOEXEC, 10));
      if (!moved.isOpen()) return false;
      *end = std::move(moved);
    }
    return true;
  }
};

void setNonBlocking(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// write(2) that answers EPIPE instead of ending this process when the reader is gone.
ssize_t writeWithoutSignal(int fd, std::string_view bytes) {
  sigset_t pipeSignal, before;
  sigemptyset(&pipeSignal);
  sigaddset(&pipeSignal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipeSignal, &before);
  const ssize_t written = ::write(fd, bytes.data(), bytes.size());
  const int code = errno;
  if (written < 0 && code == EPIPE && sigismember(&before, SIGPIPE) == 0) {
    const timespec atOnce{};
    sigtimedwait(&pipeSignal, nullptr, &atOnce);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = code;
  return written;
}

Error startError(const std::string& program, std::string_view doing, int code) {
  std::string message = "Cannot start " + program + ": " + std::string(doing) + std::strerror(code) + ".";
  if (code == ENOENT && doing.empty()) message += " Check that it is installed.";
  return Error{ErrorKind::worker, std::move(message), std::nullopt};
}

std::vector<std::string> mergedEnvironment(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> merged;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    if (!changes.contains(std::string(text.substr(0, text.find('='))))) merged.emplace_back(text);
  }
  for (const auto& [name, value] : changes) merged.push_back(name + "=" + value);
  return merged;
}

std::string findProgram(const std::string& name, const std::map<std::string, std::string>& changes) {
  if (name.find('/') != std::string::npos) return name;
  const auto changed = changes.find("PATH");
  const char* inherited = std::getenv("PATH");
  std::istringstream folders(changed != changes.end() ? changed->second : inherited ? inherited : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return name;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// What the child needs between fork and exec, where only async-signal-safe calls are allowed.
struct ChildPlan {
  const char* program;
  char** arguments;
  char** environment;
  const char* folder;  ///< null: stay
  int input, output, error, events, report;
  rlim_t memory;
  pid_t starter;  ///< whose end is this one's; 0: nobody's
};

struct ChildFailure {
  int stage, code;
};

[[noreturn]] void runChild(const ChildPlan& plan) {
  auto fail = [&](int stage) {
    const ChildFailure failure{stage, errno};
    [[maybe_unused]] const ssize_t sent = ::write(plan.report, &failure, sizeof failure);
    ::_exit(127);
  };
  ::setpgid(0, 0);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGCHLD, SIGHUP}) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int wanted[][2] = {{plan.input, 0}, {plan.output, 1}, {plan.error, 2}, {plan.events, 3}};
  for (const auto& [from, to] : wanted) {
    if (from >= 0 && ::dup2(from, to) < 0) fail(1);
  }
  ::close_range(plan.events >= 0 ? 4 : 3, ~0U, CLOSE_RANGE_CLOEXEC);
  if (plan.folder && ::chdir(plan.folder) != 0) fail(2);
  // The second look is for a starter that ended before the first line had its effect.
  if (plan.starter != 0 && (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != plan.starter)) ::_exit(127);
  if (plan.memory != 0) {
    const rlimit limit{plan.memory, plan.memory};
    if (::setrlimit(RLIMIT_AS, &limit) != 0) fail(3);
  }
  ::execve(plan.program, plan.arguments, plan.environment);
  fail(4);
  ::_exit(127);
}

/// Collects what comes from one descriptor: as lines for a handler, or as a whole.
class Reader {
 public:
  Reader(int fd, const Subprocess::LineHandler* handler, std::string* collected, uint64_t maxBytes, bool* truncated)
      : fd_(fd), handler_(handler), collected_(collected), maxBytes_(maxBytes), truncated_(truncated) {}
  int fd() const { return fd_; }
  bool ended() const { return fd_ < 0; }

  /// Reads what is there; true until the end of the stream.
  void read() {
    char buffer[65536];
    while (fd_ >= 0) {
      const ssize_t got = ::read(fd_, buffer, sizeof buffer);
      if (got > 0) {
        take({buffer, static_cast<size_t>(got)});
        if (got < static_cast<ssize_t>(sizeof buffer)) return;
      } else if (got < 0 && errno == EINTR) {
        continue;
      } else {
        if (got == 0 || errno != EAGAIN) fd_ = -1;
        return;
      }
    }
  }
  void finish() {
    while (fd_ >= 0) {
      const int before = fd_;
      const size_t had = seen_;
      read();
      if (before == fd_ && had == seen_) break;
    }
    if (handler_ && *handler_ && !line_.empty()) (*handler_)(line_);
    line_.clear();
  }

 private:
  void take(std::string_view bytes) {
    seen_ += bytes.size();
    if (!handler_ || !*handler_) {
      if (!collected_) return;
      const uint64_t room = maxBytes_ - std::min<uint64_t>(maxBytes_, collected_->size());
      if (bytes.size() > room) *truncated_ = true;
      collected_->append(bytes.substr(0, room));
      return;
    }
    for (size_t end; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
      line_.append(bytes.substr(0, end));
      (*handler_)(line_);
      line_.clear();
    }
    line_.append(bytes);
  }

  int fd_;
  const Subprocess::LineHandler* handler_;
  std::string* collected_;
  uint64_t maxBytes_;
  bool* truncated_;
  std::string line_;
  size_t seen_ = 0;
};

}  // namespace

struct Subprocess::State {
  pid_t pid = -1;
  std::string name;
  Descriptor input, output, error, events, handle;  ///< handle: a pidfd, readable when the child has ended
  std::mutex inputMutex;
  std::string pending;  ///< of standard input, not written yet
  bool keepInputOpen = false;
  std::mutex killMutex;
  bool reaped = false;
  uint64_t maxOutputBytes = 0;
  Clock::time_point started = Clock::now();
  std::chrono::milliseconds timeout{0};

  /// Ends the whole group. Safe at any time: a group that was waited for is not signalled again.
  void killGroup() {
    const std::lock_guard lock(killMutex);
    if (!reaped && pid > 0) ::kill(-pid, SIGKILL);
  }
  /// Waits for the child, having first ended what is left of its group while its number is still ours.
  rusage reap(int& status) {
    killGroup();
    rusage usage{};
    const std::lock_guard lock(killMutex);
    while (::wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    reaped = true;
    return usage;
  }
  /// Waits until the child has become the program. Errors: what it told through `report`; it is gone then.
  Status begin(const Descriptor& report, const std::string& folder) {
    ChildFailure failure{};
    ssize_t got = 0;
    while ((got = ::read(report.get(), &failure, sizeof failure)) < 0 && errno == EINTR) {
    }
    int status = 0;
    if (got == static_cast<ssize_t>(sizeof failure)) {
      reap(status);
      if (failure.stage == 2) return startError(name, "its working folder " + folder + ": ", failure.code);
      return startError(name, failure.stage == 3 ? "its memory limit: " : "", failure.code);
    }
    handle = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (handle.isOpen()) return {};
    const int code = errno;
    reap(status);
    return startError(name, "", code);
  }
  /// Writes as much of the pending input as the pipe takes. Requires: inputMutex.
  int flush() {
    while (!pending.empty() && input.isOpen()) {
      const ssize_t written = writeWithoutSignal(input.get(), pending);
      if (written >= 0) {
        pending.erase(0, static_cast<size_t>(written));
      } else if (errno != EINTR) {
        if (errno == EAGAIN) return EAGAIN;
        const int code = errno;
        pending.clear();
        input.reset();
        return code;
      }
    }
    if (!keepInputOpen) input.reset();
    return 0;
  }
};

Subprocess::Subprocess(std::unique_ptr<State> state) : state_(std::move(state)) {}
Subprocess::Subprocess(Subprocess&&) noexcept = default;
Subprocess& Subprocess::operator=(Subprocess&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Subprocess::~Subprocess() {
  if (!state_ || state_->reaped) return;
  int status = 0;
  state_->reap(status);
}

Result<Subprocess> Subprocess::start(const SubprocessOptions& options) {
  if (options.command.empty()) return Error{ErrorKind::usage, "No program to start was named.", std::nullopt};
  const std::string& name = options.command.front();
  auto state = std::make_unique<State>();
  state->name = name;
  Pipe input, output, error, events, report;
  if (!input.open() || !report.open() || (!options.inheritOutput && (!output.open() || !error.open())) ||
      (options.eventChannel && !events.open())) {
    return startError(name, "", errno);
  }
  const std::string program = findProgram(name, options.environment);
  std::vector<std::string> arguments = options.command, environment = mergedEnvironment(options.environment);
  const std::vector<char*> argumentPointers = pointersTo(arguments), environmentPointers = pointersTo(environment);
  const std::string folder = options.workingFolder.string();
  const ChildPlan plan{program.c_str(),
                       const_cast<char**>(argumentPointers.data()),
                       const_cast<char**>(environmentPointers.data()),
                       folder.empty() ? nullptr : folder.c_str(),
                       input.read.get(),
                       output.write.get(),
                       error.write.get(),
                       events.write.get(),
                       report.write.get(),
                       static_cast<rlim_t>(options.memoryLimitBytes),
                       options.diesWithStarter ? ::getpid() : 0};
  state->started = Clock::now();
  const pid_t pid = ::fork();
  if (pid < 0) return startError(name, "", errno);
  if (pid == 0) runChild(plan);
  ::setpgid(pid, pid);
  state->pid = pid;
  report.write.reset();
  if (const Status begun = state->begin(report.read, folder); !begun.ok()) return begun.error();
  state->input = std::move(input.write);
  state->output = std::move(output.read);
  state->error = std::move(error.read);
  state->events = std::move(events.read);
  for (const Descriptor* end : {&state->input, &state->output, &state->error, &state->events}) {
    if (end->isOpen()) setNonBlocking(end->get());
  }
  state->pending = options.input;
  state->keepInputOpen = options.keepInputOpen;
  state->maxOutputBytes = options.maxOutputBytes;
  state->timeout = options.timeout;
  if (state->pending.empty() && !state->keepInputOpen) state->input.reset();
  return Subprocess(std::move(state));
}

int Subprocess::pid() const {
  return state_->pid;
}
void Subprocess::kill() {
  state_->killGroup();
}

Status Subprocess::write(std::string_view bytes) {
  const auto closed = [this] { return Error{ErrorKind::worker, state_->name + " takes no more input.", std::nullopt}; };
  for (bool appended = false;;) {
    pollfd ready{-1, POLLOUT, 0};
    {
      const std::lock_guard lock(state_->inputMutex);
      if (!state_->input.isOpen()) return closed();
      if (!appended) state_->pending.append(bytes);
      appended = true;
      const int code = state_->flush();
      if (code == 0) return {};
      if (code != EAGAIN) {
        return Error{ErrorKind::worker, "Cannot write to " + state_->name + ": " + std::strerror(code) + ".",
                     std::nullopt};
      }
      ready.fd = state_->input.get();
    }
    // Without the lock: `wait` goes on reading meanwhile. A child that was killed closes its end, which ends this wait
    // too.
    ::poll(&ready, 1, patienceMilliseconds);
  }
}

void Subprocess::closeInput() {
  const std::lock_guard lock(state_->inputMutex);
  state_->keepInputOpen = false;
  if (state_->pending.empty()) state_->input.reset();
}

Result<SubprocessEnd> Subprocess::wait(const LineHandler& onLine, const LineHandler& onEvent, std::stop_token stop) {
  SubprocessEnd end;
  State& state = *state_;
  Descriptor wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake.isOpen())
    return Error{ErrorKind::worker, std::string("Cannot wait: ") + std::strerror(errno), std::nullopt};
  const std::stop_callback onStop(stop, [&] {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t sent = ::write(wake.get(), &one, sizeof one);
  });
  Reader readers[] = {{state.output.get(), &onLine, &end.output, state.maxOutputBytes, &end.outputTruncated},
                      {state.error.get(), nullptr, &end.errorOutput, state.maxOutputBytes, &end.outputTruncated},
                      {state.events.get(), &onEvent, nullptr, 0, &end.outputTruncated}};
  for (bool running = true; running;) {
    pollfd watched[6] = {{state.handle.get(), POLLIN, 0}, {wake.get(), POLLIN, 0}};
    for (int i = 0; i < 3; ++i) watched[2 + i] = {readers[i].fd(), POLLIN, 0};
    {
      const std::lock_guard lock(state.inputMutex);
      watched[5] = {state.pending.empty() ? -1 : state.input.get(), POLLOUT, 0};
    }
    int patience = -1;
    if (state.timeout.count() > 0) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(state.started + state.timeout - Clock::now());
      patience = static_cast<int>(std::clamp<int64_t>(left.count(), 0, 1 << 30));
    }
    const int ready = ::poll(watched, 6, patience);
    if (ready < 0 && errno != EINTR) break;
    if (stop.stop_requested()) end.cancelled = true;
    if (state.timeout.count() > 0 && Clock::now() - state.started >= state.timeout) end.timedOut = true;
    if (ready <= 0 && !end.cancelled && !end.timedOut) continue;
    for (int i = 0; i < 3; ++i) {
      if (watched[2 + i].revents != 0) readers[i].read();
    }
    if (watched[5].revents != 0) {
      const std::lock_guard lock(state.inputMutex);
      state.flush();
    }
    const bool exited = watched[0].revents != 0;
    if (exited) end.timedOut = end.cancelled = false;
    running = !exited && !end.cancelled && !end.timedOut;
  }
  int status = 0;
  const rusage usage = state.reap(status);
  end.seconds = std::chrono::duration<double>(Clock::now() - state.started).count();
  for (Reader& reader : readers) reader.finish();
  {
    const std::lock_guard lock(state.inputMutex);
    state.input.reset();
  }
  auto secondsOf = [](const timeval& time) { return static_cast<double>(time.tv_sec) + time.tv_usec * 1e-6; };
  end.cpuSeconds = secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
  end.peakBytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  if (WIFEXITED(status)) end.exitCode = WEXITSTATUS(status);
  return end;
}

Result<SubprocessEnd> runSubprocess(const SubprocessOptions& options, std::stop_token stop) {
  Result<Subprocess> child = Subprocess::start(options);
  if (!child.ok()) return child.error();
  return child->wait(nullptr, nullptr, stop);
}

}  // namespace warpwright
