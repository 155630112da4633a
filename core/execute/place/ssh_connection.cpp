#include "core/execute/place/ssh_connection.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <sstream>
#include <thread>

namespace warpwright {
namespace {

namespace fs = std::filesystem;

/// A path of a socket has 107 bytes, and ssh appends 17 while it makes one.
constexpr size_t longestFolder = 80;
constexpr auto lookEvery = std::chrono::milliseconds(10);

std::vector<std::string> optionsOf(const fs::path& socket) {
  std::vector<std::string> words = {"-T", "-x", "-a", "-S", socket.string()};
  for (const char* option : {"BatchMode=yes", "ConnectTimeout=15", "ServerAliveInterval=15", "ServerAliveCountMax=4",
                             "ClearAllForwardings=yes", "PermitLocalCommand=no", "RemoteCommand=none", "RequestTTY=no",
                             "LogLevel=ERROR", "EscapeChar=none"}) {
    words.insert(words.end(), {"-o", option});
  }
  return words;
}

}  // namespace

std::string lastLine(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) last = line;
  }
  while (!last.empty() && last.back() == '.') last.pop_back();
  return last;
}

SocketFolder::SocketFolder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  const char* temporary = std::getenv("TMPDIR");
  for (const std::string& parent :
       {std::string(runtime ? runtime : ""), std::string(temporary ? temporary : ""), std::string("/tmp")}) {
    std::string pattern = parent + "/warpwright-XXXXXX";
    if (parent.empty() || parent.front() != '/' || pattern.size() > longestFolder || !::mkdtemp(pattern.data()))
      continue;
    path_ = pattern;  // of mode 0700
    return;
  }
}

SocketFolder::~SocketFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

std::string sshProgram() {
  const char* chosen = std::getenv("WARPWRIGHT_SSH");
  return chosen && *chosen ? chosen : "ssh";
}

std::string sshFailure(const std::string& host, const std::string& printed) {
  const auto has = [&](const char* words) { return printed.find(words) != std::string::npos; };
  const std::string last = lastLine(printed);
  const std::string said = last.empty() ? "." : ": " + last + ".";
  if (has("REMOTE HOST IDENTIFICATION HAS CHANGED")) {
    return host +
           " shows another host key than it did before. Make sure that it is the same machine, "
           "then remove the old key with "
           "`ssh-keygen -R`, and connect once with `ssh " +
           host + "`.";
  }
  if (has("Host key verification failed")) {
    return "The host key of " + host + " is not known here. Connect once with `ssh " + host + "`, and confirm it.";
  }
  if (has("Permission denied")) {
    return host + " did not let us in" + said + " No password is asked for: set up a key (`ssh-copy-id " + host +
           "`), or load it into the agent (`ssh-add`).";
  }
  if (has("Could not resolve hostname")) {
    return "There is no host " + host + said + " Check the name, or add it to ~/.ssh/config.";
  }
  return host + " cannot be reached" + said + " Try `ssh " + host + "` in a terminal.";
}

struct SshConnection::Master {
  explicit Master(Subprocess started) : process(std::move(started)) {
    follower = std::jthread([this](std::stop_token stop) {
      Result<SubprocessEnd> ended = process.wait(nullptr, nullptr, std::move(stop));
      const std::lock_guard lock(mutex);
      printed = ended.ok() ? ended->errorOutput : ended.error().message;
      over = true;
    });
  }
  bool isOver(std::string* words) {
    const std::lock_guard lock(mutex);
    if (words) *words = printed;
    return over;
  }

  Subprocess process;
  std::mutex mutex;
  bool over = false;
  std::string printed;
  std::jthread follower;  ///< last: it ends first
};

SshConnection::SshConnection(std::string host) : host_(std::move(host)) {}
SshConnection::~SshConnection() = default;

Result<std::unique_ptr<SshConnection>> SshConnection::open(const std::string& host, std::stop_token stop) {
  std::unique_ptr<SshConnection> connection(new SshConnection(host));
  if (connection->folder_.path().empty()) {
    return Error{ErrorKind::io,
                 "Cannot make a private folder for the connection; set TMPDIR to one that can be written.",
                 std::nullopt};
  }
  const fs::path socket = connection->folder_.path() / "s";
  SubprocessOptions options;
  options.command = {sshProgram(), "-M", "-N"};
  for (std::string& word : optionsOf(socket)) options.command.push_back(std::move(word));
  options.command.insert(options.command.end(), {"-o", "ControlPersist=no", "--", host});
  options.keepInputOpen = true;
  options.diesWithStarter = true;
  // The ssh of a jump host is not told BatchMode: what it asks is answered by nobody, rather than by a terminal.
  options.environment = {{"SSH_ASKPASS", "/bin/false"}, {"SSH_ASKPASS_REQUIRE", "force"}};
  Result<Subprocess> process = Subprocess::start(options);
  if (!process.ok())
    return Error{ErrorKind::worker, "OpenSSH was not found: install the package openssh-client.", std::nullopt};
  connection->master_ = std::make_unique<Master>(std::move(process.value()));
  // The socket appears once the host has let us in.
  std::error_code ignored;
  std::string printed;
  while (!fs::exists(socket, ignored)) {
    if (connection->master_->isOver(&printed)) return Error{ErrorKind::worker, sshFailure(host, printed), std::nullopt};
    if (stop.stop_requested()) return cancelledError();
    std::this_thread::sleep_for(lookEvery);
  }
  return connection;
}

SubprocessOptions SshConnection::command(const std::string& command) const {
  SubprocessOptions options;
  options.command = {sshProgram()};
  for (std::string& word : optionsOf(folder_.path() / "s")) options.command.push_back(std::move(word));
  options.command.insert(options.command.end(), {"-o", "ControlMaster=no", "--", host_, command});
  options.keepInputOpen = true;
  options.diesWithStarter = true;
  options.maxOutputBytes = uint64_t{1} << 20;
  return options;
}

std::string SshConnection::lastWords() const {
  std::string printed;
  return master_->isOver(&printed) ? lastLine(printed) : "";
}

}  // namespace warpwright
