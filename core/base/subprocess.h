#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace warpwright {

/// How a child process is started. Nothing passes through a shell.
struct SubprocessOptions {
  std::vector<std::string> command;                ///< program and arguments; the program is looked up in $PATH
  std::filesystem::path workingFolder;             ///< empty: the caller's
  std::map<std::string, std::string> environment;  ///< added to, or replacing, the caller's
  std::string input;                               ///< written to standard input, which is then closed
  bool keepInputOpen = false;                      ///< leave standard input open for `Subprocess::write`
  bool inheritOutput = false;                      ///< the child writes to the caller's stdout and stderr directly
  bool diesWithStarter =
      false;  ///< killed when the thread that starts it ends, also by kill -9: for one that waits for it
  bool eventChannel = false;                      ///< also opens file descriptor 3 in the child for its events
  uint64_t memoryLimitBytes = 0;                  ///< RLIMIT_AS; 0 = none
  std::chrono::milliseconds timeout{0};           ///< 0 = none; past it the process group is killed
  uint64_t maxOutputBytes = uint64_t{256} << 20;  ///< kept of each of `output` and `errorOutput`; the rest is dropped
};

/// How a child process ended.
struct SubprocessEnd {
  int exitCode = 0;  ///< meaningful when signal == 0
  int signal = 0;    ///< the signal that ended it, else 0
  bool timedOut = false;
  bool cancelled = false;
  std::string output;  ///< what it wrote to stdout that no line handler took
  std::string errorOutput;
  bool outputTruncated = false;  ///< more than `maxOutputBytes` was written
  double seconds = 0;
  double cpuSeconds = 0;
  uint64_t peakBytes = 0;  ///< peak resident memory

  bool clean() const { return signal == 0 && exitCode == 0 && !timedOut && !cancelled; }
};

/// One running child in a process group of its own. Destroying it kills the group: no child outlives its owner.
class Subprocess {
 public:
  using LineHandler = std::function<void(std::string_view line)>;

  static Result<Subprocess> start(const SubprocessOptions& options);
  Subprocess(Subprocess&&) noexcept;
  Subprocess& operator=(Subprocess&&) noexcept;
  ~Subprocess();

  int pid() const;
  /// Writes to the child's standard input. Thread-safe. Requires: options.keepInputOpen.
  Status write(std::string_view bytes);
  void closeInput();
  /// Reads until the child has ended, calling `onLine` for each line of stdout (null: collected in `output`) and
  /// `onEvent` for each line on descriptor 3. Kills the group on timeout or when `stop` is requested. Call once.
  Result<SubprocessEnd> wait(const LineHandler& onLine, const LineHandler& onEvent, std::stop_token stop);
  void kill();

 private:
  struct State;
  explicit Subprocess(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Starts, feeds, reads and waits: for short commands.
Result<SubprocessEnd> runSubprocess(const SubprocessOptions& options, std::stop_token stop);

}  // namespace warpwright
