#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/base/subprocess.h"
#include "core/base/temporary_folder.h"

namespace warpwright {

/// One running analysis worker: lines go in, lines come out in order, then how it ended.
class WorkerConnection {
 public:
  /// `changed` is called on another thread whenever `next` or `end` may have something new. It must not block.
  static Result<std::unique_ptr<WorkerConnection>> start(const std::filesystem::path& program,
                                                         std::function<void()> changed);
  /// Kills the worker if it still runs.
  ~WorkerConnection();

  int pid() const { return process_.pid(); }
  Status send(const std::string& line) { return process_.write(line + '\n'); }
  std::optional<std::string> next();
  /// How it ended; absent while it runs.
  std::optional<SubprocessEnd> end();

 private:
  WorkerConnection(TemporaryFolder folder, Subprocess process)
      : folder_(std::move(folder)), process_(std::move(process)) {}

  TemporaryFolder folder_;  ///< of the worker's temporary files; first: it goes when the worker has ended
  Subprocess process_;
  std::mutex mutex_;
  std::deque<std::string> lines_;
  std::optional<SubprocessEnd> end_;
  std::jthread reader_;  ///< last: joined before the rest goes
};

}  // namespace warpwright
