#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "core/base/subprocess.h"

namespace warpwright {

/// A folder that only this user can look into and whose name is short enough for a socket in it.
/// Goes with its owner.
class SocketFolder {
 public:
  SocketFolder();
  SocketFolder(SocketFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  SocketFolder& operator=(SocketFolder&&) = delete;
  ~SocketFolder();
  /// Empty: it could not be made.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The `ssh` that is called: $WARPWRIGHT_SSH, else the one in $PATH.
std::string sshProgram();

/// One connection to a host with OpenSSH, as the user's configuration says how (aliases, ports,
/// ProxyJump, keys); commands share it. It never asks for anything. Ends with its owner, and with
/// the thread that opened it.
class SshConnection {
 public:
  /// Errors: no ssh, the host cannot be reached or does not let us in (why, and what to do),
  /// cancelled.
  static Result<std::unique_ptr<SshConnection>> open(const std::string& host, std::stop_token stop);
  ~SshConnection();

  const std::string& host() const { return host_; }
  /// How a process is started that runs `command` there, a line for any shell. What is to vary goes
  /// through its input.
  SubprocessOptions command(const std::string& command) const;
  /// What ended the connection, where it has ended. Empty: it has not, or said nothing.
  std::string lastWords() const;

 private:
  struct Master;
  explicit SshConnection(std::string host);

  std::string host_;
  SocketFolder folder_;
  std::unique_ptr<Master> master_;
};

/// The last line with words in it, without a full stop: what a program that failed has to say.
std::string lastLine(const std::string& text);

/// Why a connection failed, from what ssh printed: what happened, and what to do. For tests.
std::string sshFailure(const std::string& host, const std::string& printed);

}  // namespace warpwright
