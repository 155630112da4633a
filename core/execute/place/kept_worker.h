#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/execute/place/worker_call.h"

namespace warpwright {

/// A worker process that takes one job after another and keeps what it has loaded (PROTOCOL.md). It does not outlive
/// this object, nor this process. For one thread at a time.
class KeptWorker {
 public:
  /// `program`: as `WorkerCall::program`; `answer`: the name of the event that ends a job. Errors: it cannot be
  /// started.
  static Result<std::unique_ptr<KeptWorker>> start(const std::string& program, const std::string& answer);
  KeptWorker(const KeptWorker&) = delete;
  KeptWorker& operator=(const KeptWorker&) = delete;
  ~KeptWorker();

  /// Gives it a job and follows it to its answer; `take` and `progress` as in `callWorker`. How the worker ended, where
  /// it did, by itself or since the job took longer than `timeout` (0: any time); nothing: it answered and takes
  /// another. Requires: the last run gave nothing. Errors: cancelled; it has no worker then.
  Result<std::optional<WorkerEnd>> run(const std::string& job, std::chrono::milliseconds timeout,
                                       const std::function<void(const nlohmann::json&)>& take,
                                       const std::function<void(const EngineProgress&)>& progress,
                                       std::stop_token stop);

 private:
  explicit KeptWorker(std::string answer) : answer_(std::move(answer)) {}
  void follow(const SubprocessOptions& options, std::stop_token stop);
  WorkerEnd ended(const std::string& lastText, bool timedOut);

  const std::string answer_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Result<Subprocess>> process_;  ///< none: it is being started
  std::deque<std::string> events_;
  std::optional<SubprocessEnd> end_;
  std::jthread thread_;  ///< starts and reads it; last: joined before the rest goes
};

}  // namespace warpwright
